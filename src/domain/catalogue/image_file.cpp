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

struct Pixels {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// The chunks must lead to the last one, so a file that was cut off is not accepted.
std::optional<Pixels> ReadPng(const ImageBytes& file) {
    std::size_t at = kPngStart.size();
    if (file.Big32(at) != 13 || file.Text(at + 4, 4) != "IHDR") return std::nullopt;
    const Pixels pixels{file.Big32(at + 8), file.Big32(at + 12)};
    bool has_data = false;
    while (at + kChunkFrame <= file.size()) {
        const std::string_view type = file.Text(at + 4, 4);
        has_data = has_data || type == "IDAT";
        if (type == "IEND") return has_data ? std::optional(pixels) : std::nullopt;
        at += kChunkFrame + file.Big32(at);
    }
    return std::nullopt;
}

// The markers that start a frame, which has the size. C4, C8 and CC have other meanings.
bool StartsFrame(std::uint32_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

std::optional<Pixels> ReadJpeg(const ImageBytes& file) {
    // The end of the image. Some programs append data to it.
    const bool ends = file.Text(0, file.size()).rfind("\xFF\xD9") != std::string_view::npos;
    std::size_t at = 2;
    while (ends && at + 4 <= file.size()) {
        if (file.At(at) != 0xFF) return std::nullopt;
        const std::uint32_t marker = file.At(at + 1);
        if (marker == 0xFF) {  // A fill byte.
            ++at;
            continue;
        }
        const std::uint32_t length = file.Big16(at + 2);
        if (length < 2 || marker == 0xDA) return std::nullopt;
        if (StartsFrame(marker)) {
            if (length < 8 || at + 2 + length > file.size()) return std::nullopt;
            return Pixels{file.Big16(at + 7), file.Big16(at + 5)};
        }
        at += 2 + length;
    }
    return std::nullopt;
}

std::optional<Pixels> ReadGif(const ImageBytes& file) {
    constexpr std::uint32_t kTrailer = 0x3B;
    if (file.size() < 14 || file.At(file.size() - 1) != kTrailer) return std::nullopt;
    return Pixels{file.Little16(6), file.Little16(8)};
}

std::optional<Pixels> ReadWebp(const ImageBytes& file) {
    // The first 8 bytes are not part of the length.
    if (file.size() < 30 || std::uint64_t{file.Little32(4)} + 8 > file.size()) return std::nullopt;
    constexpr std::size_t kData = 20;  // After the headers of the file and of the first chunk.
    const std::string_view chunk = file.Text(12, 4);
    if (chunk == "VP8X") return Pixels{file.Little24(kData + 4) + 1, file.Little24(kData + 7) + 1};
    if (chunk == "VP8L" && file.At(kData) == 0x2F) {
        const std::uint32_t bits = file.Little32(kData + 1);
        return Pixels{(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1};
    }
    if (chunk == "VP8 " && file.Text(kData + 3, 3) == "\x9D\x01\x2A") {
        return Pixels{file.Little16(kData + 6) & 0x3FFF, file.Little16(kData + 8) & 0x3FFF};
    }
    return std::nullopt;
}

bool IsSvg(std::string_view bytes) {
    constexpr std::size_t kHead = 1024;
    const std::string_view head = bytes.substr(0, kHead);
    return head.find("<svg") != std::string_view::npos;
}

std::unexpected<Error> Refused(std::string message) { return Fail(ErrorCode::kInvalidValue, std::move(message)); }

Result<ImageShape> Checked(ImageFormat format, const std::optional<Pixels>& pixels) {
    const std::string name(kImageFormatNames[static_cast<std::size_t>(format)]);
    if (!pixels || pixels->width == 0 || pixels->height == 0) {
        return Refused("the file starts like a " + name + " image, but is damaged or incomplete");
    }
    if (pixels->width > kImagePixelsMax || pixels->height > kImagePixelsMax) {
        return Refused("an image may be at most " + std::to_string(kImagePixelsMax) + " pixels wide and high");
    }
    return ImageShape{format, static_cast<int>(pixels->width), static_cast<int>(pixels->height)};
}

}  // namespace

Result<ImageShape> ReadImageShape(std::string_view bytes) {
    if (bytes.empty()) return Refused("the body is empty. Send the bytes of an image");
    if (bytes.size() > kImageBytesMax) return Refused("an image may have at most 2 MiB");
    const ImageBytes file(bytes);
    if (bytes.starts_with(kPngStart)) return Checked(ImageFormat::kPng, ReadPng(file));
    if (bytes.starts_with(kJpegStart)) return Checked(ImageFormat::kJpeg, ReadJpeg(file));
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return Checked(ImageFormat::kGif, ReadGif(file));
    if (bytes.starts_with("RIFF") && file.Text(8, 4) == "WEBP") return Checked(ImageFormat::kWebp, ReadWebp(file));
    if (IsSvg(bytes)) {
        return Refused("SVG images are not accepted, because they can contain scripts. Upload a PNG or WebP image");
    }
    return Refused("the file is not a PNG, JPEG, GIF or WebP image");
}

}  // namespace fairlead::catalogue
