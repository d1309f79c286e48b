#include "domain/tracking/dropped_click.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "domain/tracking/click_heads.hpp"

namespace fairlead::tracking {
namespace {

constexpr Bytes16 kNoAgent{};

std::uint64_t FirstBytes(const Bytes16& digest) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, digest.data(), sizeof(bytes));
    return bytes;
}

void AppendVisitor(std::string& out, std::uint64_t visitor) {
    for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(visitor >> shift);
}

std::uint64_t ReadVisitor(ByteReader& reader) {
    std::uint64_t visitor = 0;
    for (int shift = 0; shift < 64; shift += 8) visitor |= std::uint64_t{reader.Byte()} << shift;
    return visitor;
}

// Builds a segment from decoded clicks.
class SegmentWriter {
public:
    // The index of the click's head in the segment.
    std::uint32_t HeadOf(BrandId brand, std::string_view country, const Bytes16& agent_digest, const Origin& origin) {
        link_part_.clear();
        agent_part_.clear();
        AppendLinkPart(link_part_, origin);
        AppendAgentPart(agent_part_, origin.device, origin.os, origin.browser);
        return heads_.Find({.brand = brand,
                            .country = country,
                            .agent_digest = agent_digest,
                            .link_part = link_part_,
                            .agent_part = agent_part_},
                           segment_);
    }
    // Starts a row. The caller must append the SubIDs last.
    std::string& NextRow() {
        ++segment_.row_count;
        return segment_.rows;
    }
    const ClickSegment& segment() const { return segment_; }

private:
    ClickSegment segment_;
    ClickHeads heads_;
    std::string link_part_;
    std::string agent_part_;
};

}  // namespace

// Both parts are evenly distributed digests, so multiplying one by an odd factor is enough to mix them.
std::uint64_t VisitorOf(const Click& click) {
    constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15;
    return FirstBytes(click.address_hash) * kFactor + FirstBytes(click.agent_digest);
}

DroppedClick Drop(Click click) {
    return {.time = click.time,
            .brand = click.brand,
            .visitor = VisitorOf(click),
            .country = std::move(click.country),
            .origin = std::move(click.origin)};
}

void AppendKeptClicks(std::string& out, std::span<const Click> clicks) {
    SegmentWriter writer;
    for (const Click& click : clicks) {
        const auto place = PlaceOf(click.id);
        FAIRLEAD_ASSERT(place.has_value());
        const std::uint32_t head = writer.HeadOf(click.brand, click.country, click.agent_digest, click.origin);
        std::string& row = writer.NextRow();
        AppendVarint(row, place->index);
        AppendClickRow(
            row,
            {.head = head, .random = place->random, .uncounted = click.uncounted, .address_hash = click.address_hash});
        AppendSubsPart(row, click.origin.subs);
    }
    AppendSegment(out, writer.segment());
}

void AppendDroppedClicks(std::string& out, std::span<const DroppedClick> clicks) {
    SegmentWriter writer;
    for (const DroppedClick& click : clicks) {
        const std::uint32_t head = writer.HeadOf(click.brand, click.country, kNoAgent, click.origin);
        std::string& row = writer.NextRow();
        AppendVarint(row, head);
        AppendVisitor(row, click.visitor);
        AppendSubsPart(row, click.origin.subs);
    }
    AppendSegment(out, writer.segment());
}

void ReadKeptClicks(ByteReader& reader, Timestamp time, std::vector<Click>& clicks) {
    const auto heads = ReadClickHeads(reader);
    const std::uint64_t row_count = reader.Varint();
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < row_count && reader.ok(); ++i) {
        const std::uint64_t index = reader.Varint();
        if (index < next || index >= kClicksPerBatchMax) return reader.Fail();
        clicks.push_back(ReadClickRow(reader, heads, time, static_cast<std::uint32_t>(index)));
        next = index + 1;
    }
}

void ReadDroppedClicks(ByteReader& reader, Timestamp time, std::vector<DroppedClick>& clicks) {
    const auto heads = ReadClickHeads(reader);
    const std::uint64_t row_count = reader.Varint();
    for (std::uint64_t i = 0; i < row_count && reader.ok(); ++i) {
        const std::uint64_t head = reader.Varint();
        if (head >= heads.size() || clicks.size() >= kClicksPerBatchMax) return reader.Fail();
        DroppedClick click{.time = time,
                           .brand = heads[head].brand,
                           .visitor = ReadVisitor(reader),
                           .country = heads[head].country,
                           .origin = heads[head].origin};
        ReadSubsPart(reader, click.origin);
        clicks.push_back(std::move(click));
    }
}

}  // namespace fairlead::tracking
