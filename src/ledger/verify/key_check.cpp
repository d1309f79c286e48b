#include "ledger/verify/key_check.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "domain/events/event.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kKeysAfter(
    "SELECT seq, idempotency_key FROM events WHERE operator_id = $1 AND seq > $2 ORDER BY seq LIMIT $3");
constexpr std::int64_t kKeysPerRead = 20'000;

std::uint64_t PrefixOf(OperatorId owner, std::string_view key) {
    const events::KeyDigest digest = events::DigestKey(owner, key);
    std::uint64_t prefix = 0;
    static_assert(sizeof(digest) >= sizeof(prefix));
    std::memcpy(&prefix, digest.data(), sizeof(prefix));
    return prefix;
}

// Calls `each` with the number and the key of every event, in order.
template <typename Each>
Status ReadKeys(Connection& connection, OperatorId owner, Each each) {
    std::int64_t reached = 0;
    while (true) {
        const auto rows =
            TRY(connection.Query(kKeysAfter, {Value::Of(owner), Value::Of(reached), Value::Of(kKeysPerRead)}));
        if (rows.empty()) return {};
        for (std::size_t i = 0; i < rows.size(); ++i)
            each(rows.Integer(i, kKeysAfter["seq"]), rows.Text(i, kKeysAfter["idempotency_key"]));
        reached = rows.Integer(rows.size() - 1, kKeysAfter["seq"]);
    }
}

}  // namespace

KeyCheck::KeyCheck(Connection& connection, OperatorId owner, std::int64_t event_count, std::int64_t keys_at_once)
    : connection_(connection),
      owner_(owner),
      parts_(static_cast<std::uint64_t>(std::max<std::int64_t>(event_count, 0) / keys_at_once) + 1) {}

void KeyCheck::Add(std::string_view key) { KeepIfInPart(PrefixOf(owner_, key)); }

void KeyCheck::KeepIfInPart(std::uint64_t prefix) {
    if (prefix % parts_ == part_) prefixes_.push_back(prefix);
}

Status KeyCheck::Finish(const Repeated& repeated) {
    CollectRepeats();
    for (part_ = 1; part_ < parts_; ++part_) {
        TRY(ReadPart());
        CollectRepeats();
    }
    return repeats_.empty() ? Status() : NameRepeats(repeated);
}

void KeyCheck::CollectRepeats() {
    std::ranges::sort(prefixes_);
    for (std::size_t i = 1; i < prefixes_.size() && repeats_.size() < kRepeatsMax; ++i) {
        const bool is_first_repeat = i == 1 || prefixes_[i - 2] != prefixes_[i];
        if (prefixes_[i] == prefixes_[i - 1] && is_first_repeat) repeats_.push_back(prefixes_[i]);
    }
    prefixes_.clear();
}

Status KeyCheck::ReadPart() {
    return ReadKeys(connection_, owner_,
                    [&](std::int64_t, std::string_view key) { KeepIfInPart(PrefixOf(owner_, key)); });
}

// Different keys may share a prefix: the whole key decides.
Status KeyCheck::NameRepeats(const Repeated& repeated) {
    std::ranges::sort(repeats_);
    std::map<std::string, std::int64_t, std::less<>> first_uses;
    return ReadKeys(connection_, owner_, [&](std::int64_t seq, std::string_view key) {
        if (!std::ranges::binary_search(repeats_, PrefixOf(owner_, key))) return;
        const auto [first, is_new] = first_uses.try_emplace(std::string(key), seq);
        if (is_new) return;
        repeated("events number " + std::to_string(first->second) + " and " + std::to_string(seq) +
                 " have the same idempotency key");
    });
}

}  // namespace fairlead::ledger
