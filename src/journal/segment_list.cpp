#include "journal/segment_list.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "journal/segment_file.hpp"

namespace fairlead::journal {

void SegmentList::AddEarlier(std::filesystem::path path, const SegmentHeader& header, std::size_t file_bytes) {
    const std::lock_guard lock(mutex_);
    segments_.push_back({.path = std::move(path),
                         .journal = header.journal,
                         .end = std::max(file_bytes, kHeaderBytes),
                         .file_bytes = file_bytes,
                         .from_earlier_run = true,
                         .ended = true});
}

void SegmentList::Begin(std::filesystem::path path, const SegmentHeader& header, std::size_t reserved_bytes) {
    const std::lock_guard lock(mutex_);
    segments_.push_back({.path = std::move(path), .journal = header.journal, .file_bytes = reserved_bytes});
}

void SegmentList::Extend(std::size_t end) {
    const std::lock_guard lock(mutex_);
    Segment& segment = segments_.back();
    segment.end = end;
    segment.file_bytes = std::max(segment.file_bytes, end);
}

void SegmentList::End() {
    const std::lock_guard lock(mutex_);
    if (!segments_.empty()) segments_.back().ended = true;
    RemoveFinishedLocked();
}

std::optional<SegmentList::Part> SegmentList::Next() const {
    const std::lock_guard lock(mutex_);
    const auto segment = std::ranges::find_if(segments_, [](const Segment& one) { return one.consumed < one.end; });
    if (segment == segments_.end()) return std::nullopt;
    return Part{.path = segment->path,
                .journal = segment->journal,
                .from = segment->consumed,
                .to = segment->end,
                .after = segment->last_consumed,
                .from_earlier_run = segment->from_earlier_run,
                .is_last = segment->ended};
}

void SegmentList::Consume(std::size_t to, std::int64_t last_sequence) {
    const std::lock_guard lock(mutex_);
    const auto segment = std::ranges::find_if(segments_, [](const Segment& one) { return one.consumed < one.end; });
    FAIRLEAD_ASSERT(segment != segments_.end() && to >= segment->consumed && to <= segment->end);
    segment->consumed = to;
    segment->last_consumed = last_sequence;
    if (!segment->from_earlier_run) last_consumed_ = std::max(last_consumed_, last_sequence);
    RemoveFinishedLocked();
}

void SegmentList::SetAside() {
    const std::lock_guard lock(mutex_);
    const auto segment = std::ranges::find_if(segments_, [](const Segment& one) { return one.consumed < one.end; });
    if (segment != segments_.end()) segment->set_aside = true;
}

void SegmentList::RemoveFinished() {
    const std::lock_guard lock(mutex_);
    RemoveFinishedLocked();
}

// After a crash a deleted file may exist again. The ledger then skips the batches that it already has.
void SegmentList::RemoveFinishedLocked() {
    while (!segments_.empty() && segments_.front().ended && segments_.front().consumed == segments_.front().end) {
        const Segment& segment = segments_.front();
        std::error_code ignored;
        if (segment.set_aside) {
            std::filesystem::rename(segment.path, segment.path.string() + ".aside", ignored);
        } else {
            std::filesystem::remove(segment.path, ignored);
        }
        segments_.pop_front();
    }
}

bool SegmentList::HasEarlier() const {
    const std::lock_guard lock(mutex_);
    return !segments_.empty() && segments_.front().from_earlier_run;
}

std::size_t SegmentList::bytes() const {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = 0;
    for (const Segment& segment : segments_) bytes += segment.file_bytes;
    return bytes;
}

std::int64_t SegmentList::last_consumed() const {
    const std::lock_guard lock(mutex_);
    return last_consumed_;
}

}  // namespace fairlead::journal
