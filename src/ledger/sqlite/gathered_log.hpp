#pragma once

#include <sqlite3.h>

namespace fairlead::ledger {

// Opens the log of a SQLite file (its WAL) so that the frames of a commit reach the system in few large writes. SQLite
// writes the head and the page of each frame separately, which costs two system calls per page.
//
// Gathered bytes are passed on before every other operation on the file, such as a read, a sync or a query of its size.
// A connection that writes must have synchronous=FULL: SQLite then syncs the log before other connections see a commit,
// so they never read bytes that were not passed on. If passing on fails, the call that caused it fails, SQLite rolls
// the transaction back, and the gathered bytes are dropped.
//
// `file` has GatheredLogBytes() more than the files of the layer `below`.
int OpenGatheredLog(sqlite3_vfs* below, const char* name, sqlite3_file* file, int flags, int* flags_out);
int GatheredLogBytes();

}  // namespace fairlead::ledger
