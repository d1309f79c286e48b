#include "ledger/follow/changes_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "base/crypto/secrets.hpp"
#include "base/text/byte_codec.hpp"
#include "ledger/archive/zstd_frame.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kChangesHead("fairlead changes\1", 17);
constexpr std::size_t kSizeBytes = 4;
constexpr std::size_t kDigestBytes = 32;
constexpr std::size_t kCheckBytes = 4;
constexpr std::size_t kRecordHeadBytes = kSizeBytes + kDigestBytes + kCheckBytes;
constexpr int kChangesPackLevel = 3;

std::string DigestOf(std::string_view bytes) {
    const Bytes32 digest = Digest256(bytes);
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string EncodeSize(std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < kSizeBytes; ++i) out += static_cast<char>(size >> (8 * i));
    return out;
}

std::size_t DecodeSize(std::string_view bytes) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < kSizeBytes; ++i) size |= std::size_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    return size;
}

void AppendPlace(std::string& out, const LogPosition& place) {
    for (const std::uint32_t number :
         {place.salts.first, place.salts.second, place.frame, place.checksum.first, place.checksum.second}) {
        AppendVarint(out, number);
    }
}

LogPosition ReadPlace(ByteReader& reader) {
    const auto number = [&] { return static_cast<std::uint32_t>(reader.Varint()); };
    LogPosition place;
    place.salts.first = number();
    place.salts.second = number();
    place.frame = number();
    place.checksum.first = number();
    place.checksum.second = number();
    return place;
}

std::string EncodeRecord(const ChangeRecord& record) {
    std::string content;
    content.reserve(64 + record.pages.size() * (record.page_bytes + 8));
    AppendSigned(content, record.seen_at.micros);
    AppendPlace(content, record.from);
    AppendPlace(content, record.to);
    AppendVarint(content, record.page_bytes);
    AppendVarint(content, record.pages.size());
    for (const ChangedPage& page : record.pages) {
        AppendVarint(content, page.number);
        AppendVarint(content, page.pages_after);
        content.append(page.bytes);
    }
    return content;
}

std::optional<ChangeRecord> DecodeRecord(std::shared_ptr<const std::string> content) {
    ChangeRecord record;
    std::string_view rest = *content;
    ByteReader head(rest);
    record.seen_at = Timestamp{head.Signed()};
    record.from = ReadPlace(head);
    record.to = ReadPlace(head);
    record.page_bytes = static_cast<std::uint32_t>(head.Varint());
    const std::uint64_t count = head.Varint();
    rest = head.rest();
    if (!head.ok() || count > rest.size()) return std::nullopt;
    for (std::uint64_t i = 0; i < count; ++i) {
        ByteReader reader(rest);
        ChangedPage page{.number = static_cast<std::uint32_t>(reader.Varint()),
                         .pages_after = static_cast<std::uint32_t>(reader.Varint()),
                         .bytes = {}};
        if (!reader.ok() || page.number == 0 || reader.rest().size() < record.page_bytes) return std::nullopt;
        page.bytes = reader.rest().substr(0, record.page_bytes);
        rest = reader.rest().substr(record.page_bytes);
        record.pages.push_back(page);
    }
    if (!rest.empty()) return std::nullopt;
    record.content = std::move(content);
    return record;
}

}  // namespace

Result<ChangesWriter> ChangesWriter::Create(const fs::path& path) {
    DiskFile file(path, O_WRONLY | O_CREAT | O_EXCL);
    ChangesWriter writer(path, std::move(file));
    if (!writer.file_.is_open() || !writer.file_.Write(kChangesHead)) return writer.Failed();
    writer.bytes_ = kChangesHead.size();
    TRY(writer.Sync());
    if (!SyncFolder(path.parent_path())) return writer.Failed();
    return writer;
}

Status ChangesWriter::Append(const ChangeRecord& record) {
    std::string frame;
    AppendZstdFrame(frame, EncodeRecord(record), kChangesPackLevel, FrameChecksum::kWith);
    std::string out = EncodeSize(frame.size()) + DigestOf(frame);
    out += DigestOf(out).substr(0, kCheckBytes);
    out += frame;
    if (!file_.Write(out)) return Failed();
    bytes_ += out.size();
    return {};
}

Status ChangesWriter::Sync() { return file_.Sync() ? Status() : Status(Failed()); }

std::unexpected<Error> ChangesWriter::Failed() const {
    return Fail(ErrorCode::kUnavailable, "cannot write " + path_.string() + ": " + std::strerror(errno));
}

Result<ChangesReader> ChangesReader::Open(const fs::path& path) {
    DiskFile file(path, O_RDONLY);
    if (!file.is_open()) {
        return Fail(ErrorCode::kUnavailable, "cannot read " + path.string() + ": " + std::strerror(errno));
    }
    ChangesReader reader(path, std::move(file));
    reader.size_ = reader.file_.size();
    const auto head = reader.file_.Read(0, std::min<std::uint64_t>(reader.size_, kChangesHead.size()));
    if (!head || !kChangesHead.starts_with(*head)) {
        return Fail(ErrorCode::kUnavailable,
                    path.string() + " is not a file of changes that this version of the program knows");
    }
    reader.is_torn_ = head->size() < kChangesHead.size();
    reader.at_ = reader.is_torn_ ? 0 : head->size();
    return reader;
}

std::unexpected<Error> ChangesReader::Damaged() const {
    return Fail(ErrorCode::kUnavailable,
                "the file of changes " + path_.string() + " is damaged at byte " + std::to_string(at_));
}

std::optional<ChangeRecord> ChangesReader::Torn() {
    is_torn_ = true;
    return std::nullopt;
}

// A record is torn if its content reaches beyond the end of the file, or if it is the last one. Everything else that
// does not match is damage.
Result<std::optional<ChangeRecord>> ChangesReader::Next() {
    if (is_torn_ || at_ == size_) return std::nullopt;
    const std::uint64_t left = size_ - at_;
    if (left < kRecordHeadBytes) return Torn();
    const auto head = file_.Read(at_, kRecordHeadBytes);
    if (!head) return Damaged();
    const std::string_view named = std::string_view(*head).substr(0, kSizeBytes + kDigestBytes);
    const bool head_is_whole = DigestOf(named).starts_with(std::string_view(*head).substr(named.size()));
    if (!head_is_whole) {
        // A file system may have extended the file before it wrote the bytes.
        const auto rest = file_.Read(at_, left);
        const bool is_empty = rest && std::ranges::all_of(*rest, [](char byte) { return byte == 0; });
        if (is_empty) return Torn();
        return Damaged();
    }
    const std::uint64_t size = DecodeSize(*head);
    if (size > left - kRecordHeadBytes) return Torn();
    const auto frame = file_.Read(at_ + kRecordHeadBytes, size);
    if (!frame || DigestOf(*frame) != named.substr(kSizeBytes)) {
        if (kRecordHeadBytes + size == left) return Torn();
        return Damaged();
    }
    auto content = ReadZstdFrame(*frame);
    auto record = content ? DecodeRecord(std::make_shared<const std::string>(std::move(*content))) : std::nullopt;
    if (!record) return Damaged();
    at_ += kRecordHeadBytes + size;
    return record;
}

}  // namespace fairlead::ledger
