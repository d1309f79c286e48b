#pragma once

#include <string>
#include <vector>

#include "app/ledger_loss.hpp"
#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// What to do if the ledger lacks commits that the marks beside it name (commit_marks.hpp).
enum class IfLoss : std::uint8_t { kRefuse, kAccept };

// Opens the embedded engine: the file at `path` and the derived index beside it. The engine holds a lock file beside
// the ledger. While one process holds it, opening fails with kUnavailable in every other process and changes nothing.
Result<LedgerEngine> OpenSqliteEngine(const std::string& path, const std::shared_ptr<const BlockArchive>& archive,
                                      IfLoss if_loss = IfLoss::kRefuse);

// Calls `calls.found` for everything in the ledger's file that is damaged. The service may be running.
Status ScrubSqlite(const std::string& path, Connection& ledger, const ScrubCalls& calls);

// The commits that the marks beside the ledger name and that the ledger does not have.
Result<std::vector<app::LedgerLoss>> FindSqliteLoss(Connection& ledger, const std::string& path);

// Opens the file for reading, even if another process uses it.
Result<std::unique_ptr<ConnectionSource>> OpenSqliteReader(const std::string& path,
                                                           const std::shared_ptr<const BlockArchive>& archive);

}  // namespace fairlead::ledger
