#include "journal/segment_scan.hpp"

namespace fairlead::journal {
namespace {

// A record that was left from an earlier use of the space has an old number.
std::optional<Record> ReadNext(std::string_view bytes, std::size_t at, std::int64_t after) {
    auto record = ReadRecord(bytes.substr(at));
    if (record && record->sequence <= after) record.reset();
    return record;
}

// The next place with a record that follows the last one.
std::optional<std::size_t> FindNext(std::string_view bytes, std::size_t from, std::int64_t after) {
    auto at = FindRecord(bytes, from);
    while (at && !ReadNext(bytes, *at, after)) at = FindRecord(bytes, *at + 1);
    return at;
}

}  // namespace

SegmentScan ScanRecords(std::string_view bytes, std::int64_t after) {
    SegmentScan scan;
    std::int64_t last = after;
    while (true) {
        auto record = ReadNext(bytes, scan.end, last);
        if (!record) {
            const auto next = FindNext(bytes, scan.end, last);
            if (!next) break;
            scan.damaged.push_back(scan.end);
            scan.end = *next;
            record = ReadNext(bytes, scan.end, last);
        }
        last = record->sequence;
        scan.end += record->size;
        scan.records.push_back(*record);
        scan.ends.push_back(scan.end);
    }
    scan.torn = bytes.find_first_not_of('\0', scan.end) != std::string_view::npos;
    return scan;
}

}  // namespace fairlead::journal
