#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/audit.hpp"
#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "domain/access/login_limits.hpp"

namespace fairlead::app {

// The names of the counts of an attempt, in the order of access::LoginLimit. They are digests with a key that all nodes
// share. The name of the account at the address also stands for a known address.
using LoginNames = std::array<Bytes16, access::kLoginLimitCount>;

struct LoginAttempt {
    LoginNames names{};
    access::LoginLimits limits;
    // The account is closed to other addresses on this node. An attempt from another address is not counted.
    bool only_known_address = false;
    Timestamp now;
};

// The answer of the counts of all nodes.
struct LoginVerdict {
    struct Closed {
        access::LoginLimit limit = access::LoginLimit::kAddress;
        Timestamp until;
    };

    bool is_known_address = false;
    std::optional<Closed> closed;                             // The attempt is refused and was not counted.
    std::array<bool, access::kLoginLimitCount> used_up = {};  // The limits that this attempt has used up.
};

// An address from which a user has logged in.
struct KnownAddress {
    OperatorId owner;
    UserId user;
    Bytes16 name{};  // Of the account at the address.
    Timestamp used_at;
};

// What is new about an address.
enum class AddressNews : std::uint8_t {
    kKnown,
    kFirst,  // No other address of the user is known.
    kNew,    // The user has logged in from other addresses before.
};

// The number of addresses that are remembered per user, and for how long after their last use.
inline constexpr std::int64_t kKnownAddressesMax = 10;
inline constexpr std::int64_t kKnownAddressMicros = 90 * kMicrosPerDay;
// The number of counts that are kept. More of them, from a flood, are dropped: the oldest first.
inline constexpr std::int64_t kLoginCountsMax = 100'000;

// What the nodes share about log-ins. Callbacks as in answers.hpp. Safe from any thread.
class LoginRecords {
public:
    virtual ~LoginRecords() = default;

    // Counts the attempt unless a limit is reached. Attempts that arrive at the same time, also at other nodes, cannot
    // exceed a limit together.
    virtual void Enter(LoginAttempt attempt, AnswerDone<LoginVerdict> done) = 0;
    // Takes one attempt back from each of these counts.
    virtual void TakeBack(std::vector<Bytes16> names, StatusDone done) = 0;
    // After a log-in: stores the address as known, and forgets the attempts that are counted for the account at the
    // address. Returns what was new about the address before this call.
    virtual void RememberAddress(KnownAddress address, AnswerDone<AddressNews> done) = 0;
    // Adds entries about log-ins to the operator's audit log.
    virtual void AddAudit(OperatorId owner, std::vector<AuditEntry> entries, StatusDone done) = 0;
    // Drops counts whose window has ended, and counts over kLoginCountsMax. Drops a bounded number per call.
    virtual void DropOldCounts(Timestamp now, StatusDone done) = 0;
};

}  // namespace fairlead::app
