// The bases of a follower.

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "ledger/follow/follower.hpp"
#include "ledger/migrations/migrations.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kFramesPerBaseRecord = 1024;
constexpr std::int64_t kPollDuringCopyMicros = 250'000;
constexpr std::int64_t kRetryBaseMicros = 3600 * kMicrosPerSecond;
// A clock that is far ahead must not make all series look old at once.
constexpr std::size_t kSeriesRemovedAtOnce = 2;

}  // namespace

// While a base is copied, changes are still shipped to the previous series.
Status Follower::TakeBase() {
    RemoveIncompleteSeries(folder_);
    const auto all = ListSeries(folder_);
    const Series series = SeriesIn(folder_, all.empty() ? 1 : all.back().number + 1);
    if (!MakeDurableFolder(series.folder)) {
        return Fail(ErrorCode::kUnavailable, "cannot write to " + series.folder.string() + ": " + std::strerror(errno));
    }
    const std::int64_t started = SteadyMicros();
    // This transaction keeps the log, which contains all changes of pages during the copy.
    TRY(base_->BeginReading());
    const auto copied = CopyPages(series);
    base_->Rollback();
    // After a failure `next_` may have a transaction. `held_` keeps its own.
    next_->Rollback();
    next_base_ = SteadyMicros() + context_.options.base_hours * 3600 * kMicrosPerSecond;
    if (copied && *copied) {
        ++progress_.bases;
        telemetry::LogInfo("a base was copied",
                           {{"series", series.folder.native()},
                            {"bytes", static_cast<std::int64_t>(fs::file_size(series.BasePages()))},
                            {"milliseconds", (SteadyMicros() - started) / 1000}});
        RemoveOld();
        return {};
    }
    RemoveIncompleteSeries(folder_);
    if (copied || !series_) return copied ? Status() : Status(std::unexpected(copied.error()));
    // The previous series continues.
    telemetry::LogError("a base cannot be copied", {{"reason", std::string_view(copied.error().message)}});
    next_base_ = SteadyMicros() + kRetryBaseMicros;
    return {};
}

// False if the process has to stop.
Result<bool> Follower::CopyPages(const Series& series) {
    const Timestamp begun_at = Now();
    const auto schema = TRY(ReadSchemaVersion(*base_));
    const auto before = TRY(ReadLogState(base_->handle()));
    auto copier = TRY(BaseCopier::Start(file_, series.BasePages(), ledger_id_));
    const auto whole = TRY(CopySteps(copier));
    if (!whole) return false;
    (void)TRY(
        copier.Finish({.schema = schema, .engine = "sqlite", .taken_at = begun_at, .parts = {}}, context_.secret));
    doubtful_ = copier.doubtful();
    TRY(archive_.CopyNew());
    TRY(FinishBase(series, before));
    return true;
}

Result<bool> Follower::CopySteps(BaseCopier& copier) {
    std::int64_t next_poll = SteadyMicros() + kPollDuringCopyMicros;
    while (TRY(copier.Step())) {
        if (context_.wait(0)) return false;
        if (!series_ || SteadyMicros() < next_poll) continue;
        TRY(Poll());
        next_poll = SteadyMicros() + kPollDuringCopyMicros;
    }
    return true;
}

// The old and the new series meet at the same commit.
Status Follower::FinishBase(const Series& series, const LogState& before) {
    const auto state = TRY(BeginNext());
    const Timestamp seen_at = Now();
    if (series_) {
        const auto shipped = TRY(Ship(state, seen_at));
        if (!shipped) LoseTrack("the ledger's log does not continue what was shipped");
    }
    const bool same_run = state.end.salts == before.end.salts;
    if (!same_run && !IsNextRun(before.end, state.end.salts)) {
        return Fail(ErrorCode::kLedgerFailed, "the ledger's log was reset while its pages were copied");
    }
    TRY(WriteBaseChanges(series, state, seen_at));
    series_ = series;
    segment_.reset();
    segment_number_ = 0;
    position_ = state.end;
    seen_at_ = seen_at;
    next_record_ = 0;
    EndPrevious();
    return {};
}

// Writes all of the log: the copy has some of its pages and not others.
Status Follower::WriteBaseChanges(const Series& series, const LogState& state, Timestamp seen_at) {
    const fs::path unfinished = series.BaseChanges().string() + std::string(kUnfinishedEnding);
    auto writer = TRY(ChangesWriter::Create(unfinished));
    LogPosition position{.salts = state.end.salts, .frame = 0, .checksum = {}};
    do {
        ChangeRecord record{seen_at, position, {}, state.page_bytes, {}, {}};
        record.pages = TRY(log_->Read(position, state, kFramesPerBaseRecord));
        record.to = position;
        for (const ChangedPage& page : record.pages) doubtful_.erase(page.number);
        TRY(writer.Append(record));
    } while (position.frame < state.end.frame);
    if (!doubtful_.empty()) {
        return Fail(ErrorCode::kLedgerFailed, "page " + std::to_string(*doubtful_.begin()) +
                                                  " of the ledger is damaged. Run fairlead verify --scrub.");
    }
    TRY(writer.Sync());
    if (rename(unfinished.c_str(), series.BaseChanges().c_str()) == 0 && SyncFolder(series.folder)) return {};
    return Fail(ErrorCode::kUnavailable, "cannot write to " + series.folder.string() + ": " + std::strerror(errno));
}

void Follower::RemoveOld() {
    const Timestamp oldest{Now().micros - context_.options.keep_days * kMicrosPerDay};
    const auto removed = RemoveOldSeries(folder_, oldest, kSeriesRemovedAtOnce);
    if (!removed) {
        telemetry::LogError("old changes cannot be removed", {{"reason", std::string_view(removed.error().message)}});
        return;
    }
    if (*removed > 0) telemetry::LogInfo("old changes were removed", {{"series", static_cast<std::int64_t>(*removed)}});
    archive_.RemoveOld(oldest);
}

}  // namespace fairlead::ledger
