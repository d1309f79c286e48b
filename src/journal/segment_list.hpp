#pragma once

#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>

#include "journal/segment_format.hpp"

namespace fairlead::journal {

// The segments that the ledger does not have yet, the oldest first, and how far each was taken over. Deletes a segment
// when all of it was taken over. Safe from any thread.
class SegmentList {
public:
    // A part of a segment that is on disk and was not taken over.
    struct Part {
        std::filesystem::path path;
        JournalId journal;
        std::size_t from = 0;
        std::size_t to = 0;
        std::int64_t after = 0;  // The number of the record before it; 0 at the beginning.
        bool from_earlier_run = false;
        bool is_last = false;  // Nothing will be added to the segment.
    };

    // A segment of an earlier run. The segments of this run follow it.
    void AddEarlier(std::filesystem::path path, const SegmentHeader& header, std::size_t file_bytes);

    void Begin(std::filesystem::path path, const SegmentHeader& header, std::size_t reserved_bytes);
    void Extend(std::size_t end);
    // Nothing will be added to the segment that was begun last.
    void End();

    std::optional<Part> Next() const;
    // Notes that everything before `to` in the part that Next returned was taken over. The last record before `to` has
    // this number.
    void Consume(std::size_t to, std::int64_t last_sequence);
    // When the segment of the part that Next has returned is finished, it is renamed and not deleted.
    void SetAside();
    // Deletes the oldest segments that have ended and were taken over.
    void RemoveFinished();

    bool HasEarlier() const;
    std::size_t bytes() const;           // On disk, with the space that is reserved.
    std::int64_t last_consumed() const;  // Of this run.

private:
    struct Segment {
        std::filesystem::path path;
        JournalId journal;
        std::size_t consumed = kHeaderBytes;
        std::size_t end = kHeaderBytes;  // What is on disk.
        std::size_t file_bytes = 0;
        std::int64_t last_consumed = 0;
        bool from_earlier_run = false;
        bool ended = false;
        bool set_aside = false;
    };

    void RemoveFinishedLocked();

    mutable std::mutex mutex_;
    std::deque<Segment> segments_;
    std::int64_t last_consumed_ = 0;
};

}  // namespace fairlead::journal
