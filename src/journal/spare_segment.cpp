#include "journal/spare_segment.hpp"

#include "journal/segment_file.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::journal {

namespace fs = std::filesystem;

SpareSegment::SpareSegment(const fs::path& folder)
    : path_(folder / "next.spare"), thread_([this](const std::stop_token& stop) { Run(stop); }) {}

SpareSegment::~SpareSegment() {
    thread_.request_stop();
    thread_.join();
    std::error_code error;
    fs::remove(path_, error);
}

void SpareSegment::Prepare(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        if (wanted_bytes_ > 0 || ready_bytes_ > 0) return;
        wanted_bytes_ = bytes;
    }
    changed_.notify_one();
}

std::optional<std::size_t> SpareSegment::MoveTo(const fs::path& path) {
    const std::lock_guard lock(mutex_);
    if (ready_bytes_ == 0) return std::nullopt;
    const std::size_t bytes = std::exchange(ready_bytes_, 0);
    std::error_code error;
    fs::rename(path_, path, error);
    return error ? std::nullopt : std::optional(bytes);
}

void SpareSegment::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("journal-spare");
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return wanted_bytes_ > 0; })) {
        const std::size_t bytes = wanted_bytes_;
        lock.unlock();
        std::error_code error;
        fs::remove(path_, error);  // A crash may have left one.
        // Without a spare file the journal makes its segments itself, and reports what is wrong with the disk.
        const bool made = MakeZeros(path_, bytes).has_value();
        lock.lock();
        wanted_bytes_ = 0;
        ready_bytes_ = made ? bytes : 0;
    }
}

}  // namespace fairlead::journal
