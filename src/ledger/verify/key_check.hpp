#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Checks that no two events of an operator have the same idempotency key. Memory is bounded: it stores a prefix of the
// digest of at most `keys_at_once` keys. If an operator has more events, the keys are divided into parts by prefix, and
// the events are read once more for each further part.
class KeyCheck {
public:
    static constexpr std::int64_t kKeysAtOnce = 32'000'000;
    static constexpr std::size_t kRepeatsMax = 1000;
    using Repeated = std::function<void(std::string)>;

    // `event_count` is the number of the operator's events.
    KeyCheck(Connection& connection, OperatorId owner, std::int64_t event_count,
             std::int64_t keys_at_once = kKeysAtOnce);

    // Takes the key of each event of the operator, in any order.
    void Add(std::string_view key);
    // Calls `repeated` with a message for each event that repeats a key, for the first kRepeatsMax such keys.
    Status Finish(const Repeated& repeated);

private:
    void KeepIfInPart(std::uint64_t prefix);
    void CollectRepeats();
    Status ReadPart();
    Status NameRepeats(const Repeated& repeated);

    Connection& connection_;
    OperatorId owner_;
    std::uint64_t parts_;
    std::uint64_t part_ = 0;
    std::vector<std::uint64_t> prefixes_;  // The prefixes of the keys in the current part.
    std::vector<std::uint64_t> repeats_;   // Prefixes that several keys share.
};

}  // namespace fairlead::ledger
