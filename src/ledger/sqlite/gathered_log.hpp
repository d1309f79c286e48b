#pragma once

#include <sqlite3.h>

namespace fairlead::ledger {

// Opens the log of a SQLite file (its WAL) so that the frames of a commit reach the system in few large writes. SQLite
// writes the head and the page of each frame on its own, which costs two calls of the system per page.
//
// What was written is passed on before anything else happens to the file: a read, a sync, a question for its size. A
// connection that writes must have synchronous=FULL: SQLite then syncs the log before it tells other connections of a
// commit, so they never read what was not passed on. If passing on fails, the call that caused it fails, SQLite rolls
// the transaction back, and what was gathered is dropped.
//
// `file` has GatheredLogBytes() more than the files of the layer `below`.
int OpenGatheredLog(sqlite3_vfs* below, const char* name, sqlite3_file* file, int flags, int* flags_out);
int GatheredLogBytes();

}  // namespace fairlead::ledger
