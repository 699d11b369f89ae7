// SPDX-License-Identifier: BSD-3-Clause
// A neighbour that has sent another length than a rank expects ends that rank's operation.
#include "drive/fake_neighbours.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

class neighbours_of_other_lengths final : public fake_neighbours {
public:
    bool post(request& r) override
    {
        failed_ = failed_ || r.what == verb::recv;
        return r.what == verb::send;
    }
    bool failed() const noexcept override { return failed_; }

private:
    bool failed_ = false;
};

TEST(WrongLength, FailsThePortAtThePostThatFindsIt)
{
    memory_pool pool;
    mpi_port port(MPI_COMM_NULL, pool);
    port.take_short_way(std::make_shared<neighbours_of_other_lengths>());
    request goes{.what = verb::send}, comes{.what = verb::recv};
    EXPECT_TRUE(port.post(goes));
    EXPECT_EQ(port.failure(), MPI_SUCCESS);
    EXPECT_FALSE(port.post(comes));
    EXPECT_EQ(port.failure(), MPI_ERR_TRUNCATE);
    EXPECT_FALSE(port.post(goes));
}

} // namespace
} // namespace hocket
