#include "ledger/archive/archive_file.hpp"

#include "base/text/byte_codec.hpp"
#include "ledger/archive/zstd_frame.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::string_view kBegin = "fairlead facts";
constexpr std::string_view kArchiveEnd = "facts end";
constexpr char kArchiveVersion = 1;
constexpr std::size_t kNumberBytes = 8;

// Blocks are small and similar. Groups of blocks compress far better, and finding one block in a group is still fast.
constexpr std::size_t kGroupBytes = 256 << 10;
constexpr int kLevel = 6;

void AppendNumber(std::string& out, std::uint64_t number) {
    for (std::size_t i = 0; i < kNumberBytes; ++i) out += static_cast<char>(number >> (8 * i));
}

std::uint64_t ReadArchivedNumber(std::string_view bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < kNumberBytes; ++i)
        number |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << 8 * i;
    return number;
}

std::string HeadOf(OperatorId owner) {
    std::string head(kBegin);
    head += kArchiveVersion;
    AppendId(head, owner);
    return head;
}

// Builds a file.
class ArchiveWriter {
public:
    explicit ArchiveWriter(OperatorId owner) { contents_.bytes = HeadOf(owner); }

    void Add(const ArchivedBlock& block) {
        contents_.places.push_back({.number = block.number,
                                    .recorded_at = block.recorded_at,
                                    .group_offset = contents_.bytes.size(),
                                    .group_bytes = 0,
                                    .entry_offset = group_.size()});
        AppendVarint(group_, static_cast<std::uint64_t>(block.number));
        AppendSigned(group_, block.recorded_at.micros);
        AppendText(group_, block.bytes);
        if (group_.size() >= kGroupBytes) EndGroup();
    }

    ArchiveContents Finish() && {
        EndGroup();
        std::string index;
        AppendVarint(index, contents_.places.size());
        for (const ArchivePlace& place : contents_.places) {
            AppendVarint(index, static_cast<std::uint64_t>(place.number));
            AppendSigned(index, place.recorded_at.micros);
            AppendVarint(index, place.group_offset);
            AppendVarint(index, place.group_bytes);
            AppendVarint(index, place.entry_offset);
        }
        const std::size_t offset = contents_.bytes.size();
        AppendZstdFrame(contents_.bytes, index, kLevel, FrameChecksum::kWith);
        const std::size_t bytes = contents_.bytes.size() - offset;
        AppendNumber(contents_.bytes, offset);
        AppendNumber(contents_.bytes, bytes);
        contents_.bytes += kArchiveEnd;
        return std::move(contents_);
    }

private:
    void EndGroup() {
        if (group_.empty()) return;
        const std::size_t offset = contents_.bytes.size();
        AppendZstdFrame(contents_.bytes, group_, kLevel, FrameChecksum::kWith);
        for (; ended_ < contents_.places.size(); ++ended_) {
            contents_.places[ended_].group_bytes = contents_.bytes.size() - offset;
        }
        group_.clear();
    }

    ArchiveContents contents_;
    std::string group_;
    std::size_t ended_ = 0;  // The number of blocks whose group is in the file.
};

}  // namespace

ArchiveContents EncodeArchive(OperatorId owner, std::span<const ArchivedBlock> blocks) {
    ArchiveWriter writer(owner);
    for (const ArchivedBlock& block : blocks) writer.Add(block);
    return std::move(writer).Finish();
}

bool IsArchiveHead(std::string_view head, OperatorId owner) { return head == HeadOf(owner); }

std::optional<ArchiveExtent> IndexExtent(std::string_view trailer, std::uint64_t file_bytes) {
    if (trailer.size() != kArchiveTrailerBytes || trailer.substr(2 * kNumberBytes) != kArchiveEnd) return std::nullopt;
    const ArchiveExtent extent{ReadArchivedNumber(trailer), ReadArchivedNumber(trailer.substr(kNumberBytes))};
    const bool within = extent.offset <= file_bytes && extent.bytes <= file_bytes - extent.offset;
    return within ? std::optional(extent) : std::nullopt;
}

std::optional<std::vector<ArchivePlace>> ReadArchiveIndex(std::string_view frame) {
    const auto index = ReadZstdFrame(frame);
    if (!index) return std::nullopt;
    ByteReader reader(*index);
    std::vector<ArchivePlace> places;
    const std::uint64_t count = reader.Varint();
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
        ArchivePlace& place = places.emplace_back();
        place.number = static_cast<std::int64_t>(reader.Varint());
        place.recorded_at.micros = reader.Signed();
        place.group_offset = reader.Varint();
        place.group_bytes = reader.Varint();
        place.entry_offset = reader.Varint();
    }
    return reader.ok() && reader.AtEnd() ? std::optional(std::move(places)) : std::nullopt;
}

std::optional<std::string_view> FindInGroup(std::string_view group, const ArchivePlace& place) {
    if (place.entry_offset >= group.size()) return std::nullopt;
    ByteReader reader(group.substr(place.entry_offset));
    const auto number = static_cast<std::int64_t>(reader.Varint());
    const Timestamp recorded_at{reader.Signed()};
    const std::string_view bytes = reader.Text();
    if (!reader.ok() || number != place.number || recorded_at != place.recorded_at) return std::nullopt;
    return bytes;
}

}  // namespace fairlead::ledger
