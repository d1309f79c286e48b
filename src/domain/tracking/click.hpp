#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
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

// Clicks are kept in segments. What many clicks have in common stands once, in a head, which rows refer to:
//   segment := heads:varint head* rows:varint row*
//   head    := brand:id country:text agent_digest:bytes, and of the origin the parts of the link and the agent
//   row     := head:varint random:varint uncounted:byte address_hash:bytes, and of the origin the SubIDs
struct ClickSegment {
    std::string heads;
    std::string rows;
    std::uint32_t head_count = 0;
    std::uint32_t row_count = 0;
};

struct ClickHead {
    BrandId brand;
    std::string_view country;
    const Bytes16& agent_digest;
    std::string_view link_part;
    std::string_view agent_part;
};
void AppendClickHead(std::string& out, const ClickHead& head);

struct ClickRow {
    std::uint32_t head = 0;  // Its place in the segment.
    std::uint64_t random = 0;
    Uncounted uncounted = Uncounted::kNo;
    const Bytes16& address_hash;
};
// The SubIDs must follow.
void AppendClickRow(std::string& out, const ClickRow& row);

void AppendSegment(std::string& out, const ClickSegment& segment);
// Adds the clicks of one segment to `clicks`, which holds those before it in the block recorded at `time`.
void ReadSegment(ByteReader& reader, Timestamp time, std::vector<Click>& clicks);

// The parts of a segment: its heads as clicks that lack what stands in rows, and one row as the click of that place.
std::vector<Click> ReadClickHeads(ByteReader& reader);
Click ReadClickRow(ByteReader& reader, std::span<const Click> heads, Timestamp time, std::uint32_t index);

}  // namespace fairlead::tracking
