// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/messages.hpp"
#include "fit/room.hpp"

namespace hocket::fit {

// Several messages at once to all peers in turn, then an answer of each: what a further message costs its sender.
class burst : public task {
public:
    static constexpr int messages = 16;

    burst(const place& where, std::string level, std::size_t bytes)
        : task({{"kind", "burst"},
                {"level", level},
                {"bytes", bytes},
                {"messages", messages},
                {"peers", where.peers(level).size()}},
               "burst " + level),
          where_(where), peers_(where.peers(level)), bytes_(bytes)
    {
    }

    std::vector<const char*> columns() const override { return {"us", "post_us"}; }

    std::vector<double> visit(int calls) override
    {
        std::vector<double> whole, posting;
        for (int i = 0; i < calls; ++i) {
            if (where_.rank() == 0) send(whole, posting);
            else receive();
        }
        return {median(whole), median(posting)};
    }

private:
    void send(std::vector<double>& whole, std::vector<double>& posting)
    {
        word_from_each(); // their receives are posted
        MPI_Request sent[messages];
        double begin = now_us();
        for (int m = 0; m < messages; ++m)
            MPI_Isend(part(m), int(bytes_), MPI_BYTE, peers_[std::size_t(m) % peers_.size()], 0, where_.comm(),
                      &sent[m]);
        posting.push_back((now_us() - begin) / messages);
        MPI_Waitall(messages, sent, MPI_STATUSES_IGNORE);
        word_from_each();
        whole.push_back(now_us() - begin);
    }
    void receive()
    {
        std::vector<MPI_Request> wanted;
        for (int m = 0; m < messages; ++m)
            if (peers_[std::size_t(m) % peers_.size()] == where_.rank())
                MPI_Irecv(part(m), int(bytes_), MPI_BYTE, 0, 0, where_.comm(), &wanted.emplace_back());
        if (wanted.empty()) return;
        word();
        MPI_Waitall(int(wanted.size()), wanted.data(), MPI_STATUSES_IGNORE);
        word();
    }
    void word() { MPI_Send(nullptr, 0, MPI_BYTE, 0, 1, where_.comm()); }
    void word_from_each()
    {
        for (int peer : peers_) MPI_Recv(nullptr, 0, MPI_BYTE, peer, 1, where_.comm(), MPI_STATUS_IGNORE);
    }
    std::byte* part(int m) { return (where_.rank() == 0 ? outgoing() : incoming()) + std::size_t(m) * bytes_; }

    const place& where_;
    std::vector<int> peers_;
    std::size_t bytes_;
};

} // namespace hocket::fit
