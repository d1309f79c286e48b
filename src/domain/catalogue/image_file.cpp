#include "domain/catalogue/image_file.hpp"

#include <optional>
#include <string>

namespace fairlead::catalogue {
namespace {

constexpr std::string_view kPngStart("\x89PNG\r\n\x1A\n", 8);
constexpr std::string_view kJpegStart("\xFF\xD8\xFF", 3);
constexpr std::size_t kChunkFrame = 12;  // The length, the type and the checksum of a PNG chunk.

// Reads numbers of a file. A read beyond its end gives zero.
class ImageBytes {
public:
    explicit ImageBytes(std::string_view bytes) : bytes_(bytes) {}

    std::size_t size() const { return bytes_.size(); }
    std::uint32_t At(std::size_t position) const {
        return position < bytes_.size() ? static_cast<std::uint8_t>(bytes_[position]) : 0;
    }
    // Numbers with the most significant byte first.
    std::uint32_t Big16(std::size_t at) const { return At(at) << 8 | At(at + 1); }
    std::uint32_t Big32(std::size_t at) const { return Big16(at) << 16 | Big16(at + 2); }
    // Numbers with the least significant byte first.
    std::uint32_t Little16(std::size_t at) const { return At(at) | At(at + 1) << 8; }
    std::uint32_t Little24(std::size_t at) const { return Little16(at) | At(at + 2) << 16; }
    std::uint32_t Little32(std::size_t at) const { return Little16(at) | Little16(at + 2) << 16; }
    std::string_view Text(std::size_t at, std::size_t length) const {
        return at > bytes_.size() ? std::string_view() : bytes_.substr(at, length);
    }

private:
    std::string_view bytes_;
};

// The size of an image in pixels, and the position after the last byte that belongs to it.
struct Extent {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::size_t end = 0;
};

// The chunks must lead to the last one, so a file that was cut off is not accepted.
std::optional<Extent> ReadPng(const ImageBytes& file) {
    std::size_t at = kPngStart.size();
    if (file.Big32(at) != 13 || file.Text(at + 4, 4) != "IHDR") return std::nullopt;
    Extent extent{file.Big32(at + 8), file.Big32(at + 12)};
    bool has_data = false;
    while (at + kChunkFrame <= file.size()) {
        const std::string_view type = file.Text(at + 4, 4);
        has_data = has_data || type == "IDAT";
        // The last chunk has no data. If it claims some, they count as bytes after the end.
        extent.end = at + kChunkFrame;
        if (type == "IEND") return has_data ? std::optional(extent) : std::nullopt;
        at += kChunkFrame + file.Big32(at);
    }
    return std::nullopt;
}

// The markers that start a frame, which has the size. C4, C8 and CC have other meanings.
bool StartsFrame(std::uint32_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// The position of the first marker after the data of a scan. Inside the data, FF is followed by a zero, by a marker
// that restarts the decoder, or by another FF.
std::size_t SkipScan(const ImageBytes& file, std::size_t at) {
    const auto belongs_to_scan = [](std::uint32_t next) {
        return next == 0x00 || next == 0xFF || (next >= 0xD0 && next <= 0xD7);
    };
    while (at < file.size() && (file.At(at) != 0xFF || belongs_to_scan(file.At(at + 1)))) ++at;
    return at;
}

// One JPEG image, from its start marker to its end marker.
std::optional<Extent> ReadJpegImage(const ImageBytes& file, std::size_t start) {
    Extent extent;
    std::size_t at = start + 2;
    while (at + 2 <= file.size()) {
        if (file.At(at) != 0xFF) return std::nullopt;
        const std::uint32_t marker = file.At(at + 1);
        if (marker == 0xFF) {  // A fill byte.
            ++at;
            continue;
        }
        if (marker == 0xD9) {
            extent.end = at + 2;
            return extent;
        }
        const std::uint32_t length = file.Big16(at + 2);
        const bool is_scan = marker == 0xDA;
        if (length < 2 || (is_scan && extent.width == 0)) return std::nullopt;
        if (StartsFrame(marker) && extent.width == 0) {
            if (length < 8) return std::nullopt;
            extent.width = file.Big16(at + 7);
            extent.height = file.Big16(at + 5);
        }
        at += 2 + length;
        if (is_scan) at = SkipScan(file, at);
    }
    return std::nullopt;
}

// Cameras and phones append further JPEG images to the first one (previews and brightness for HDR, CIPA DC-007) and
// fill gaps with zeros. Both are accepted, because they cannot hide a file of another type. Nothing else is.
std::optional<Extent> ReadJpeg(const ImageBytes& file) {
    auto extent = ReadJpegImage(file, 0);
    while (extent && extent->end < file.size()) {
        if (file.At(extent->end) == 0) {
            ++extent->end;
            continue;
        }
        if (file.Text(extent->end, kJpegStart.size()) != kJpegStart) break;
        const auto next = ReadJpegImage(file, extent->end);
        if (!next) break;
        extent->end = next->end;
    }
    return extent;
}

// The bytes of the colour table that these flags of a GIF announce.
std::size_t ColorTableBytes(std::uint32_t flags) { return (flags & 0x80) == 0 ? 0 : std::size_t{6} << (flags & 7); }

// The position after a series of data blocks of a GIF, which ends with an empty block.
std::size_t SkipDataBlocks(const ImageBytes& file, std::size_t at) {
    while (file.At(at) != 0) at += 1 + file.At(at);
    return at + 1;
}

std::optional<Extent> ReadGif(const ImageBytes& file) {
    constexpr std::size_t kHead = 13;
    std::size_t at = kHead + ColorTableBytes(file.At(10));
    while (at < file.size()) {
        switch (file.At(at)) {
            case 0x00:  // Some programs end a series of data blocks twice.
                ++at;
                break;
            case 0x21:  // An extension, with its type.
                at = SkipDataBlocks(file, at + 2);
                break;
            case 0x2C:  // A frame: its place and flags, its colours, and the width of its codes.
                at = SkipDataBlocks(file, at + 10 + ColorTableBytes(file.At(at + 9)) + 1);
                break;
            case 0x3B: return Extent{file.Little16(6), file.Little16(8), at + 1};
            default: return std::nullopt;
        }
    }
    return std::nullopt;
}

// The length of a WebP file does not include its first 8 bytes. A file with an odd length may have a zero after it.
std::size_t EndOfWebp(const ImageBytes& file) {
    const std::size_t end = std::size_t{file.Little32(4)} + 8;
    const bool has_padding = end % 2 == 1 && end + 1 == file.size() && file.At(end) == 0;
    return has_padding ? end + 1 : end;
}

std::optional<Extent> ReadWebp(const ImageBytes& file) {
    const std::size_t end = EndOfWebp(file);
    if (end < 30 || end > file.size()) return std::nullopt;
    constexpr std::size_t kData = 20;  // After the headers of the file and of the first chunk.
    const std::string_view chunk = file.Text(12, 4);
    if (chunk == "VP8X") return Extent{file.Little24(kData + 4) + 1, file.Little24(kData + 7) + 1, end};
    if (chunk == "VP8L" && file.At(kData) == 0x2F) {
        const std::uint32_t bits = file.Little32(kData + 1);
        return Extent{(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, end};
    }
    if (chunk == "VP8 " && file.Text(kData + 3, 3) == "\x9D\x01\x2A") {
        return Extent{file.Little16(kData + 6) & 0x3FFF, file.Little16(kData + 8) & 0x3FFF, end};
    }
    return std::nullopt;
}

bool IsSvg(std::string_view bytes) {
    constexpr std::size_t kHead = 1024;
    const std::string_view head = bytes.substr(0, kHead);
    return head.find("<svg") != std::string_view::npos;
}

std::unexpected<Error> Refused(std::string message) { return Fail(ErrorCode::kInvalidValue, std::move(message)); }

Result<ImageShape> Checked(ImageFormat format, const ImageBytes& file, const std::optional<Extent>& extent) {
    const std::string name(kImageFormatNames[static_cast<std::size_t>(format)]);
    if (!extent || extent->width == 0 || extent->height == 0) {
        return Refused("the file starts like a " + name + " image, but is damaged or incomplete");
    }
    // They could be another file, such as an archive, or the rest of a picture that was cropped to hide it.
    if (extent->end != file.size()) {
        return Refused("the file has " + std::to_string(file.size() - extent->end) + " bytes after the end of its " +
                       name + " image. Export the image again, without other data in the file");
    }
    if (extent->width > kImagePixelsMax || extent->height > kImagePixelsMax) {
        return Refused("an image may be at most " + std::to_string(kImagePixelsMax) + " pixels wide and high");
    }
    return ImageShape{format, static_cast<int>(extent->width), static_cast<int>(extent->height)};
}

}  // namespace

Result<ImageShape> ReadImageShape(std::string_view bytes) {
    if (bytes.empty()) return Refused("the body is empty. Send the bytes of an image");
    if (bytes.size() > kImageBytesMax) return Refused("an image may have at most 2 MiB");
    const ImageBytes file(bytes);
    if (bytes.starts_with(kPngStart)) return Checked(ImageFormat::kPng, file, ReadPng(file));
    if (bytes.starts_with(kJpegStart)) return Checked(ImageFormat::kJpeg, file, ReadJpeg(file));
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"))
        return Checked(ImageFormat::kGif, file, ReadGif(file));
    if (bytes.starts_with("RIFF") && file.Text(8, 4) == "WEBP")
        return Checked(ImageFormat::kWebp, file, ReadWebp(file));
    if (IsSvg(bytes)) {
        return Refused("SVG images are not accepted, because they can contain scripts. Upload a PNG or WebP image");
    }
    return Refused("the file is not a PNG, JPEG, GIF or WebP image");
}

}  // namespace fairlead::catalogue
