// Any bytes are read as a part of a segment of the click journal, or as a batch, or refused. If one byte of a segment
// is damaged, all records but one are read.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.hpp"
#include "journal/batch_bytes.hpp"
#include "journal/segment_scan.hpp"

namespace {

using namespace fairlead;
using namespace fairlead::journal;

std::string RecordOf(std::int64_t sequence, std::string_view body) {
    std::string record(kFrameBytes, '\0');
    record += body;
    WriteFrame(record.data(), body.size(), sequence, ChecksumOfBody(body));
    return record;
}

// Records are in order, and each is in the bytes as it would be written.
void CheckScan(std::string_view bytes) {
    const SegmentScan scan = ScanRecords(bytes);
    std::int64_t last = 0;
    for (std::size_t i = 0; i < scan.records.size(); ++i) {
        const Record& record = scan.records[i];
        FAIRLEAD_ASSERT(record.sequence > last && scan.ends[i] <= bytes.size());
        FAIRLEAD_ASSERT(bytes.substr(scan.ends[i] - record.size, record.size) ==
                        RecordOf(record.sequence, record.body));
        last = record.sequence;
    }
    FAIRLEAD_ASSERT(scan.end <= bytes.size());
}

void CheckBatch(std::string_view bytes) {
    const auto batch = ReadBatch(bytes);
    if (!batch) return;
    std::string again;
    AppendBatch(again, *batch);
    const auto reread = ReadBatch(again);
    FAIRLEAD_ASSERT(reread.has_value() && reread->owner == batch->owner && reread->time == batch->time);
    FAIRLEAD_ASSERT(reread->clicks.rows == batch->clicks.rows && reread->clicks.heads == batch->clicks.heads);
    FAIRLEAD_ASSERT(reread->click_terms == batch->click_terms && reread->impressions == batch->impressions);
}

// The input is the place of the damage, the change, and the bodies of records, one per line.
void CheckDamage(std::string_view input) {
    if (input.size() < 4 || input[2] == 0) return;
    const std::size_t place = static_cast<std::uint8_t>(input[0]) * 256U + static_cast<std::uint8_t>(input[1]);
    std::string segment;
    std::vector<std::size_t> ends;
    for (std::size_t at = 3; at <= input.size();) {
        const std::size_t end = std::min(input.find('\n', at), input.size());
        segment += RecordOf(static_cast<std::int64_t>(ends.size()) + 1, input.substr(at, end - at));
        ends.push_back(segment.size());
        at = end + 1;
    }
    const std::size_t damaged = place % segment.size();
    segment[damaged] = static_cast<char>(segment[damaged] ^ input[2]);
    const SegmentScan scan = ScanRecords(segment);
    FAIRLEAD_ASSERT(scan.records.size() == ends.size() - 1);
    std::int64_t expected = 1;
    for (const Record& record : scan.records) {
        if (damaged >= (expected == 1 ? 0 : ends[static_cast<std::size_t>(expected) - 2]) &&
            damaged < ends[static_cast<std::size_t>(expected) - 1]) {
            ++expected;
        }
        FAIRLEAD_ASSERT(record.sequence == expected++);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(reinterpret_cast<const char*>(data), size);
    CheckScan(input);
    CheckBatch(input);
    CheckDamage(input);
    return 0;
}
