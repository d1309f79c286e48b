#include "ledger/follow/base_copier.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace fairlead::ledger {
namespace {

constexpr std::uint64_t kStepBytes = 1 << 20;
constexpr std::uint64_t kReadHeadBytes = 100;
constexpr int kReadsOfDoubtfulPage = 3;
constexpr auto kPauseBetweenReads = std::chrono::milliseconds(2);

}  // namespace

Result<BaseCopier> BaseCopier::Start(const DiskFile& ledger, const std::filesystem::path& to,
                                     const std::string& ledger_id) {
    auto writer = TRY(BackupWriter::Create(to));
    BaseCopier copier(ledger, std::move(writer));
    const auto head = ledger.Read(0, kReadHeadBytes);
    // Before the first checkpoint the file is empty, and all pages are in the log.
    if (head) copier.head_ = ReadFileHead(*head).value_or(FileHead{});
    if (copier.head_.page_bytes > 0) copier.size_ = ledger.size() / copier.head_.page_bytes * copier.head_.page_bytes;
    copier.writer_.StartPart(PartKind::kPages, ledger_id);
    return copier;
}

Result<bool> BaseCopier::Step() {
    if (at_ == size_) return false;
    auto bytes = ledger_.Read(at_, std::min(kStepBytes, size_ - at_));
    if (!bytes) return Fail(ErrorCode::kUnavailable, "cannot read the pages of the ledger");
    if (head_.has_checksums()) Check(*bytes);
    TRY(writer_.Append(*bytes, bytes->size()));
    at_ += bytes->size();
    return at_ < size_;
}

void BaseCopier::Check(std::string& bytes) {
    for (std::size_t offset = 0; offset < bytes.size(); offset += head_.page_bytes) {
        const std::span page(bytes.data() + offset, head_.page_bytes);
        for (int i = 0; i < kReadsOfDoubtfulPage && !IsPageIntact(page); ++i) {
            std::this_thread::sleep_for(kPauseBetweenReads);
            const auto again = ledger_.Read(at_ + offset, head_.page_bytes);
            if (again) std::ranges::copy(*again, page.begin());
        }
        if (!IsPageIntact(page)) doubtful_.insert(static_cast<std::uint32_t>((at_ + offset) / head_.page_bytes + 1));
    }
}

Result<std::uint64_t> BaseCopier::Finish(BackupManifest manifest, const std::optional<std::string>& secret) {
    writer_.EndPart();
    if (secret) {
        writer_.StartPart(PartKind::kSecret, "secret");
        TRY(writer_.Append(*secret, secret->size()));
        writer_.EndPart();
    }
    return writer_.Finish(std::move(manifest));
}

}  // namespace fairlead::ledger
