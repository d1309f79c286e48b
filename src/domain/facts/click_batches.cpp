#include "domain/facts/click_batches.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace fairlead::facts {
namespace {

using tracking::Click;
using tracking::DroppedClick;

// Whether two neighbours can be in one batch. Batches that two nodes made at the same time have overlapping indexes.
bool FollowsInBatch(const Click& before, const Click& next) {
    return before.time == next.time && tracking::PlaceOf(before.id)->index < tracking::PlaceOf(next.id)->index;
}

bool FollowsInBatch(const DroppedClick& before, const DroppedClick& next) { return before.time == next.time; }

// Neighbours that can be in one batch, together.
template <class AnyClick>
std::vector<std::span<const AnyClick>> BatchesOf(std::span<const AnyClick> clicks) {
    std::vector<std::span<const AnyClick>> batches;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= clicks.size(); ++i) {
        if (i < clicks.size() && FollowsInBatch(clicks[i - 1], clicks[i])) continue;
        batches.push_back(clicks.subspan(start, i - start));
        start = i;
    }
    return batches;
}

// Reads `count:varint (time:signed content)*`.
template <class ReadContent>
void ReadDated(ByteReader& reader, ReadContent read) {
    const std::uint64_t count = reader.Varint();
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
        const Timestamp time{reader.Signed()};
        if (time.micros < 0 || time.micros > tracking::kBatchMicrosMax) return reader.Fail();
        read(time);
    }
}

// Reads a batch whose time has been read. `undated` is the number of undated clicks before it.
void ReadBatchOf(ByteReader& reader, Timestamp recorded_at, Timestamp time, std::size_t& undated,
                 std::vector<Click>& clicks) {
    ByteReader segment(reader.Text());
    const std::size_t before = clicks.size();
    if (time != kUndated) {
        ReadSegment(segment, time, 0, clicks);
    } else {
        ReadSegment(segment, recorded_at, static_cast<std::uint32_t>(undated), clicks);
        undated += clicks.size() - before;
    }
    if (!segment.ok() || !segment.AtEnd()) reader.Fail();
}

}  // namespace

Timestamp VisitTime(Timestamp batch_time, Timestamp recorded_at, std::int64_t ahead_micros) {
    const std::int64_t written = std::min(batch_time.micros, recorded_at.micros + ahead_micros);
    return {written > recorded_at.micros ? written - ahead_micros : written};
}

void AppendClickBatch(std::string& out, const tracking::ClickSegment& segment, Timestamp batch_time) {
    FAIRLEAD_ASSERT(batch_time.micros >= 0 && segment.row_count <= tracking::kClicksPerBatchMax);
    AppendSigned(out, batch_time.micros);
    std::string bytes;
    AppendSegment(bytes, segment);
    AppendText(out, bytes);
}

void AppendKeptBatches(std::string& out, std::span<const Click> clicks) {
    const auto batches = BatchesOf(clicks);
    AppendVarint(out, batches.size());
    for (const auto& batch : batches) {
        AppendSigned(out, batch.front().time.micros);
        AppendKeptClicks(out, batch);
    }
}

void AppendDroppedBatches(std::string& out, std::span<const DroppedClick> clicks) {
    const auto batches = BatchesOf(clicks);
    AppendVarint(out, batches.size());
    for (const auto& batch : batches) {
        AppendSigned(out, batch.front().time.micros);
        AppendDroppedClicks(out, batch);
    }
}

void ReadClickBatches(ByteReader& reader, Timestamp recorded_at, std::vector<Click>& clicks) {
    std::size_t undated = 0;
    ReadDated(reader, [&](Timestamp time) { ReadBatchOf(reader, recorded_at, time, undated, clicks); });
}

void ReadClickBatchesAt(ByteReader& reader, Timestamp recorded_at, Timestamp batch_time, std::vector<Click>& clicks) {
    std::size_t undated = 0;
    ReadDated(reader, [&](Timestamp time) {
        const bool wanted = (time == kUndated ? recorded_at : time) == batch_time;
        if (!wanted) return (void)reader.Text();
        ReadBatchOf(reader, recorded_at, time, undated, clicks);
    });
}

void ReadKeptBatches(ByteReader& reader, std::vector<Click>& clicks) {
    ReadDated(reader, [&](Timestamp time) { ReadKeptClicks(reader, time, clicks); });
}

void ReadDroppedBatches(ByteReader& reader, std::vector<DroppedClick>& clicks) {
    ReadDated(reader, [&](Timestamp time) { ReadDroppedClicks(reader, time, clicks); });
}

void ReadUndatedSegments(ByteReader& reader, Timestamp recorded_at, std::vector<Click>& clicks) {
    const std::uint64_t segments = reader.Varint();
    for (std::uint64_t i = 0; i < segments && reader.ok(); ++i) {
        ReadSegment(reader, recorded_at, static_cast<std::uint32_t>(clicks.size()), clicks);
    }
}

}  // namespace fairlead::facts
