#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/text/byte_codec.hpp"
#include "domain/tracking/click.hpp"
#include "domain/tracking/dropped_click.hpp"

namespace fairlead::facts {

// The clicks of a block, by batch. Segments are those of domain/tracking/click.hpp and dropped_click.hpp.
//   clicks  := count:varint batch*           batch         := time:signed segment:text
//   kept    := count:varint kept_batch*      kept_batch    := time:signed kept
//   dropped := count:varint dropped_batch*   dropped_batch := time:signed dropped
// In `batch` the time 0 stands for the time of the block. All such batches of a block together are one batch.
inline constexpr Timestamp kUndated{};

// The time at which the visitors of a batch came. Everything except ids uses it. Usually it is the time of the batch. A
// batch that is later than its record comes from a clock that was ahead, and has the time of the record. If a repair of
// the clock has moved the block back by `ahead_micros` to `recorded_at`, its batches from the wrong clock move, too.
Timestamp VisitTime(Timestamp batch_time, Timestamp recorded_at, std::int64_t ahead_micros);

void AppendClickBatch(std::string& out, const tracking::ClickSegment& segment, Timestamp batch_time);
void AppendKeptBatches(std::string& out, std::span<const tracking::Click> clicks);
void AppendDroppedBatches(std::string& out, std::span<const tracking::DroppedClick> clicks);

void ReadClickBatches(ByteReader& reader, Timestamp recorded_at, std::vector<tracking::Click>& clicks);
// Reads only the batches of this time.
void ReadClickBatchesAt(ByteReader& reader, Timestamp recorded_at, Timestamp batch_time,
                        std::vector<tracking::Click>& clicks);
void ReadKeptBatches(ByteReader& reader, std::vector<tracking::Click>& clicks);
void ReadDroppedBatches(ByteReader& reader, std::vector<tracking::DroppedClick>& clicks);

// The clicks of versions 1 and 2: count:varint segment*, all of them undated.
void ReadUndatedSegments(ByteReader& reader, Timestamp recorded_at, std::vector<tracking::Click>& clicks);

}  // namespace fairlead::facts
