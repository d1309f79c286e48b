#pragma once

#include <string_view>
#include <vector>

#include "journal/segment_format.hpp"

namespace fairlead::journal {

// The records in a part of a segment.
struct SegmentScan {
    std::vector<Record> records;       // In order. Their bodies are views of the bytes.
    std::vector<std::size_t> ends;     // Where each of them ends.
    std::vector<std::size_t> damaged;  // Where the damaged records begin that are followed by a valid one.
    std::size_t end = 0;               // Behind the last valid record.
    bool torn = false;                 // There is something behind the end that is no record: a write that a crash cut.
};

// Reads the records of a part that begins with a record. Each has a greater sequence number than those before it.
SegmentScan ScanRecords(std::string_view bytes, std::int64_t after = 0);

}  // namespace fairlead::journal
