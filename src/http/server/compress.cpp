#include "http/server/compress.hpp"

#include <memory>
#include <new>
#include <utility>

#include <zlib.h>

#include "base/assert.hpp"
#include "http/framing/accept_encoding.hpp"

namespace fairlead::http {
namespace {

// The fastest level, and a window of 8 KiB: a stream that waits for a slow client holds about 64 KiB.
constexpr int kLevel = 1;
constexpr int kGzipWindowBits = 13 + 16;  // 16 asks zlib for the format of gzip.
constexpr int kMemoryLevel = 6;
constexpr std::size_t kOutputBytes = 16 << 10;

class GzipWriter {
public:
    GzipWriter() {
        const int result = deflateInit2(&state_, kLevel, Z_DEFLATED, kGzipWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY);
        if (result == Z_MEM_ERROR) throw std::bad_alloc();
        FAIRLEAD_ASSERT(result == Z_OK);
    }
    ~GzipWriter() { deflateEnd(&state_); }
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    // Appends what can be written of the compressed text. The last piece completes it.
    void Write(std::string_view text, bool is_last, std::string& out) {
        // zlib does not change its input, although the type of the pointer is not const.
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
        state_.avail_in = static_cast<uInt>(text.size());
        char room[kOutputBytes];
        do {
            state_.next_out = reinterpret_cast<Bytef*>(room);
            state_.avail_out = sizeof(room);
            deflate(&state_, is_last ? Z_FINISH : Z_NO_FLUSH);
            out.append(room, sizeof(room) - state_.avail_out);
        } while (state_.avail_out == 0);
    }

private:
    z_stream state_{};
};

// The pieces of another stream, compressed.
class GzipStream final : public BodyStream {
public:
    explicit GzipStream(std::shared_ptr<BodyStream> plain) : plain_(std::move(plain)) {}

    bool Next(std::string& out) override {
        std::string piece;
        const bool has_more = plain_->Next(piece);
        writer_.Write(piece, !has_more, out);
        return has_more;
    }

private:
    std::shared_ptr<BodyStream> plain_;
    GzipWriter writer_;
};

// A text in pieces.
class TextStream final : public BodyStream {
public:
    explicit TextStream(std::string text) : text_(std::move(text)) {}

    bool Next(std::string& out) override {
        const std::string_view piece = std::string_view(text_).substr(position_, kCompressedPieceBytes);
        out.append(piece);
        position_ += piece.size();
        return position_ < text_.size();
    }

private:
    std::string text_;
    std::size_t position_ = 0;
};

bool IsWorthwhile(const Response& response) {
    const bool is_success = response.status >= 200 && response.status < 300;
    // A fixed body is a file, which has its own encodings.
    if (!is_success || response.content_type != kJsonType || !response.fixed_body.empty()) return false;
    return response.stream != nullptr || response.body.size() >= kCompressedBytesMin;
}

}  // namespace

std::optional<Response> Compressed(const Response& response, std::string_view accept_encoding) {
    if (accept_encoding.empty() || !IsWorthwhile(response)) return std::nullopt;
    if (ChooseForm(accept_encoding, false, true) != ContentForm::kGzip) return std::nullopt;
    Response compressed{.status = response.status,
                        .content_type = response.content_type,
                        .cache_control = response.cache_control,
                        .headers = response.headers,
                        .close = response.close};
    compressed.AddHeader("Content-Encoding", "gzip");
    compressed.AddHeader("Vary", "Accept-Encoding");
    if (response.stream) {
        compressed.stream = std::make_shared<GzipStream>(response.stream);
    } else if (response.body.size() > kCompressedPieceBytes) {
        compressed.stream = std::make_shared<GzipStream>(std::make_shared<TextStream>(response.body));
    } else {
        GzipWriter().Write(response.body, true, compressed.body);
    }
    return compressed;
}

}  // namespace fairlead::http
