// Any bytes are read as a file of changes of a followed ledger, or as the content of one of its records, or refused. If
// one byte of a file is damaged, exactly the records before it are read.
#include "ledger/follow/changes_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "base/assert.hpp"
#include "base/crypto/secrets.hpp"
#include "base/text/byte_codec.hpp"
#include "ledger/archive/zstd_frame.hpp"

namespace {

using namespace fairlead;
using namespace fairlead::ledger;

constexpr std::string_view kHead("fairlead changes\1", 17);

// A file in memory, which is read by its path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("changes", MFD_CLOEXEC)) {
        FAIRLEAD_ASSERT(descriptor_ >= 0);
        const auto written = write(descriptor_, bytes.data(), bytes.size());
        FAIRLEAD_ASSERT(written == static_cast<ssize_t>(bytes.size()));
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { close(descriptor_); }

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

std::string DigestOf(std::string_view bytes) {
    const Bytes32 digest = Digest256(bytes);
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// A record with this content, as ChangesWriter writes it.
std::string RecordOf(std::string_view content) {
    std::string frame;
    AppendZstdFrame(frame, content, 1, FrameChecksum::kWith);
    std::string record;
    for (std::size_t i = 0; i < 4; ++i) record += static_cast<char>(frame.size() >> (8 * i));
    record += DigestOf(frame);
    record += DigestOf(record).substr(0, 4);
    return record + frame;
}

// The times of the records that are read from the start of the file.
std::vector<std::int64_t> TimesIn(std::string_view bytes) {
    const MemoryFile file(bytes);
    auto reader = ChangesReader::Open(file.path());
    if (!reader) return {};
    std::vector<std::int64_t> times;
    while (true) {
        const auto record = reader->Next();
        if (!record || !*record) break;
        for (const ChangedPage& page : (*record)->pages) {
            FAIRLEAD_ASSERT(page.number != 0 && page.bytes.size() == (*record)->page_bytes);
        }
        times.push_back((*record)->seen_at.micros);
    }
    FAIRLEAD_ASSERT(reader->whole_bytes() <= bytes.size());
    return times;
}

// The content of a record with one page.
std::string ContentOf(std::int64_t seen_at, std::string_view page) {
    std::string content;
    AppendSigned(content, seen_at);
    for (int i = 0; i < 10; ++i) AppendVarint(content, 7);
    AppendVarint(content, page.size());
    AppendVarint(content, 1);
    AppendVarint(content, 1);
    AppendVarint(content, 0);
    return content.append(page);
}

// The input is the place of the damage, the change, and the pages of records, one per line.
void CheckDamage(std::string_view input) {
    if (input.size() < 4 || input[2] == 0) return;
    const std::size_t place = static_cast<std::uint8_t>(input[0]) * 256U + static_cast<std::uint8_t>(input[1]);
    std::string file(kHead);
    std::vector<std::size_t> ends;
    for (std::size_t at = 3; at <= input.size();) {
        const std::size_t end = std::min(input.find('\n', at), input.size());
        file += RecordOf(ContentOf(static_cast<std::int64_t>(ends.size()) + 1, input.substr(at, end - at)));
        ends.push_back(file.size());
        at = end + 1;
    }
    FAIRLEAD_ASSERT(TimesIn(file).size() == ends.size());
    const std::size_t damaged = place % file.size();
    file[damaged] = static_cast<char>(file[damaged] ^ input[2]);
    const auto before = static_cast<std::size_t>(std::ranges::count_if(ends, [&](auto end) { return end <= damaged; }));
    const auto times = TimesIn(file);
    FAIRLEAD_ASSERT(times.size() == before);
    for (std::size_t i = 0; i < times.size(); ++i) FAIRLEAD_ASSERT(times[i] == static_cast<std::int64_t>(i) + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool kIsReady = (InitializeCryptography(), true);
    FAIRLEAD_ASSERT(kIsReady);
    const std::string input(reinterpret_cast<const char*>(data), size);
    (void)TimesIn(input);
    (void)TimesIn(std::string(kHead) + input);
    (void)TimesIn(std::string(kHead) + RecordOf(input));
    CheckDamage(input);
    return 0;
}
