#include "ledger/follow/follower.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>

#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFollowedLedger("SELECT value FROM settings WHERE name = 'ledger_id'");

constexpr std::int64_t kPollMillis = 250;
constexpr std::uint32_t kFramesPerRecord = 1024;
constexpr std::uint64_t kSegmentBytesMax = 64 << 20;
constexpr std::int64_t kSegmentMicrosMax = 3600 * kMicrosPerSecond;
// While nothing changes, a record says so at least this often.
constexpr std::int64_t kRecordEveryMicros = 5 * kMicrosPerSecond;
constexpr std::int64_t kStatusEveryMicros = 10 * kMicrosPerSecond;
constexpr std::int64_t kProgressEveryMicros = 60 * kMicrosPerSecond;

// At this size the follower lets go of the log for a moment, even if a new base may be needed then: the log must not
// fill the ledger's disk.
constexpr std::uint64_t kFollowedLogBytesMax = 1ULL << 30;
constexpr std::int64_t kLetGoMillis = 2000;
constexpr std::int64_t kLetGoEveryMicros = 60 * kMicrosPerSecond;
constexpr int kCopiesWhileLocked = 10;
constexpr auto kPauseBetweenCopies = std::chrono::milliseconds(1);

// Begins a transaction and fixes its snapshot. Returns the id of the ledger.
Result<std::string> HoldSnapshot(SqliteConnection& connection) {
    TRY(connection.BeginReading());
    const auto rows = TRY(connection.Query(kFollowedLedger, {}));
    if (rows.empty()) return std::string();
    const std::string_view id = rows.Text(0);
    return ToHex(std::span(reinterpret_cast<const std::uint8_t*>(id.data()), id.size()));
}

std::int64_t CommitsIn(const std::vector<ChangedPage>& pages) {
    return std::ranges::count_if(pages, [](const ChangedPage& page) { return page.pages_after > 0; });
}

}  // namespace

Follower::Follower(FollowContext context, DiskFile lock)
    : context_(std::move(context)),
      folder_(context_.options.to),
      lock_(std::move(lock)),
      file_(context_.ledger, O_RDONLY),
      archive_(context_.archive, folder_ / "archive") {}

Result<std::unique_ptr<Follower>> Follower::Open(FollowContext context) {
    auto lock = TRY(LockFolder(context.options.to));
    std::unique_ptr<Follower> follower(new Follower(std::move(context), std::move(lock)));
    TRY(follower->Connect());
    TRY(follower->Resume());
    return follower;
}

Status Follower::Connect() {
    if (!file_.is_open()) {
        return Fail(ErrorCode::kUnavailable, "cannot read " + context_.ledger + ": " + std::strerror(errno));
    }
    for (auto* connection : {&held_, &next_, &base_}) {
        auto opened = TRY(SqliteConnection::Open(context_.ledger, SqliteRole::kReader));
        *connection = std::move(opened);
    }
    auto turnover = TRY(LogTurnover::Open(context_.ledger));
    turnover_.emplace(std::move(turnover));
    ledger_id_ = TRY(HoldSnapshot(*held_));
    // The first transaction creates the log if there is none.
    auto log = TRY(LogFile::Open(context_.ledger));
    log_.emplace(std::move(log));
    return {};
}

Status Follower::Resume() {
    RemoveIncompleteSeries(folder_);
    const auto all = ListSeries(folder_);
    if (all.empty()) return {};
    state_ = TRY(ReadLogState(held_->handle()));
    const auto resumes = CanResume(all.back(), state_);
    if (!resumes && resumes.error().code == ErrorCode::kInvalidValue) return std::unexpected(resumes.error());
    if (resumes && *resumes) {
        series_ = all.back();
        segment_number_ = LastSegment(*series_);
        telemetry::LogInfo("following resumes where it ended", {{"series", series_->folder.native()}});
        return {};
    }
    const std::string reason = resumes ? "the log was reset since then" : resumes.error().message;
    telemetry::LogWarn("following cannot resume where it ended, so a new base is copied",
                       {{"reason", std::string_view(reason)}});
    return {};
}

