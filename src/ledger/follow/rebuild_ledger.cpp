#include "ledger/follow/rebuild_ledger.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ranges>
#include <set>

#include <fcntl.h>

#include "ledger/archive/block_archive.hpp"
#include "ledger/backup/backup.hpp"
#include "ledger/backup/restored_ledger.hpp"
#include "ledger/backup/table_copy.hpp"
#include "ledger/follow/page_file.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/queries/last_times.hpp"
#include "ledger/record/fact_block_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr Sql kArchivedBlocks("SELECT operator_id, payload FROM fact_blocks WHERE length(payload) <= 128");

constexpr Sql kStoredSetting("SELECT value FROM settings WHERE name = $1");

// A commit is seen at most this long after its time. So a record that was seen later than this after the requested time
// contains no commit from before it.
constexpr std::int64_t kCommitSeenWithinMicros = 10 * kMicrosPerSecond;

std::unexpected<Error> Unusable(std::string message) { return Fail(ErrorCode::kUnavailable, std::move(message)); }

// The newest series that starts at or before this time.
Result<Series> SeriesAt(const std::vector<Series>& all, Timestamp at) {
    Timestamp first;
    for (const Series& series : all | std::views::reverse) {
        first = TRY(StartOf(series));
        if (first <= at) return series;
    }
    return Unusable("the changes begin at " + first.ToIso8601() + ", so the ledger cannot be restored at " +
                    at.ToIso8601());
}

// Why the survey does not reach this time.
std::unexpected<Error> EndsBefore(const SeriesSurvey& survey, const std::vector<Series>& all, const Series& series) {
    const std::string end = survey.end().ToIso8601();
    if (survey.damage) {
        return Unusable(survey.damage->message + ". The ledger can be restored with --at " + end + " or earlier.");
    }
    const auto next = std::ranges::find(all, series.number + 1, &Series::number);
    const auto next_start = next == all.end() ? Result<Timestamp>(Timestamp()) : StartOf(*next);
    if (next == all.end() || !next_start) {
        return Unusable("the changes end at " + end + ". Give this time with --at, or leave --at out.");
    }
    return Unusable("no changes were shipped between " + end + " and " + next_start->ToIso8601() +
                    ". Give one of these times with --at.");
}

// The number of records up to the last one that was seen by then. A clock that was ahead for a while does not hide the
// records after it.
std::size_t RecordsUntil(const SeriesSurvey& survey, Timestamp at) {
    const auto& records = survey.records;
    for (std::size_t i = records.size(); i > 0; --i) {
        if (records[i - 1].seen_at <= at) return i;
    }
    return 0;
}

// Applies the records of a restore point to a file of pages.
class Rebuild {
public:
    Rebuild(const RestorePoint& point, PageFile& file) : point_(point), file_(file), whole_(LastCommit()) {}

    Status Run() {
        const std::size_t count = point_.at ? point_.survey.records.size() : point_.records;
        TRY(ReadRecords(point_.series, count, [&](const ChangeRecord& record, bool is_base) -> Result<bool> {
            if (!is_base) ++number_;
            TRY(ApplyWhole(record, is_base ? record.pages.size() : WholePages(record)));
            if (!is_base && number_ >= whole_.record) TRY(ApplyCommits(record));
            return !is_past_;
        }));
        TRY(file_.Seal());
        return file_.Sync();
    }

private:
    // The end of a commit: the number of its record, from 1, and the number of pages in the record up to the end.
    // Record 0 is the base.
    struct Place {
        std::size_t record = 0;
        std::size_t pages = 0;
    };

    Place LastCommit() const {
        for (std::size_t i = point_.records; i > 0; --i) {
            const std::size_t pages = point_.survey.records[i - 1].pages_to_commit;
            if (pages > 0) return {i, pages};
        }
        return {};
    }

    std::size_t WholePages(const ChangeRecord& record) const {
        if (number_ == whole_.record) return whole_.pages;
        return number_ < whole_.record ? record.pages.size() : 0;
    }

    Status ApplyWhole(const ChangeRecord& record, std::size_t pages) {
        return file_.Apply(std::span(record.pages).first(pages), record.page_bytes);
    }

    // Applies the commits that were seen after the requested time but were made before it, one at a time.
    Status ApplyCommits(const ChangeRecord& record) {
        if (!point_.at || is_past_ || record.seen_at.micros > point_.at->micros + kCommitSeenWithinMicros) {
            is_past_ = true;
            return {};
        }
        const std::size_t begin = number_ == whole_.record ? whole_.pages : 0;
        for (std::size_t i = begin; i < record.pages.size() && !is_past_; ++i) {
            contents_.push_back(record.content);
            commit_.push_back(record.pages[i]);
            if (record.pages[i].pages_after == 0) continue;
            TRY(TryCommit(record.page_bytes));
            commit_.clear();
            contents_.clear();
        }
        return {};
    }

    Status TryCommit(std::uint32_t page_bytes) {
        TRY(file_.Seal());
        const auto before = TRY(file_.Save(commit_, page_bytes));
        TRY(file_.Apply(commit_, page_bytes));
        TRY(file_.Seal());
        const auto connection = TRY(SqliteConnection::Open(file_.path(), SqliteRole::kReader));
        const auto times = TRY(ReadLastTimes(*connection));
        is_past_ = times.write > *point_.at;
        return is_past_ ? file_.Undo(before) : Status();
    }

    const RestorePoint& point_;
    PageFile& file_;
    Place whole_;
    std::size_t number_ = 0;
    bool is_past_ = false;
    std::vector<ChangedPage> commit_;
    std::vector<std::shared_ptr<const std::string>> contents_;  // Of the pages of the commit.
};

