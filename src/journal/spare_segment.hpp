#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

namespace fairlead::journal {

// A file of zeros that becomes the next segment. If space is reserved but was never written, the file system must sync
// its metadata together with the data. If the space has zeros on disk, it syncs only the data, which takes half of the
// time. Zeros take long to write, so a thread does it before they are needed. Safe from any thread.
class SpareSegment {
public:
    explicit SpareSegment(const std::filesystem::path& folder);
    ~SpareSegment();
    SpareSegment(const SpareSegment&) = delete;
    SpareSegment& operator=(const SpareSegment&) = delete;

    // Begins to make a file of this size, unless there is one or one is being made.
    void Prepare(std::size_t bytes);
    // Gives a finished file another name, and returns its size. Nothing if none is finished.
    std::optional<std::size_t> MoveTo(const std::filesystem::path& path);

private:
    void Run(const std::stop_token& stop);

    const std::filesystem::path path_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::size_t wanted_bytes_ = 0;  // 0 if none is being made.
    std::size_t ready_bytes_ = 0;   // 0 if none is finished.
    std::jthread thread_;
};

}  // namespace fairlead::journal