Result<bool> Follower::CanResume(const Series& series, const LogState& state) {
    const auto base = TRY(BackupReader::Open(series.BasePages()));
    if (base.manifest().Find(PartKind::kPages, ledger_id_) == nullptr) {
        return Fail(ErrorCode::kInvalidValue, "the folder " + folder_.string() +
                                                  " has changes of another ledger. Use a new folder for this one; a "
                                                  "restored ledger is another ledger.");
    }
    const auto last = TRY(LastRecord(series, TornTail::kCut));
    position_ = last.to;
    seen_at_ = last.seen_at;
    const std::int64_t age = Now().micros - base.manifest().taken_at.micros;
    next_base_ = SteadyMicros() + context_.options.base_hours * 3600 * kMicrosPerSecond - age;
    // An empty log has no salts yet, so nothing proves that it is still the same.
    return position_.frame > 0 && position_.salts == state.end.salts && position_.frame <= state.end.frame &&
           log_->Has(position_, state.page_bytes);
}

Status Follower::Run() {
    do {
        TRY(Turn());
    } while (!context_.wait(kPollMillis));
    if (series_) {
        next_record_ = 0;
        TRY(Poll());
    }
    next_report_ = 0;
    next_status_ = 0;
    return Report();
}

Status Follower::Turn() {
    if (!series_ || SteadyMicros() >= next_base_) {
        TRY(TakeBase());
    } else {
        TRY(Poll());
    }
    if (series_) TRY(TurnOverLog());
    return Report();
}

Result<LogState> Follower::BeginNext() {
    TRY(HoldSnapshot(*next_));
    state_ = TRY(ReadLogState(next_->handle()));
    return state_;
}

void Follower::EndPrevious() {
    held_->Rollback();
    std::swap(held_, next_);
}

Status Follower::Poll() {
    const auto state = TRY(BeginNext());
    const auto shipped = TRY(Ship(state, Now()));
    EndPrevious();
    if (!shipped) LoseTrack("the ledger's log does not continue what was shipped");
    return {};
}

void Follower::LoseTrack(std::string_view reason) {
    telemetry::LogWarn("changes were missed, so a new base is copied", {{"reason", reason}});
    series_.reset();
    segment_.reset();
}

// Returns whether the log continues what was shipped.
Result<bool> Follower::Ship(const LogState& state, Timestamp seen_at) {
    const bool same_run = state.end.salts == position_.salts;
    if (!same_run && !IsNextRun(position_, state.end.salts)) return false;
    if (same_run && (state.end.frame < position_.frame || !log_->Has(position_, state.page_bytes))) return false;
    if (!same_run) {
        position_ = {.salts = state.end.salts, .frame = 0, .checksum = {}};
        next_record_ = 0;
    }
    if (position_.frame < state.end.frame) {
        // The commits may refer to new files.
        TRY(archive_.CopyNew());
        TRY(ShipFrames(state, seen_at));
    } else if (SteadyMicros() >= next_record_) {
        TRY(AppendRecord({seen_at, position_, position_, state.page_bytes, {}, {}}));
        TRY(segment_->Sync());
    }
    return true;
}

Status Follower::ShipFrames(const LogState& state, Timestamp seen_at) {
    while (position_.frame < state.end.frame) {
        ChangeRecord record{seen_at, position_, {}, state.page_bytes, {}, {}};
        record.pages = TRY(log_->Read(position_, state, kFramesPerRecord));
        record.to = position_;
        TRY(AppendRecord(record));
        progress_.commits += CommitsIn(record.pages);
        progress_.pages += std::ssize(record.pages);
    }
    changed_at_ = seen_at;
    return segment_->Sync();
}

Status Follower::AppendRecord(const ChangeRecord& record) {
    const std::int64_t now = SteadyMicros();
    if (!segment_ || segment_->bytes() > kSegmentBytesMax || now > next_segment_) {
        auto segment = TRY(ChangesWriter::Create(series_->Segment(segment_number_ + 1)));
        segment_.emplace(std::move(segment));
        ++segment_number_;
        next_segment_ = now + kSegmentMicrosMax;
    }
    const std::uint64_t before = segment_->bytes();
    TRY(segment_->Append(record));
    progress_.bytes += static_cast<std::int64_t>(segment_->bytes() - before);
    seen_at_ = record.seen_at;
    next_record_ = now + kRecordEveryMicros;
    return {};
}

