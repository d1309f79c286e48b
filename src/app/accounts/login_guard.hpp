#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "app/accounts/attempt_counts.hpp"
#include "app/ports/login_records.hpp"
#include "base/net/ip_address.hpp"
#include "domain/access/login_limits.hpp"

namespace fairlead::app {

using access::LoginLimits;

// The key that hashes the names of counts. It is derived from the key that hashes IP addresses, so all nodes have the
// same key.
Bytes32 LoginNameKey(const Bytes32& address_key);

// Limits failed attempts in the memory of this node: from one address at any account, from one address at one account,
// and from any address at one account (a high limit, so that others cannot easily lock the owner out). An attempt is
// counted before its password is checked, so that parallel attempts cannot exceed the limits; a success removes its own
// count. An attempt that is refused because of its address is not counted. A /64 network of IPv6 addresses counts as
// one address.
//
// An address adds at most `attempts_per_address` accounts in a window, so only many addresses together can fill the
// table. Then the oldest counts are dropped: a full table locks no user out. Addresses have a table of their own, so
// invented accounts cannot displace them. Safe from any thread.
class LoginGuard {
public:
    // A limit that is reached, and when its window ends.
    struct Closed {
        access::LoginLimit limit = access::LoginLimit::kAddress;
        std::int64_t until_micros = 0;
    };
    // The result of an attempt. If no limit is reached, the attempt was counted. If only the limit of the account is
    // reached, the attempt was counted for the address, also at this account, but not for the account, because it may
    // come from a known address. If it does not, the caller takes it back.
    struct Entry {
        std::optional<Closed> closed;
        std::array<bool, access::kLoginLimitCount> used_up = {};  // The limits that this attempt has used up.
    };

    // Nodes that share their counts need the same key.
    explicit LoginGuard(const LoginLimits& limits = {}, const Bytes32& name_key = RandomKey());

    const LoginLimits& limits() const { return limits_; }
    const Bytes32& name_key() const { return name_key_; }
    LoginNames NamesOf(std::string_view account, const IpAddress& client) const;

    // Returns nothing if the attempt may continue, otherwise the seconds to wait. Treats every address as unknown to
    // the user.
    std::optional<std::int64_t> Enter(std::string_view account, const IpAddress& client, std::int64_t now_micros);
    void Succeeded(std::string_view account, const IpAddress& client) { TakeBack(NamesOf(account, client), false); }

    Entry Enter(const LoginNames& names, std::int64_t now_micros);
    // Takes back the counts of an attempt. An attempt from a known address has no count for the account.
    void TakeBack(const LoginNames& names, bool is_known_address);
    void TakeBack(const LoginNames& names, access::LoginLimit limit);
    // Closes a limit that the attempts on all nodes together have reached.
    void Close(const LoginNames& names, const Closed& closed, std::int64_t now_micros);

    // The number of counts of all kinds.
    std::size_t size() const;

private:
    std::optional<Closed> FindClosed(const LoginNames& names, std::int64_t now_micros) const;

    const LoginLimits limits_;
    const Bytes32 name_key_;
    mutable std::mutex mutex_;
    std::array<AttemptCounts, access::kLoginLimitCount> counts_;  // By limit.
};

}  // namespace fairlead::app
