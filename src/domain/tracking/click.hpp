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

// Why a click is not counted. The numbers are stored: append only.
enum class Uncounted : std::uint8_t { kNo, kHead, kPrefetch, kBot, kInactiveLink, kAffiliateNotApproved };
inline constexpr std::array<std::string_view, 6> kUncountedNames{"",    "head",         "prefetch",
                                                                 "bot", "inactiveLink", "affiliateNotApproved"};

// A recorded call of a link.
struct Click {
    ClickId id;
    Timestamp time;  // The time of its batch, which is the time of the visit.
    BrandId brand;
    Uncounted uncounted = Uncounted::kNo;
    std::string country;     // Empty if unknown.
    Bytes16 address_hash{};  // A keyed hash. The address itself is never stored.
    Bytes16 agent_digest{};  // All zeros if the visitor sent no user agent.
    Origin origin;

    bool IsCounted() const { return uncounted == Uncounted::kNo; }
    // A click on a link that was not in force is never credited, even if a registration names it.
    bool IsAttributable() const {
        return uncounted != Uncounted::kInactiveLink && uncounted != Uncounted::kAffiliateNotApproved;
    }
    bool operator==(const Click&) const = default;
};

// The digest of a user agent, by which clicks and registrations are compared.
Bytes16 DigestAgent(std::string_view user_agent);

// Clicks are stored in segments. Values that many clicks share are stored once, in a head, to which the rows refer:
//   segment := heads:varint head* rows:varint row*
//   head    := brand:id country:text agent_digest:bytes, then the link and agent parts of the origin
//   row     := head:varint random:varint uncounted:byte address_hash:bytes, then the SubIDs of the origin
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
    std::uint32_t head = 0;  // The index of its head in the segment.
    std::uint64_t random = 0;
    Uncounted uncounted = Uncounted::kNo;
    const Bytes16& address_hash;
};
// The caller must append the SubIDs.
void AppendClickRow(std::string& out, const ClickRow& row);

void AppendSegment(std::string& out, const ClickSegment& segment);
// Appends the clicks of one segment to `clicks`. `time` is the time of their batch, and `first` is the index of the
// segment's first click in the batch.
void ReadSegment(ByteReader& reader, Timestamp time, std::uint32_t first, std::vector<Click>& clicks);

// Read the parts of a segment: the heads, as clicks without the values of the rows, and one row, as the click with this
// index.
std::vector<Click> ReadClickHeads(ByteReader& reader);
Click ReadClickRow(ByteReader& reader, std::span<const Click> heads, Timestamp time, std::uint32_t index);

}  // namespace fairlead::tracking
