#pragma once

#include <expected>
#include <functional>
#include <string_view>
#include <vector>

#include "app/accounts/login_guard.hpp"

namespace fairlead::app {

// An attempt that was counted.
struct LoginTicket {
    LoginNames names{};
    bool is_known_address = false;
    bool is_shared = false;  // False if only this node has counted it.
    std::array<bool, access::kLoginLimitCount> used_up = {};
};

struct LoginClosed {
    access::LoginLimit limit = access::LoginLimit::kAddress;
    std::int64_t wait_seconds = 0;
};

// Limits failed attempts on all nodes together. An attempt is counted in memory first, and then in the records that all
// nodes share; it continues if neither refuses it. While the records cannot be reached, the counts of this node alone
// are in force, so an outage does not open the guard. A limit that is reached on all nodes is remembered here, so that
// further attempts do not reach the records. Safe from any thread.
class SharedLoginGuard {
public:
    using Done = std::move_only_function<void(std::expected<LoginTicket, LoginClosed>)>;

    // `records` must outlive this object. `key` is the same on all nodes.
    SharedLoginGuard(LoginRecords& records, const Bytes32& key, const LoginLimits& limits = {});

    // A guard with its own counts in the same records, for another purpose than log-ins.
    SharedLoginGuard(const SharedLoginGuard& like, std::string_view purpose, const LoginLimits& limits);

    // Calls `done` at once or on a thread of the records.
    void Enter(std::string_view account, const IpAddress& client, Done done);
    // Takes the attempt back: it was no guess.
    void TakeBack(const LoginTicket& ticket);
    // Remembers that the user has logged in from this address, so that other people cannot lock the user out there.
    // Calls `then` with what was new, when the address is stored or could not be stored.
    void RememberAddress(std::string_view account, const IpAddress& client, OperatorId owner, UserId user,
                         std::move_only_function<void(AddressNews)> then);

private:
    void Decide(const LoginNames& names, const LoginGuard::Entry& entry, const Result<LoginVerdict>& verdict,
                Done& done);
    bool IsKnownStranger(const LoginNames& names, std::int64_t now_micros);
    void NoteStranger(const LoginNames& names);

    LoginRecords& records_;
    LoginGuard memory_;
    std::mutex mutex_;
    // Unknown addresses at accounts whose limit is reached. An attempt from such an address reaches the records once a
    // minute at most.
    AttemptCounts strangers_;
};

}  // namespace fairlead::app
