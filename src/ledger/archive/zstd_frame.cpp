#include "ledger/archive/zstd_frame.hpp"

#include <memory>

#include <zstd.h>

#include "base/assert.hpp"

namespace fairlead::ledger {
namespace {

constexpr unsigned long long kUnpackedBytesMax = 1ULL << 30;

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

}  // namespace

void AppendZstdFrame(std::string& out, std::string_view bytes, int level, FrameChecksum checksum) {
    // Creating a context is expensive, so each thread keeps one.
    thread_local std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, checksum == FrameChecksum::kWith ? 1 : 0);
    const std::size_t begin = out.size();
    out.resize(begin + ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(context.get(), out.data() + begin, out.size() - begin, bytes.data(), bytes.size());
    FAIRLEAD_ASSERT(ZSTD_isError(size) == 0);
    out.resize(begin + size);
}

std::optional<std::string> ReadZstdFrame(std::string_view frame) {
    const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    // The two codes for an unknown size are also above the limit.
    if (size > kUnpackedBytesMax) return std::nullopt;
    std::string bytes(size, '\0');
    if (ZSTD_decompress(bytes.data(), size, frame.data(), frame.size()) != size) return std::nullopt;
    return bytes;
}

}  // namespace fairlead::ledger
