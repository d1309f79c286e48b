#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "journal/segment_format.hpp"

namespace fairlead::journal {

// A segment that is being written. Used by one thread.
class SegmentFile {
public:
    // Writes the header into a file of zeros, and puts its name on disk. Deletes the file if that fails.
    static Result<std::unique_ptr<SegmentFile>> Begin(const std::filesystem::path& path, const SegmentHeader& header);
    ~SegmentFile();
    SegmentFile(const SegmentFile&) = delete;
    SegmentFile& operator=(const SegmentFile&) = delete;

    // Writes the records at the end and waits until they are on disk. After an Error nothing is known about what is on
    // disk behind `size`, and the segment must not be written any more.
    Status Append(std::span<const std::string_view> records);

    const std::filesystem::path& path() const { return path_; }
    const SegmentHeader& header() const { return header_; }
    std::size_t size() const { return size_; }  // What is on disk.

private:
    SegmentFile(std::filesystem::path path, const SegmentHeader& header, int file);
    Status Write(std::span<const std::string_view> pieces);

    std::filesystem::path path_;
    SegmentHeader header_;
    int file_;
    std::size_t size_ = 0;
};

// Makes a file of zeros and puts them on disk. Leaves no file if that fails, with kUnavailable.
Status MakeZeros(const std::filesystem::path& path, std::size_t bytes);

// The bytes of a file from one place to another, or to its end. Fails with kUnavailable.
Result<std::string> ReadRange(const std::filesystem::path& path, std::size_t from, std::size_t to);

// Puts the names in a folder on disk.
Status SyncFolder(const std::filesystem::path& folder);

}  // namespace fairlead::journal
