#pragma once

#include <cstdint>

namespace fairlead::ledger {

// The name of the file layer under SQLite (a VFS) that adds a checksum to each page of a ledger when it is written, and
// compares it when it is read (page_checksum.hpp). A page that does not match is logged and counted; it is still read,
// because SQLite and `verify` can often say more about it. The log needs no such checksums: its frames have those of
// SQLite. Registers the layer on the first call. Safe from any thread.
const char* CheckedFilesName();

// A file control (sqlite3_file_control) that says before the first write to a new file that its pages have checksums.
inline constexpr int kExpectChecksums = 0x4641;
inline constexpr std::uint32_t kLedgerPageBytes = 4096;

// The number of different pages that were read damaged since the program started.
std::int64_t DamagedPagesRead();

}  // namespace fairlead::ledger
