#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/ports/backup.hpp"
#include "ledger/follow/archive_mirror.hpp"
#include "ledger/follow/base_copier.hpp"
#include "ledger/follow/changes_file.hpp"
#include "ledger/follow/follow_folder.hpp"
#include "ledger/sqlite/log_file.hpp"
#include "ledger/sqlite/log_turnover.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {

struct FollowContext {
    std::string ledger;                 // The path of its file, with symbolic links resolved.
    std::filesystem::path archive;      // The folder of archive files.
    std::optional<std::string> secret;  // Added to every base if it is given.
    app::FollowOptions options;
    // Waits at most this long. True if the process has to stop.
    std::function<bool(std::int64_t milliseconds)> wait;
};

// Ships the changes of a SQLite ledger to a folder (follow_folder.hpp), from another process than the service.
//
// A transaction is always open, so that SQLite does not reset the log before its frames are shipped. A transaction that
// began when all of the log was in the file allows one reset. That loses nothing: everything up to the beginning of the
// transaction is shipped before the previous transaction ends. docs/adr/0021 has the details.
class Follower {
public:
    // An Error if another process ships to the folder, or if it has changes of another ledger.
    static Result<std::unique_ptr<Follower>> Open(FollowContext context);
    // Ships until `wait` says to stop. After an Error no transaction is open: the next run resumes, or copies a new
    // base.
    Status Run();

private:
    struct Progress {
        std::int64_t commits = 0;
        std::int64_t pages = 0;
        std::int64_t bytes = 0;
        std::int64_t bases = 0;
        std::int64_t turnovers = 0;
        std::int64_t held_micros_max = 0;
    };

    Follower(FollowContext context, DiskFile lock);

    Status Connect();
    Status Resume();
    Result<bool> CanResume(const Series& series, const LogState& state);
    Status Turn();
    Status Poll();
    Result<LogState> BeginNext();
    void EndPrevious();
    Result<bool> Ship(const LogState& state, Timestamp seen_at);
    Status ShipFrames(const LogState& state, Timestamp seen_at);
    Status AppendRecord(const ChangeRecord& record);
    void LoseTrack(std::string_view reason);

    // follower_base.cpp
    Status TakeBase();
    Result<bool> CopyPages(const Series& series);
    Result<bool> CopySteps(BaseCopier& copier);
    Status FinishBase(const Series& series, const LogState& before);
    Status WriteBaseChanges(const Series& series, const LogState& state, Timestamp seen_at);
    void RemoveOld();

    Status TurnOverLog();
    Status TurnOverLocked();
    Status LetGoOfLog();
    Status Report();

    FollowContext context_;
    std::filesystem::path folder_;
    DiskFile lock_;
    DiskFile file_;                           // The ledger. Declared before the connections: see BaseCopier::Start.
    std::unique_ptr<SqliteConnection> held_;  // Has a transaction, except while the log is turned over.
    std::unique_ptr<SqliteConnection> next_;  // Begins a transaction before `held_` ends its own.
    std::unique_ptr<SqliteConnection> base_;  // Has a transaction while a base is copied.
    std::optional<LogTurnover> turnover_;
    std::optional<LogFile> log_;
    ArchiveMirror archive_;
    std::string ledger_id_;

    std::optional<Series> series_;  // Nothing until there is a base.
    std::optional<ChangesWriter> segment_;
    std::uint64_t segment_number_ = 0;
    LogPosition position_;              // Everything up to here is shipped.
    LogState state_;                    // As read last.
    std::set<std::uint32_t> doubtful_;  // Pages of the base that is being copied.
    std::uint32_t turned_over_at_ = 0;  // The frame at which a turnover was last tried.
    Timestamp seen_at_;                 // Of the last record.
    Timestamp changed_at_;              // Of the last record with changes.

    // Times of SteadyMicros.
    std::int64_t next_base_ = 0;
    std::int64_t next_segment_ = 0;
    std::int64_t next_record_ = 0;
    std::int64_t next_status_ = 0;
    std::int64_t next_report_ = 0;
    std::int64_t next_letting_go_ = 0;
    Progress progress_;
};

}  // namespace fairlead::ledger
