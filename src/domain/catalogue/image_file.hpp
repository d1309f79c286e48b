#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.hpp"

namespace fairlead::catalogue {

// The formats of uploaded images. SVG is not one of them: it is a document that can contain scripts and load other
// files, and it would be served from the host of the console.
enum class ImageFormat : std::uint8_t { kPng, kJpeg, kGif, kWebp };
inline constexpr std::array<std::string_view, 4> kImageFormatNames{"png", "jpeg", "gif", "webp"};
inline constexpr std::array<std::string_view, 4> kImageTypes{"image/png", "image/jpeg", "image/gif", "image/webp"};

inline constexpr std::size_t kImageBytesMax = 2 << 20;
inline constexpr int kImagePixelsMax = 10'000;  // The largest width and height.

struct ImageShape {
    ImageFormat format = ImageFormat::kPng;
    int width = 0;
    int height = 0;

    bool operator==(const ImageShape&) const = default;
};

// Recognizes an image by its content and reads its size in pixels. kInvalidValue if it has another format, ends early,
// is followed by other data, or is larger than the limits. The pixels themselves are not decoded.
Result<ImageShape> ReadImageShape(std::string_view bytes);

}  // namespace fairlead::catalogue
