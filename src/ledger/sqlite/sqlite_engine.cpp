#include "ledger/sqlite/sqlite_engine.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "ledger/archive/disk_file.hpp"
#include "ledger/index/derived_index.hpp"
#include "ledger/migrations/first_release.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/migrations/wider_chain.hpp"
#include "ledger/sqlite/add_checksums.hpp"
#include "ledger/sqlite/checked_files.hpp"
#include "ledger/sqlite/commit_marks.hpp"
#include "ledger/sqlite/commit_marks_keeper.hpp"
#include "ledger/sqlite/log_recovery.hpp"
#include "ledger/sqlite/page_scrub.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kIntegrity("PRAGMA integrity_check(100)");

class OpenConnection final : public ConnectionSource {
public:
    OpenConnection(std::unique_ptr<SqliteConnection> connection, const std::shared_ptr<const BlockArchive>& archive)
        : connection_(std::move(connection)) {
        connection_->set_archive(archive);
    }
    Result<Connection*> Acquire() override { return connection_.get(); }

private:
    std::unique_ptr<SqliteConnection> connection_;
};

Result<std::unique_ptr<ConnectionSource>> MakeReader(const std::string& path,
                                                     const std::shared_ptr<const BlockArchive>& archive) {
    auto connection = TRY(SqliteConnection::Open(path, SqliteRole::kReader));
    return std::make_unique<OpenConnection>(std::move(connection), archive);
}

// Symbolic links are followed, as in SQLite, so that every name of the ledger leads to the same files beside it.
std::string FileOf(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(path, ignored).string();
}

// The lock is a file beside the ledger, not in the data folder: two processes with different data folders may name the
// same ledger.
Result<std::shared_ptr<DiskFile>> LockLedger(const std::string& path) {
    auto lock = std::make_shared<DiskFile>(FileOf(path) + "-lock", O_RDWR | O_CREAT | O_CLOEXEC);
    if (lock->is_open() && lock->TryLock()) return lock;
    const int reason = errno;
    if (lock->is_open() && reason == EWOULDBLOCK) {
        return Fail(ErrorCode::kUnavailable, "another process uses the ledger " + path +
                                                 ". Stop it first, or give the data folder of that process.");
    }
    return Fail(ErrorCode::kUnavailable, "cannot lock the ledger " + path + ": " + std::strerror(reason));
}

}  // namespace

Result<LedgerEngine> OpenSqliteEngine(const std::string& path, const std::shared_ptr<const BlockArchive>& archive,
                                      IfLoss if_loss) {
    auto lock = TRY(LockLedger(path));
    const auto left = TRY(RewriteLeftLog(FileOf(path)));
    auto writer = TRY(SqliteConnection::Open(path, SqliteRole::kWriter));
    TRY(SettleLeftLog(*writer, FileOf(path), left));
    writer = TRY(AddPageChecksums(FileOf(path), std::move(writer)));
    writer->set_archive(archive);
    TRY(Migrate(*writer, MigrationTarget::kSqlite));
    const auto losses = TRY(FindLoss(*writer, FileOf(path)));
    TRY(app::RequireAcceptance(losses, kMarksWitness, if_loss == IfLoss::kAccept));
    auto opened =
        TRY(DerivedIndex::Open(FileOf(path) + "-keys", *writer, [path, archive] { return MakeReader(path, archive); }));
    const std::shared_ptr<LedgerIndex> index = std::move(opened);
    TRY(TakeInFirstRelease(*writer, *index));
    TRY(StartWiderChain(*writer));

    LedgerEngine engine;
    engine.owned = std::move(lock);
    engine.archive = archive;
    engine.writers.push_back({std::make_unique<OpenConnection>(std::move(writer), archive), index});
    engine.reader_index = index;
    engine.readers.resize(kReaders);
    std::vector<std::unique_ptr<ConnectionSource>*> readers{&engine.catalogue_reader, &engine.projector_reader,
                                                            &engine.retention_reader};
    for (auto& reader : engine.readers) readers.push_back(&reader);
    for (auto* reader : readers) {
        auto made = TRY(MakeReader(path, archive));
        *reader = std::move(made);
    }
    auto marks_reader = TRY(MakeReader(path, archive));
    engine.companion = std::make_shared<CommitMarksKeeper>(FileOf(path), std::move(marks_reader));
    engine.commits_missing = app::CommitsMissing(losses);
    engine.scrub = [path, archive](const ScrubCalls& calls, const std::stop_token& stop) -> Status {
        const auto source = TRY(MakeReader(path, archive));
        const auto ledger = TRY(source->Acquire());
        return ScrubPages({FileOf(path), calls}, *ledger, stop);
    };
    engine.damaged_pages_read = DamagedPagesRead;
    return engine;
}

Result<std::unique_ptr<ConnectionSource>> OpenSqliteReader(const std::string& path,
                                                           const std::shared_ptr<const BlockArchive>& archive) {
    return MakeReader(path, archive);
}

Status ScrubSqlite(const std::string& path, Connection& ledger, const ScrubCalls& calls) {
    auto integrity = ledger.Query(kIntegrity, {});
    if (!integrity) calls.found("the tables cannot be read to check them: a page of the ledger is damaged");
    for (std::size_t i = 0; integrity && i < integrity->size(); ++i) {
        if (integrity->Text(i) != "ok") calls.found("SQLite reports: " + integrity->String(i));
    }
    return ScrubPages({FileOf(path), calls}, ledger, {});
}

Result<std::vector<app::LedgerLoss>> FindSqliteLoss(Connection& ledger, const std::string& path) {
    return FindLoss(ledger, FileOf(path));
}

}  // namespace fairlead::ledger
