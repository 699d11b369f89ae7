// SPDX-License-Identifier: BSD-3-Clause
// One way to run the collective: a communicator that carries its choice as an info key.
#pragma once
#include <mpi.h>
#include <string>
#include <vector>

namespace hocket::bench {

class variant {
public:
    variant(std::string name, const std::string& spec, const std::string& collective);
    variant(variant&& other) noexcept;
    variant(const variant&) = delete;
    variant& operator=(const variant&) = delete;
    variant& operator=(variant&&) = delete;
    ~variant();

    const std::string& name() const { return name_; }
    const std::string& spec() const { return spec_; }
    MPI_Comm comm() const { return comm_; }

private:
    std::string name_, spec_;
    MPI_Comm comm_ = MPI_COMM_NULL;
};

// native and native' come first, unless `alone`: the same thing twice shows the noise of this very run.
std::vector<variant> make_variants(const std::vector<std::string>& specs, const std::string& collective, bool alone);

// Is Hocket loaded into this process? Without it every info key is ignored and all variants would be native.
bool hocket_is_here();

} // namespace hocket::bench