// Without a turnover the log grows as long as somebody follows it: a reader is always a little behind the writer.
Status Follower::TurnOverLog() {
    const std::uint32_t page_bytes = std::max(state_.page_bytes, 1U);
    const auto limit = static_cast<std::uint32_t>((context_.options.log_mb << 20) / page_bytes);
    const std::uint32_t frame = state_.end.frame;
    if (frame < limit) {
        turned_over_at_ = 0;
        return {};
    }
    // Another reader may have prevented the last turnover.
    if (turned_over_at_ != 0 && frame < turned_over_at_ + limit / 4) return LetGoOfLog();
    turned_over_at_ = frame;
    // Almost all of the log is shipped and copied while the service writes. The second pass has what was written during
    // the first.
    for (int pass = 0; pass < 2 && series_; ++pass) {
        TRY(Poll());
        (void)TRY(turnover_->Copy());
    }
    if (!series_ || !turnover_->TryLock()) return {};
    const std::int64_t since = SteadyMicros();
    const Status done = TurnOverLocked();
    turnover_->Unlock();
    progress_.held_micros_max = std::max(progress_.held_micros_max, SteadyMicros() - since);
    ++progress_.turnovers;
    return done;
}

// Nothing can be committed, so everything is shipped after one poll, and the rest of the log is small.
Status Follower::TurnOverLocked() {
    TRY(Poll());
    if (!series_) return {};
    held_->Rollback();
    for (int i = 0; i < kCopiesWhileLocked; ++i) {
        const auto whole = TRY(turnover_->Copy());
        if (whole) break;
        std::this_thread::sleep_for(kPauseBetweenCopies);
    }
    // If all of the log is copied, this transaction reads from the file only and lets the next commit reset the log.
    TRY(HoldSnapshot(*held_));
    return {};
}

Status Follower::LetGoOfLog() {
    const std::uint64_t bytes = std::uint64_t{state_.end.frame} * state_.page_bytes;
    if (bytes < kFollowedLogBytesMax || SteadyMicros() < next_letting_go_) return {};
    next_letting_go_ = SteadyMicros() + kLetGoEveryMicros;
    telemetry::LogWarn("the ledger's log is large, so the follower lets go of it for a moment",
                       {{"bytes", static_cast<std::int64_t>(bytes)}});
    TRY(Poll());
    held_->Rollback();
    (void)context_.wait(kLetGoMillis);
    TRY(HoldSnapshot(*held_));
    state_ = TRY(ReadLogState(held_->handle()));
    const bool same = state_.end.salts == position_.salts && log_->Has(position_, state_.page_bytes);
    if (!same && series_) LoseTrack("the ledger's log was let go because it was too large");
    return {};
}

Status Follower::Report() {
    const std::int64_t now = SteadyMicros();
    const auto log_bytes = static_cast<std::int64_t>(std::uint64_t{state_.end.frame} * state_.page_bytes);
    if (now >= next_report_) {
        next_report_ = now + kProgressEveryMicros;
        telemetry::LogInfo("changes are shipped", {{"commits", progress_.commits},
                                                   {"pages", progress_.pages},
                                                   {"bytes", progress_.bytes},
                                                   {"turnovers", progress_.turnovers},
                                                   {"commits_held_micros_max", progress_.held_micros_max},
                                                   {"log_bytes", log_bytes}});
    }
    if (now < next_status_) return {};
    next_status_ = now + kStatusEveryMicros;
    const std::string text = fmt::format(
        "# TYPE fairlead_follow_seen_timestamp_seconds gauge\nfairlead_follow_seen_timestamp_seconds {}\n"
        "# TYPE fairlead_follow_changed_timestamp_seconds gauge\nfairlead_follow_changed_timestamp_seconds {}\n"
        "# TYPE fairlead_follow_commits_total counter\nfairlead_follow_commits_total {}\n"
        "# TYPE fairlead_follow_bytes_total counter\nfairlead_follow_bytes_total {}\n"
        "# TYPE fairlead_follow_bases_total counter\nfairlead_follow_bases_total {}\n"
        "# TYPE fairlead_follow_log_bytes gauge\nfairlead_follow_log_bytes {}\n",
        seen_at_.micros / kMicrosPerSecond, changed_at_.micros / kMicrosPerSecond, progress_.commits, progress_.bytes,
        progress_.bases, log_bytes);
    if (WriteDurably(folder_ / "status.prom", text)) return {};
    return Fail(ErrorCode::kUnavailable, "cannot write to " + folder_.string() + ": " + std::strerror(errno));
}

}  // namespace fairlead::ledger
