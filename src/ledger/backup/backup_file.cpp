#include "ledger/backup/backup_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/byte_codec.hpp"
#include "ledger/archive/zstd_frame.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead = "fairlead backup";
constexpr char kBackupVersion = 1;
constexpr std::string_view kBackupEnd = "backup end";
constexpr std::size_t kBackupHeadBytes = kHead.size() + 1;
constexpr std::size_t kTrailerBytes = 8 + 8 + 32 + kBackupEnd.size();
constexpr int kBackupPackLevel = 3;

std::string LittleEndian(std::uint64_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
    return out;
}

std::uint64_t FromLittleEndian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return value;
}

std::string_view DigestText(const Bytes32& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

void AppendDigest(std::string& out, const Bytes32& digest) { out.append(DigestText(digest)); }

Bytes32 ReadDigest(ByteReader& reader) {
    const Bytes16 first = reader.Bytes();
    const Bytes16 second = reader.Bytes();
    Bytes32 digest{};
    std::ranges::copy(first, digest.begin());
    std::ranges::copy(second, digest.begin() + first.size());
    return digest;
}

std::string Encode(const BackupManifest& manifest) {
    std::string out;
    AppendVarint(out, manifest.schema);
    AppendText(out, manifest.engine);
    AppendSigned(out, manifest.taken_at.micros);
    AppendVarint(out, manifest.parts.size());
    for (const BackupPart& part : manifest.parts) {
        out += static_cast<char>(part.kind);
        AppendText(out, part.name);
        AppendVarint(out, part.columns.size());
        for (const std::string& column : part.columns) AppendText(out, column);
        AppendVarint(out, part.count);
        AppendVarint(out, part.offset);
        AppendVarint(out, part.bytes);
        AppendDigest(out, part.digest);
    }
    return out;
}

BackupPart ReadPart(ByteReader& reader) {
    BackupPart part;
    const std::uint8_t kind = reader.Byte();
    if (kind > static_cast<std::uint8_t>(PartKind::kPages)) reader.Fail();
    part.kind = static_cast<PartKind>(kind);
    part.name = reader.Text();
    const std::uint64_t columns = reader.Varint();
    for (std::uint64_t i = 0; i < columns && reader.ok(); ++i) part.columns.emplace_back(reader.Text());
    part.count = reader.Varint();
    part.offset = reader.Varint();
    part.bytes = reader.Varint();
    part.digest = ReadDigest(reader);
    return part;
}

std::optional<BackupManifest> Decode(std::string_view bytes) {
    ByteReader reader(bytes);
    BackupManifest manifest;
    manifest.schema = reader.Varint();
    manifest.engine = reader.Text();
    manifest.taken_at = Timestamp{reader.Signed()};
    const std::uint64_t parts = reader.Varint();
    for (std::uint64_t i = 0; i < parts && reader.ok(); ++i) manifest.parts.push_back(ReadPart(reader));
    return reader.ok() && reader.AtEnd() ? std::optional(std::move(manifest)) : std::nullopt;
}

fs::path UnfinishedPath(const fs::path& path) { return path.string() + std::string(kUnfinishedEnding); }

// Renames without replacing a file. On file systems that cannot do both atomically, it checks first.
bool GiveName(const fs::path& from, const fs::path& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    std::error_code error;
    if (fs::exists(fs::symlink_status(to, error))) {
        errno = EEXIST;
        return false;
    }
    return rename(from.c_str(), to.c_str()) == 0;
}

// Whether nobody else can read or change what is written to the file. In a folder that others may write to, somebody
// may have put it there.
bool IsOnlyOurs(const DiskFile& file) {
    struct stat found{};
    return fstat(file.descriptor(), &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
           (found.st_mode & 077) == 0 && found.st_nlink == 1;
}

}  // namespace

const BackupPart* BackupManifest::Find(PartKind kind, std::string_view name) const {
    const auto found =
        std::ranges::find_if(parts, [&](const BackupPart& part) { return part.kind == kind && part.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

std::uint64_t BackupManifest::Rows() const {
    std::uint64_t rows = 0;
    for (const BackupPart& part : parts) rows += part.kind == PartKind::kTable ? part.count : 0;
    return rows;
}

Result<BackupWriter> BackupWriter::Create(const fs::path& path) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) {
        return Fail(ErrorCode::kUnavailable, path.string() + " already exists: a backup never replaces a file");
    }
    const fs::path unfinished = UnfinishedPath(path);
    DiskFile file(unfinished, O_WRONLY | O_CREAT | O_NOFOLLOW);
    if (!file.is_open()) {
        return Fail(ErrorCode::kUnavailable, "cannot write " + unfinished.string() + ": " + std::strerror(errno));
    }
    if (!IsOnlyOurs(file)) {
        return Fail(ErrorCode::kUnavailable,
                    unfinished.string() + " belongs to another user, or others may open it: remove it first");
    }
    // The remains of a killed backup are overwritten, but not a backup that another process is writing.
    if (!file.TryLock()) {
        return Fail(ErrorCode::kUnavailable, "another backup is being written to " + unfinished.string());
    }
    BackupWriter writer(path, std::move(file));
    if (!writer.file_.Truncate()) return writer.Failed("write");
    TRY(writer.Write(std::string(kHead) + kBackupVersion));
    return writer;
}

BackupWriter::BackupWriter(BackupWriter&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::move(other.file_)),
      written_(other.written_),
      part_(std::move(other.part_)),
      digester_(other.digester_),
      parts_(std::move(other.parts_)),
      in_place_(other.in_place_) {}

BackupWriter::~BackupWriter() {
    std::error_code ignored;
    if (file_.is_open() && !in_place_) fs::remove(UnfinishedPath(path_), ignored);
}

std::unexpected<Error> BackupWriter::Failed(std::string_view doing) const {
    return Fail(ErrorCode::kUnavailable,
                "cannot " + std::string(doing) + " the backup " + path_.string() + ": " + std::strerror(errno));
}

Status BackupWriter::Write(std::string_view bytes) {
    if (!file_.Write(bytes)) return Failed("write");
    written_ += bytes.size();
    return {};
}

void BackupWriter::StartPart(PartKind kind, std::string name, std::vector<std::string> columns) {
    part_ = {.kind = kind, .name = std::move(name), .columns = std::move(columns), .offset = written_};
    digester_ = Digester256();
}

Status BackupWriter::Append(std::string_view bytes, std::uint64_t count) {
    std::string frame;
    AppendZstdFrame(frame, bytes, kBackupPackLevel, FrameChecksum::kWith);
    digester_.Add(frame);
    part_.count += count;
    TRY(Write(LittleEndian(frame.size(), 4)));
    return Write(frame);
}

void BackupWriter::EndPart() {
    part_.bytes = written_ - part_.offset;
    part_.digest = digester_.Finish();
    parts_.push_back(std::move(part_));
}

Result<std::uint64_t> BackupWriter::Finish(BackupManifest manifest) {
    manifest.parts = parts_;
    const std::uint64_t offset = written_;
    std::string ends;
    AppendZstdFrame(ends, Encode(manifest), kBackupPackLevel, FrameChecksum::kWith);
    const Bytes32 digest = Digest256(ends);
    const std::uint64_t size = ends.size();
    ends += LittleEndian(offset, 8) + LittleEndian(size, 8);
    AppendDigest(ends, digest);
    ends += kBackupEnd;
    TRY(Write(ends));
    if (!file_.Sync()) return Failed("write");
    if (!GiveName(UnfinishedPath(path_), path_)) return Failed("name");
    in_place_ = true;
    if (!SyncFolder(path_.parent_path())) return Failed("name");
    return written_;
}

Result<BackupReader> BackupReader::Open(const fs::path& path) {
    DiskFile file(path, O_RDONLY);
    if (!file.is_open()) {
        return Fail(ErrorCode::kUnavailable, "cannot read " + path.string() + ": " + std::strerror(errno));
    }
    BackupReader reader(path, std::move(file));
    TRY(reader.ReadEnds());
    return reader;
}

std::unexpected<Error> BackupReader::Damaged(std::string_view what) const {
    return Fail(ErrorCode::kUnavailable, "the backup " + path_.string() + " is damaged: " + std::string(what));
}

Status BackupReader::ReadEnds() {
    size_ = file_.size();
    const auto head = size_ < kBackupHeadBytes ? std::nullopt : file_.Read(0, kBackupHeadBytes);
    if (!head || !head->starts_with(kHead)) {
        return Fail(ErrorCode::kUnavailable, path_.string() + " is not a Fairlead backup");
    }
    if (head->back() != kBackupVersion) {
        return Fail(ErrorCode::kUnavailable, "the backup " + path_.string() + " is in format " +
                                                 std::to_string(static_cast<unsigned char>(head->back())) +
                                                 ", which this version of the program does not know");
    }
    const auto trailer =
        size_ < kBackupHeadBytes + kTrailerBytes ? std::nullopt : file_.Read(size_ - kTrailerBytes, kTrailerBytes);
    if (!trailer || !trailer->ends_with(kBackupEnd)) return Damaged("its end is missing");
    const std::uint64_t offset = FromLittleEndian(std::string_view(*trailer).substr(0, 8));
    const std::uint64_t bytes = FromLittleEndian(std::string_view(*trailer).substr(8, 8));
    const std::uint64_t end = size_ - kTrailerBytes;
    if (offset < kBackupHeadBytes || offset > end || bytes != end - offset)
        return Damaged("its end has a wrong position");
    const auto frame = file_.Read(offset, bytes);
    if (!frame || DigestText(Digest256(*frame)) != std::string_view(*trailer).substr(16, 32)) {
        return Damaged("its list of contents has changed");
    }
    const auto unpacked = ReadZstdFrame(*frame);
    auto manifest = unpacked ? Decode(*unpacked) : std::nullopt;
    if (!manifest) return Damaged("its list of contents cannot be read");
    manifest_ = std::move(*manifest);
    return CheckExtents(offset);
}

// Every byte between the head and the manifest belongs to one part.
Status BackupReader::CheckExtents(std::uint64_t end) const {
    std::uint64_t reached = kBackupHeadBytes;
    for (const BackupPart& part : manifest_.parts) {
        if (part.offset != reached || part.bytes > end - reached) return Damaged(part.name + " is not in its place");
        reached += part.bytes;
    }
    return reached == end ? Status() : Status(Damaged("it contains more than its list of contents"));
}

Status BackupReader::EachFrame(const BackupPart& part, const std::function<Status(std::string_view)>& take) const {
    const std::uint64_t end = part.offset + part.bytes;
    for (std::uint64_t at = part.offset; at < end;) {
        const auto size = end - at < 4 ? std::nullopt : file_.Read(at, 4);
        const std::uint64_t bytes = size ? FromLittleEndian(*size) : 0;
        const auto frame = size && bytes <= end - at - 4 ? file_.Read(at + 4, bytes) : std::nullopt;
        if (!frame) return Damaged(part.name + " ends too early");
        TRY(take(*frame));
        at += 4 + bytes;
    }
    return {};
}

Status BackupReader::Check(const std::function<void(std::uint64_t)>& on_progress) const {
    std::uint64_t read = 0;
    for (const BackupPart& part : manifest_.parts) {
        Digester256 digester;
        auto done = EachFrame(part, [&](std::string_view frame) {
            digester.Add(frame);
            read += frame.size();
            if (on_progress) on_progress(read);
            return Status();
        });
        if (!done) return done;
        if (digester.Finish() != part.digest) return Damaged(part.name + " has changed");
    }
    return {};
}

Status BackupReader::Read(const BackupPart& part, const std::function<Status(std::string_view)>& take) const {
    return EachFrame(part, [&](std::string_view frame) -> Status {
        const auto bytes = ReadZstdFrame(frame);
        return bytes ? take(*bytes) : Status(Damaged(part.name + " cannot be unpacked"));
    });
}

}  // namespace fairlead::ledger
