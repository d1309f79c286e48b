#include "ledger/sqlite/checked_files.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <sqlite3.h>

#include "base/assert.hpp"
#include "ledger/sqlite/gathered_log.hpp"
#include "ledger/sqlite/page_checksum.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr const char* kLayerName = "fairlead-checked";
constexpr std::size_t kNotedPagesMax = 10'000;

// Pages that were read damaged. Each is logged once.
class DamagedPages {
public:
    void Note(const char* file, std::int64_t page) {
        {
            const std::lock_guard lock(mutex_);
            if (pages_.size() >= kNotedPagesMax || !pages_.emplace(file, page).second) return;
        }
        telemetry::LogError("a page of the ledger is damaged; run fairlead verify --scrub",
                            {{"file", std::string_view(file)}, {"page", page}});
    }
    std::int64_t count() {
        const std::lock_guard lock(mutex_);
        return std::ssize(pages_);
    }

private:
    std::mutex mutex_;
    std::set<std::pair<std::string, std::int64_t>> pages_;
};

DamagedPages& TheDamagedPages() {
    static DamagedPages pages;
    return pages;
}

// SQLite allocates it; the file of the layer below follows it in memory.
struct CheckedFile {
    sqlite3_file base;
    const char* name;
    FileHead head;
};

CheckedFile* Checked(sqlite3_file* file) { return reinterpret_cast<CheckedFile*>(file); }
sqlite3_file* Below(sqlite3_file* file) { return reinterpret_cast<sqlite3_file*>(Checked(file) + 1); }

void NoteHead(CheckedFile& file, const void* bytes, int size, sqlite3_int64 offset) {
    if (offset != 0) return;
    const auto head = ReadFileHead({static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
    if (head) file.head = *head;
}

bool IsCheckedPage(const CheckedFile& file, int size) {
    return file.head.has_checksums() && static_cast<std::uint32_t>(size) == file.head.page_bytes;
}

int ReadChecked(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
    const int code = Below(file)->pMethods->xRead(Below(file), bytes, size, offset);
    if (code != SQLITE_OK) return code;
    CheckedFile& checked = *Checked(file);
    NoteHead(checked, bytes, size, offset);
    if (!IsCheckedPage(checked, size)) return code;
    const std::span page(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    if (!IsPageIntact(page)) TheDamagedPages().Note(checked.name, offset / size + 1);
    return code;
}

int WriteChecked(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    CheckedFile& checked = *Checked(file);
    NoteHead(checked, bytes, size, offset);
    const auto* begin = static_cast<const char*>(bytes);
    if (!IsCheckedPage(checked, size)) return Below(file)->pMethods->xWrite(Below(file), bytes, size, offset);
    thread_local std::vector<char> page;
    page.assign(begin, begin + size);
    SetPageChecksum(page);
    return Below(file)->pMethods->xWrite(Below(file), page.data(), size, offset);
}

int ControlChecked(sqlite3_file* file, int operation, void* argument) {
    if (operation != kExpectChecksums) return Below(file)->pMethods->xFileControl(Below(file), operation, argument);
    CheckedFile& checked = *Checked(file);
    if (checked.head.page_bytes == 0)
        checked.head = {.page_bytes = kLedgerPageBytes, .reserved_bytes = kPageChecksumBytes};
    return SQLITE_OK;
}

// Calls the same method of the layer below.
template <auto kMethod, class... Arguments>
auto Forward(sqlite3_file* file, Arguments... arguments) {
    return (Below(file)->pMethods->*kMethod)(Below(file), arguments...);
}

template <auto kMethod>
struct Forwarded;
template <class Answer, class... Arguments, Answer (*sqlite3_io_methods::*kMethod)(sqlite3_file*, Arguments...)>
struct Forwarded<kMethod> {
    static Answer Call(sqlite3_file* file, Arguments... arguments) { return Forward<kMethod>(file, arguments...); }
};

// Version 2 has no memory-mapped reads, which would bypass the checksums.
constexpr sqlite3_io_methods kCheckedMethods{
    .iVersion = 2,
    .xClose = Forwarded<&sqlite3_io_methods::xClose>::Call,
    .xRead = ReadChecked,
    .xWrite = WriteChecked,
    .xTruncate = Forwarded<&sqlite3_io_methods::xTruncate>::Call,
    .xSync = Forwarded<&sqlite3_io_methods::xSync>::Call,
    .xFileSize = Forwarded<&sqlite3_io_methods::xFileSize>::Call,
    .xLock = Forwarded<&sqlite3_io_methods::xLock>::Call,
    .xUnlock = Forwarded<&sqlite3_io_methods::xUnlock>::Call,
    .xCheckReservedLock = Forwarded<&sqlite3_io_methods::xCheckReservedLock>::Call,
    .xFileControl = ControlChecked,
    .xSectorSize = Forwarded<&sqlite3_io_methods::xSectorSize>::Call,
    .xDeviceCharacteristics = Forwarded<&sqlite3_io_methods::xDeviceCharacteristics>::Call,
    .xShmMap = Forwarded<&sqlite3_io_methods::xShmMap>::Call,
    .xShmLock = Forwarded<&sqlite3_io_methods::xShmLock>::Call,
    .xShmBarrier = Forwarded<&sqlite3_io_methods::xShmBarrier>::Call,
    .xShmUnmap = Forwarded<&sqlite3_io_methods::xShmUnmap>::Call,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int OpenChecked(sqlite3_vfs* layer, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    auto* below = static_cast<sqlite3_vfs*>(layer->pAppData);
    if ((flags & SQLITE_OPEN_WAL) != 0) return OpenGatheredLog(below, name, file, flags, flags_out);
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return below->xOpen(below, name, file, flags, flags_out);
    CheckedFile& checked = *Checked(file);
    checked = {.base = {.pMethods = nullptr}, .name = name, .head = {}};
    const int code = below->xOpen(below, name, Below(file), flags, flags_out);
    // SQLite closes a file that has methods, also after a failure.
    if (Below(file)->pMethods != nullptr) checked.base.pMethods = &kCheckedMethods;
    return code;
}

// Must be the first call to SQLite, which would otherwise take a lock of the process for every allocation, only to keep
// statistics. A refusal is harmless.
void LeaveOutStatistics() { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

sqlite3_vfs MakeLayer() {
    LeaveOutStatistics();
    sqlite3_vfs* below = sqlite3_vfs_find(nullptr);
    FAIRLEAD_ASSERT(below != nullptr);
    // All other methods do not use the layer that they are called for.
    sqlite3_vfs layer = *below;
    layer.pNext = nullptr;
    layer.zName = kLayerName;
    layer.pAppData = below;
    layer.szOsFile = std::max(static_cast<int>(sizeof(CheckedFile)), GatheredLogBytes()) + below->szOsFile;
    layer.xOpen = OpenChecked;
    return layer;
}

}  // namespace

const char* CheckedFilesName() {
    static sqlite3_vfs layer = MakeLayer();
    static const int kRegistered = sqlite3_vfs_register(&layer, /*makeDflt=*/0);
    FAIRLEAD_ASSERT(kRegistered == SQLITE_OK);
    return kLayerName;
}

std::int64_t DamagedPagesRead() { return TheDamagedPages().count(); }

}  // namespace fairlead::ledger
