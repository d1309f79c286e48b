#include "ledger/sqlite/gathered_log.hpp"

#include <string>

namespace fairlead::ledger {
namespace {

// SQLite's own file layer writes at most 131,071 bytes at a time.
constexpr std::size_t kGatheredBytesMax = 128'000;

// SQLite allocates it; the file of the layer below follows it in memory.
struct GatheredLog {
    sqlite3_file base;
    std::string* gathered;  // Owned. Consecutive bytes of the file, from `start` on.
    sqlite3_int64 start;
};

GatheredLog& Log(sqlite3_file* file) { return *reinterpret_cast<GatheredLog*>(file); }
sqlite3_file* BelowLog(sqlite3_file* file) { return reinterpret_cast<sqlite3_file*>(&Log(file) + 1); }

int PassOn(sqlite3_file* file) {
    GatheredLog& log = Log(file);
    if (log.gathered->empty()) return SQLITE_OK;
    const int code = BelowLog(file)->pMethods->xWrite(BelowLog(file), log.gathered->data(),
                                                      static_cast<int>(log.gathered->size()), log.start);
    log.gathered->clear();
    return code;
}

int WriteGathered(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    GatheredLog& log = Log(file);
    const auto gathered = static_cast<sqlite3_int64>(log.gathered->size());
    const bool fits = log.gathered->size() + static_cast<std::size_t>(size) <= kGatheredBytesMax;
    if (offset != log.start + gathered || !fits) {
        if (const int code = PassOn(file); code != SQLITE_OK) return code;
        log.start = offset;
    }
    log.gathered->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    return SQLITE_OK;
}

int CloseGathered(sqlite3_file* file) {
    const int passed = PassOn(file);
    delete Log(file).gathered;
    const int closed = BelowLog(file)->pMethods->xClose(BelowLog(file));
    return passed == SQLITE_OK ? closed : passed;
}

// Passes on what was gathered, then calls the same method of the layer below.
template <auto kMethod>
struct AfterPassingOn;
template <class... Arguments, int (*sqlite3_io_methods::*kMethod)(sqlite3_file*, Arguments...)>
struct AfterPassingOn<kMethod> {
    static int Call(sqlite3_file* file, Arguments... arguments) {
        const int code = PassOn(file);
        return code == SQLITE_OK ? (BelowLog(file)->pMethods->*kMethod)(BelowLog(file), arguments...) : code;
    }
};

// Calls the same method of the layer below.
template <auto kMethod>
struct Passed;
template <class... Arguments, int (*sqlite3_io_methods::*kMethod)(sqlite3_file*, Arguments...)>
struct Passed<kMethod> {
    static int Call(sqlite3_file* file, Arguments... arguments) {
        return (BelowLog(file)->pMethods->*kMethod)(BelowLog(file), arguments...);
    }
};

// Version 1 has no shared and no mapped memory, which only the file of the pages needs.
constexpr sqlite3_io_methods kGatheredMethods{
    .iVersion = 1,
    .xClose = CloseGathered,
    .xRead = AfterPassingOn<&sqlite3_io_methods::xRead>::Call,
    .xWrite = WriteGathered,
    .xTruncate = AfterPassingOn<&sqlite3_io_methods::xTruncate>::Call,
    .xSync = AfterPassingOn<&sqlite3_io_methods::xSync>::Call,
    .xFileSize = AfterPassingOn<&sqlite3_io_methods::xFileSize>::Call,
    .xLock = Passed<&sqlite3_io_methods::xLock>::Call,
    .xUnlock = Passed<&sqlite3_io_methods::xUnlock>::Call,
    .xCheckReservedLock = Passed<&sqlite3_io_methods::xCheckReservedLock>::Call,
    .xFileControl = Passed<&sqlite3_io_methods::xFileControl>::Call,
    .xSectorSize = Passed<&sqlite3_io_methods::xSectorSize>::Call,
    .xDeviceCharacteristics = Passed<&sqlite3_io_methods::xDeviceCharacteristics>::Call,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

}  // namespace

int GatheredLogBytes() { return static_cast<int>(sizeof(GatheredLog)); }

int OpenGatheredLog(sqlite3_vfs* below, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    Log(file) = {.base = {.pMethods = nullptr}, .gathered = nullptr, .start = 0};
    const int code = below->xOpen(below, name, BelowLog(file), flags, flags_out);
    if (BelowLog(file)->pMethods == nullptr) return code;
    // SQLite closes a file that has methods, also after a failure.
    Log(file).gathered = new std::string();
    Log(file).base.pMethods = &kGatheredMethods;
    return code;
}

}  // namespace fairlead::ledger
