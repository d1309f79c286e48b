#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/secrets.hpp"
#include "domain/tracking/click_id.hpp"
#include "domain/tracking/origin.hpp"

namespace fairlead::tracking {

// Why a call of a link was logged without being counted. The order is stored: append only.
enum class Uncounted : std::uint8_t { kNo, kHead, kPrefetch, kBot, kInactiveLink, kAffiliateNotApproved };
inline constexpr std::array<std::string_view, 6> kUncountedNames{"",    "head",         "prefetch",
                                                                 "bot", "inactiveLink", "affiliateNotApproved"};

// A call of a link, as it was recorded.
struct Click {
    ClickId id;
    Timestamp time;  // When it was recorded: that of its block.
    BrandId brand;
    Uncounted uncounted = Uncounted::kNo;
    std::string country;     // Empty when unknown.
    Bytes16 address_hash{};  // Keyed; the address itself is never kept.
    Bytes16 agent_digest{};  // Zeros where the visitor named no agent.
    Origin origin;

    bool IsCounted() const { return uncounted == Uncounted::kNo; }
    // A click on a link that was not in force brings nobody, even when it is named.
    bool IsAttributable() const {
        return uncounted != Uncounted::kInactiveLink && uncounted != Uncounted::kAffiliateNotApproved;
    }
    bool operator==(const Click&) const = default;
};

// The agent as clicks keep it and registrations are compared by.
Bytes16 DigestAgent(std::string_view user_agent);

// A click's bytes in a block, but for its origin, whose three parts must follow.
struct ClickHead {
    std::uint64_t random = 0;
    Uncounted uncounted = Uncounted::kNo;
    BrandId brand;
    std::string_view country;
    const Bytes16& address_hash;
    const Bytes16& agent_digest;
};
void AppendClickHead(std::string& out, const ClickHead& head);

// Reads one click of the block that was recorded at `time`.
Click ReadClick(ByteReader& reader, Timestamp time, std::uint32_t index);

}  // namespace fairlead::tracking