Status WriteBase(const Series& series, PageFile& file, const app::OnBackupProgress& on_progress) {
    const auto base = TRY(BackupReader::Open(series.BasePages()));
    const auto pages = std::ranges::find(base.manifest().parts, PartKind::kPages, &BackupPart::kind);
    if (pages == base.manifest().parts.end()) return Unusable(series.BasePages().string() + " has no pages");
    std::int64_t next_report = SteadyMicros() + kMicrosPerSecond;
    return base.Read(*pages, [&](std::string_view bytes) -> Status {
        TRY(file.Append(bytes));
        if (on_progress && SteadyMicros() > next_report) {
            on_progress(
                {"restoring bytes", static_cast<std::int64_t>(file.size()), static_cast<std::int64_t>(pages->count)});
            next_report = SteadyMicros() + kMicrosPerSecond;
        }
        return {};
    });
}

struct FinalizeCount {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

Result<std::int64_t> CountRows(SqliteConnection& connection, const std::string& table) {
    const std::string text = "SELECT count(*) FROM " + table;
    sqlite3_stmt* prepared = nullptr;
    sqlite3_prepare_v2(connection.handle(), text.c_str(), -1, &prepared, nullptr);
    const std::unique_ptr<sqlite3_stmt, FinalizeCount> statement(prepared);
    if (sqlite3_step(prepared) == SQLITE_ROW) return sqlite3_column_int64(prepared, 0);
    return Unusable("cannot count the rows of " + table + ": " + sqlite3_errmsg(connection.handle()));
}

Status CountTables(SqliteConnection& connection, app::BackupReport& report) {
    const auto schema = TRY(ReadSchemaVersion(connection));
    if (schema > LatestSchema()) return Unusable("the ledger was written by a newer version of the program");
    report.schema = static_cast<std::int64_t>(schema);
    for (const std::string& table : RecordTables(schema)) {
        const auto rows = TRY(CountRows(connection, table));
        report.rows += rows;
        ++report.tables;
        if (table == "events") report.events = rows;
    }
    return {};
}

Result<std::vector<std::string>> ArchiveFilesOf(Connection& connection) {
    const auto rows = TRY(connection.Query(kArchivedBlocks, {}));
    std::set<std::string> names;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto pointer = ReadPointer(PointerIn(rows.Text(i, kArchivedBlocks["payload"])), 0, Timestamp());
        if (!pointer || pointer->file.contains('/')) continue;
        names.insert(rows.Identifier<OperatorId>(i, kArchivedBlocks["operator_id"]).ToString() + "/" + pointer->file);
    }
    return std::vector<std::string>(names.begin(), names.end());
}

// Log-in sessions are not restored, because one that has ended since would be open again.
constexpr const char* kForgetSessions = "DELETE FROM sessions";

Status FinishLedger(const std::string& path, const PrepareRebuilt& prepare, app::BackupReport& report) {
    const auto connection = TRY(SqliteConnection::Open(path, SqliteRole::kWriter));
    TRY(CountTables(*connection, report));
    const auto archive_files = TRY(ArchiveFilesOf(*connection));
    TRY(prepare(*connection, archive_files));
    TRY(Migrate(*connection, MigrationTarget::kSqlite));
    TRY(InOrder([&] { return connection->Begin(); }, [&] { return connection->RunScript(kForgetSessions); },
                [&] { return BeginAsRestored(*connection, Now()); }, [&] { return connection->Commit(); }));
    const auto copied = TRY(connection->CopyLogIntoFile());
    return copied ? Status() : Status(Unusable("the restored ledger is used by another process"));
}

}  // namespace

Result<RestorePoint> FindRestorePoint(const fs::path& folder, std::optional<Timestamp> at,
                                      const app::OnBackupProgress& on_progress) {
    const auto all = ListSeries(folder);
    if (all.empty()) return Unusable("there are no changes of a ledger in " + folder.string());
    RestorePoint point{.series = at ? TRY(SeriesAt(all, *at)) : all.back(), .survey = {}, .at = at, .report = {}};
    const auto base = TRY(BackupReader::Open(point.series.BasePages()));
    std::int64_t next_report = SteadyMicros() + kMicrosPerSecond;
    TRY(base.Check([&](std::uint64_t bytes) {
        if (!on_progress || SteadyMicros() < next_report) return;
        next_report = SteadyMicros() + kMicrosPerSecond;
        on_progress({"checking bytes", static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(base.size())});
    }));
    point.survey = TRY(SurveySeries(point.series));
    const bool reached = at ? point.survey.end() >= *at || RecordsUntil(point.survey, *at) < point.survey.records.size()
                            : !point.survey.damage;
    if (!reached) return EndsBefore(point.survey, all, point.series);
    point.records = at ? RecordsUntil(point.survey, *at) : point.survey.records.size();
    point.report = Describe(base, folder);
    point.report.taken_at = at.value_or(point.survey.end());
    point.report.bytes += static_cast<std::int64_t>(point.survey.bytes);
    return point;
}

Status RebuildLedger(RestorePoint& point, const fs::path& ledger, const PrepareRebuilt& prepare,
                     const app::OnBackupProgress& on_progress) {
    auto file = TRY(PageFile::Create(ledger));
    TRY(WriteBase(point.series, file, on_progress));
    TRY(Rebuild(point, file).Run());
    TRY(FinishLedger(file.path(), prepare, point.report));
    return file.PutInPlace();
}

Result<std::optional<std::string>> ReadStoredSetting(Connection& connection, const std::string& name) {
    const auto rows = TRY(connection.Query(kStoredSetting, {Value::Of(std::string_view(name))}));
    return rows.empty() ? std::nullopt : std::optional(rows.String(0));
}

}  // namespace fairlead::ledger
