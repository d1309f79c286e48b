#include "journal/segment_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace fairlead::journal {
namespace {

constexpr std::size_t kPiecesAtOnce = 256;
constexpr std::size_t kZerosAtOnce = std::size_t{256} << 10;

std::unexpected<Error> DiskFailed(const char* what, const std::filesystem::path& path, int error) {
    return Fail(ErrorCode::kUnavailable, std::string(what) + " " + path.string() + ": " + std::strerror(error));
}

// Closes the file when it is destroyed.
struct OpenFile {
    explicit OpenFile(int number) : file(number) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (file >= 0) close(file);
    }
    int file;
};

}  // namespace

SegmentFile::SegmentFile(std::filesystem::path path, const SegmentHeader& header, int file)
    : path_(std::move(path)), header_(header), file_(file) {}

SegmentFile::~SegmentFile() { close(file_); }

Result<std::unique_ptr<SegmentFile>> SegmentFile::Begin(const std::filesystem::path& path,
                                                        const SegmentHeader& header) {
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return DiskFailed("cannot open", path, errno);
    std::unique_ptr<SegmentFile> segment(new SegmentFile(path, header, file));
    const std::string bytes = EncodeHeader(header);
    const std::string_view piece = bytes;
    auto written = segment->Append(std::span(&piece, 1));
    if (written) written = SyncFolder(path.parent_path());
    if (!written) {
        unlink(path.c_str());
        return std::unexpected(written.error());
    }
    return segment;
}

Status SegmentFile::Append(std::span<const std::string_view> records) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < records.size(); i += kPiecesAtOnce) {
        const auto pieces = records.subspan(i, std::min(kPiecesAtOnce, records.size() - i));
        const std::size_t before = size_;
        size_ = before + total;
        auto written = Write(pieces);
        size_ = before;
        if (!written) return written;
        for (const std::string_view piece : pieces) total += piece.size();
    }
    if (fdatasync(file_) != 0) return DiskFailed("cannot sync", path_, errno);
    size_ += total;
    return {};
}

Status SegmentFile::Write(std::span<const std::string_view> pieces) {
    std::array<iovec, kPiecesAtOnce> vectors;
    std::size_t left = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        vectors[i] = {const_cast<char*>(pieces[i].data()), pieces[i].size()};
        left += pieces[i].size();
    }
    std::span<iovec> rest(vectors.data(), pieces.size());
    auto at = static_cast<off_t>(size_);
    while (left > 0) {
        const ssize_t written = pwritev(file_, rest.data(), static_cast<int>(rest.size()), at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return DiskFailed("cannot write", path_, written == 0 ? ENOSPC : errno);
        auto taken = static_cast<std::size_t>(written);
        at += written;
        left -= taken;
        while (!rest.empty() && taken >= rest.front().iov_len) {
            taken -= rest.front().iov_len;
            rest = rest.subspan(1);
        }
        if (rest.empty()) continue;
        rest.front().iov_base = static_cast<char*>(rest.front().iov_base) + taken;
        rest.front().iov_len -= taken;
    }
    return {};
}

Status MakeZeros(const std::filesystem::path& path, std::size_t bytes) {
    const OpenFile open_file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (open_file.file < 0) return DiskFailed("cannot make", path, errno);
    const std::string zeros(std::min(bytes, kZerosAtOnce), '\0');
    std::size_t size = 0;
    while (size < bytes) {
        const ssize_t written = write(open_file.file, zeros.data(), std::min(zeros.size(), bytes - size));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        size += static_cast<std::size_t>(written);
    }
    if (size == bytes && fdatasync(open_file.file) == 0) return {};
    const int error = errno;
    unlink(path.c_str());
    return DiskFailed("cannot reserve space for", path, error);
}

Result<std::string> ReadRange(const std::filesystem::path& path, std::size_t from, std::size_t to) {
    const OpenFile open_file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (open_file.file < 0) return DiskFailed("cannot open", path, errno);
    std::string bytes(to - from, '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        const ssize_t got =
            pread(open_file.file, bytes.data() + size, bytes.size() - size, static_cast<off_t>(from + size));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return DiskFailed("cannot read", path, errno);
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    bytes.resize(size);
    return bytes;
}

Status SyncFolder(const std::filesystem::path& folder) {
    const OpenFile open_file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (open_file.file < 0 || fsync(open_file.file) != 0) return DiskFailed("cannot sync", folder, errno);
    return {};
}

}  // namespace fairlead::journal
