#include "domain/catalogue/image_file.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::catalogue {
namespace {

using namespace std::string_literals;

std::string Chunk(const std::string& type, const std::string& data) {
    std::string length(4, '\0');
    length[2] = static_cast<char>(data.size() >> 8);
    length[3] = static_cast<char>(data.size());
    return length + type + data + "CRC!";
}

// 300 × 250, a usual size of banners.
std::string PngFile() {
    return "\x89PNG\r\n\x1A\n"s + Chunk("IHDR", "\0\0\x01\x2C\0\0\0\xFA\x08\x06\0\0\0"s) + Chunk("IDAT", "pixels") +
           Chunk("IEND", "");
}

std::string JpegFile() {
    const std::string app = "\xFF\xE0\0\x06"s + "JFIF";
    const std::string frame = "\xFF\xC2\0\x0B\x08\0\xFA\x01\x2C\x01\x01\x11\0"s;
    return "\xFF\xD8"s + app + frame + "\xFF\xDA\0\x02"s + "scan" + "\xFF\xD9";
}

// A colour table of two entries, a comment, and one frame with its own table and a doubled end of its data.
std::string GifFile() {
    const std::string head = "GIF89a\x2C\x01\xFA\0\x80\0\0"s + "tables";
    const std::string comment = "!\xFE\x03;;;"s + '\0';
    const std::string frame = ",\0\0\0\0\x2C\x01\xFA\0\x80"s + "tables" + "\x02\x02"s + ";;" + "\0\0"s;
    return head + comment + frame + ";";
}

const std::string kWebpChunk = "VP8X\x0A\0\0\0\0\0\0\0\x2B\x01\0\xF9\0\0"s;

std::string WebpFile(const std::string& chunk) {
    std::string file = "RIFF\0\0\0\0WEBP"s + chunk;
    while (file.size() < 40) file += '\0';
    file[4] = static_cast<char>(file.size() - 8);
    return file;
}

ImageShape Shape(const std::string& file) {
    const auto shape = ReadImageShape(file);
    EXPECT_TRUE(shape.has_value()) << shape.error().message;
    return shape.value_or(ImageShape());
}

std::string WhyRefused(const std::string& file) {
    const auto shape = ReadImageShape(file);
    EXPECT_FALSE(shape.has_value());
    return shape ? std::string() : shape.error().message;
}

TEST(ImageFile, TheFormatAndTheSizeAreReadFromTheContent) {
    EXPECT_EQ(Shape(PngFile()), (ImageShape{ImageFormat::kPng, 300, 250}));
    EXPECT_EQ(Shape(JpegFile()), (ImageShape{ImageFormat::kJpeg, 300, 250}));
    EXPECT_EQ(Shape(GifFile()), (ImageShape{ImageFormat::kGif, 300, 250}));
}

TEST(ImageFile, AllThreeKindsOfWebpAreRead) {
    const ImageShape expected{ImageFormat::kWebp, 300, 250};
    EXPECT_EQ(Shape(WebpFile(kWebpChunk)), expected);
    // 14 bits of the width minus one, then 14 bits of the height minus one: 299 + 249 * 16384.
    EXPECT_EQ(Shape(WebpFile("VP8L\x0A\0\0\0\x2F\x2B\x41\x3E\0"s)), expected);
    EXPECT_EQ(Shape(WebpFile("VP8 \x0A\0\0\0\0\0\0\x9D\x01\x2A\x2C\x01\xFA\0"s)), expected);
}

TEST(ImageFile, AFileThatWasCutOffIsRefused) {
    for (const std::string& file : {PngFile(), JpegFile(), GifFile(), WebpFile("VP8X\x0A\0\0\0"s)}) {
        EXPECT_NE(WhyRefused(file.substr(0, file.size() - 1)).find("damaged or incomplete"), std::string::npos);
    }
}

// A picture viewer ignores such data. They can be an archive with a program, or the part that was cropped away.
TEST(ImageFile, AFileWithDataAfterTheImageIsRefused) {
    const std::string archive = "PK\x05\x06"s + std::string(18, '\0');
    for (const std::string& file : {PngFile(), JpegFile(), GifFile(), WebpFile(kWebpChunk)}) {
        EXPECT_NE(WhyRefused(file + archive).find("22 bytes after the end"), std::string::npos) << file;
        // The end of the data looks like the end of an image.
        EXPECT_NE(WhyRefused(file + archive + file).find("bytes after the end"), std::string::npos) << file;
    }
    EXPECT_NE(WhyRefused(PngFile() + PngFile()).find("bytes after the end"), std::string::npos);
    EXPECT_NE(WhyRefused(GifFile() + ";").find("1 bytes after the end"), std::string::npos);
}

TEST(ImageFile, TheImagesThatCamerasAppendToAJpegAreAccepted) {
    const ImageShape expected{ImageFormat::kJpeg, 300, 250};
    EXPECT_EQ(Shape(JpegFile() + JpegFile()), expected);
    EXPECT_EQ(Shape(JpegFile() + "\0\0\0"s + JpegFile() + "\0"s), expected);
    EXPECT_NE(WhyRefused(JpegFile() + "\xFF\xD8\xFF"s).find("3 bytes after the end"), std::string::npos);
}

TEST(ImageFile, MarkersInsideTheScanOfAJpegDoNotEndIt) {
    const std::string file = JpegFile();
    const std::string scan = "\xFF\0\xD9\xFF\xD0\xFF\xD7"s + "\xFF\xC4\0\x04..\xFF\xDA\0\x02"s;
    EXPECT_EQ(Shape(file.substr(0, file.size() - 2) + scan + "more\xFF\xFF\xD9"s).width, 300);
}

TEST(ImageFile, AWebpOfOddLengthMayHaveAZeroAfterIt) {
    std::string file = WebpFile(kWebpChunk) + "x";
    ++file[4];
    EXPECT_EQ(Shape(file).width, 300);
    EXPECT_EQ(Shape(file + "\0"s).width, 300);
    EXPECT_NE(WhyRefused(file + "y").find("after the end"), std::string::npos);
    EXPECT_NE(WhyRefused(WebpFile(kWebpChunk) + "\0"s).find("after the end"), std::string::npos);
}

TEST(ImageFile, AnSvgIsRefusedWithItsReason) {
    EXPECT_NE(WhyRefused("<?xml version=\"1.0\"?><svg onload=\"alert(1)\"/>").find("scripts"), std::string::npos);
}

TEST(ImageFile, OtherContentIsRefusedWhateverItsNameWas) {
    EXPECT_EQ(WhyRefused("<html><script>alert(1)</script>"), "the file is not a PNG, JPEG, GIF or WebP image");
    EXPECT_EQ(WhyRefused("BM bitmap"), "the file is not a PNG, JPEG, GIF or WebP image");
    EXPECT_NE(WhyRefused("").find("empty"), std::string::npos);
}

TEST(ImageFile, AnImageIsBoundedInBytesAndPixels) {
    EXPECT_EQ(WhyRefused(PngFile() + std::string(kImageBytesMax, ' ')), "an image may have at most 2 MiB");
    std::string wide = PngFile();
    wide[18] = '\x27';  // 0x272C pixels.
    EXPECT_NE(WhyRefused(wide).find("at most 10000 pixels"), std::string::npos);
    std::string flat = PngFile();
    flat[23] = '\0';
    EXPECT_NE(WhyRefused(flat).find("damaged"), std::string::npos);
}

TEST(ImageFile, AChunkLengthThatWrapsEndsTheRead) {
    std::string file = PngFile();
    file[33] = '\xFF';
    file[34] = '\xFF';
    file[35] = '\xFF';
    file[36] = '\xFF';
    EXPECT_NE(WhyRefused(file).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace fairlead::catalogue
