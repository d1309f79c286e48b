#include "journal/takeover.hpp"

#include <algorithm>
#include <chrono>
#include <future>

#include "journal/batch_bytes.hpp"
#include "journal/segment_file.hpp"
#include "telemetry/log.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::journal {
namespace {

using std::chrono::milliseconds;

// Batches are gathered for this time before they are handed over, so other nodes see clicks a little later.
constexpr milliseconds kGatherTime{50};
constexpr milliseconds kAnswerTime{20};
constexpr std::int64_t kBackoffMsMax = 500;
constexpr std::int64_t kPatienceMicros = kMicrosPerSecond;
// After this many clicks and impressions, a group is handed over. Larger blocks make it slower to find one click.
constexpr std::size_t kGroupWeightMax = 2048;
constexpr std::size_t kReadBytes = std::size_t{4} << 20;

// The bytes of a part. Only the beginning of a large part is read at once.
Result<std::string> ReadPart(SegmentList::Part& part) {
    const std::size_t whole = part.to;
    // A segment of an earlier run is read to its end, because only its whole tail shows whether the end is torn.
    if (!part.from_earlier_run) part.to = std::min(part.to, part.from + kReadBytes);
    auto bytes = ReadRange(part.path, part.from, part.to);
    if (!bytes || part.to == whole || ReadRecord(*bytes)) return bytes;
    part.to = whole;
    return ReadRange(part.path, part.from, part.to);
}

}  // namespace

Takeover::Takeover(SegmentList& segments, JournalId journal, app::Intake& intake, telemetry::Metrics& metrics,
                   std::function<void(std::size_t)> taken)
    : segments_(segments),
      journal_(journal),
      intake_(intake),
      metrics_(metrics),
      taken_(std::move(taken)),
      thread_([this](const std::stop_token& stop) { Run(stop); }) {}

Takeover::~Takeover() { Stop(0); }

void Takeover::Wake(bool much) {
    {
        const std::lock_guard lock(mutex_);
        if (has_work_ && (urgent_ || !much)) return;
        has_work_ = true;
        urgent_ = urgent_ || much;
    }
    changed_.notify_one();
}

void Takeover::WaitFor(std::int64_t sequence, std::move_only_function<void()> done) {
    {
        const std::lock_guard lock(mutex_);
        waiters_.push_back({sequence, SteadyMicros() + kPatienceMicros, std::move(done)});
        has_work_ = true;
        urgent_ = true;
    }
    changed_.notify_one();
}

void Takeover::AddUnsynced(std::vector<UnsyncedRecord> records) {
    {
        const std::lock_guard lock(mutex_);
        std::ranges::move(records, std::back_inserter(unsynced_));
        has_work_ = true;
        urgent_ = true;
    }
    changed_.notify_one();
}

bool Takeover::HasUnsynced() const {
    const std::lock_guard lock(mutex_);
    return !unsynced_.empty();
}

bool Takeover::IsTaken(std::int64_t sequence) const {
    const std::lock_guard lock(mutex_);
    return !segments_.HasEarlier() && std::max(segments_.last_consumed(), unsynced_taken_) >= sequence;
}

void Takeover::Stop(std::int64_t ms_max) {
    if (!thread_.joinable()) return;
    stop_ms_max_ = ms_max;
    thread_.request_stop();
    thread_.join();
}

void Takeover::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("journal-taker");
    while (!stop.stop_requested()) {
        Gather(stop);
        const bool done = TakeAll();
        backoff_ms_ = done ? 0 : std::clamp<std::int64_t>(2 * backoff_ms_, 20, kBackoffMsMax);
        AnswerWaiters();
    }
    const std::int64_t until = SteadyMicros() + 1000 * stop_ms_max_;
    while (!TakeAll() && SteadyMicros() < until) std::this_thread::sleep_for(kGatherTime);
    std::vector<Waiter> waiters;
    std::deque<UnsyncedRecord> unsynced;
    {
        const std::lock_guard lock(mutex_);
        waiters.swap(waiters_);
        unsynced.swap(unsynced_);
    }
    for (Waiter& waiter : waiters) waiter.done();
    for (UnsyncedRecord& record : unsynced) record.done(Fail(ErrorCode::kUnavailable, "the service is stopping"));
}

void Takeover::Gather(const std::stop_token& stop) {
    // A ledger that has just failed is not asked more often because somebody waits.
    const std::int64_t until = SteadyMicros() + 1000 * backoff_ms_;
    while (SteadyMicros() < until && !stop.stop_requested()) {
        std::this_thread::sleep_for(kAnswerTime);
        AnswerWaiters();
    }
    std::unique_lock lock(mutex_);
    if (backoff_ms_ == 0) {
        changed_.wait(lock, stop, [this] { return has_work_; });
        changed_.wait_for(lock, stop, kGatherTime, [this] { return urgent_; });
    }
    has_work_ = false;
    urgent_ = false;
}

bool Takeover::TakeAll() {
    while (const auto part = segments_.Next()) {
        if (!TakePart(*part)) return false;
        // Batches that have arrived in the meantime wait for the next turn.
        if (!part->is_last) break;
    }
    if (!TakeUnsynced()) return false;
    if (segments_.Next()) {
        const std::lock_guard lock(mutex_);
        has_work_ = true;
    } else {
        SetLag({});
    }
    return true;
}

bool Takeover::TakePart(const SegmentList::Part& whole) {
    SegmentList::Part part = whole;
    const auto bytes = ReadPart(part);
    if (!bytes) {
        telemetry::LogError("the click journal cannot be read", {{"reason", bytes.error().message}});
        return false;
    }
    const SegmentScan scan = ScanRecords(*bytes, part.after);
    if (!TakeRecords(part, scan)) return false;
    if (part.to != whole.to || part.from + scan.end == part.to) return true;
    ReportRest(part, scan);
    segments_.Consume(part.to, scan.records.empty() ? part.after : scan.records.back().sequence);
    return true;
}

bool Takeover::TakeRecords(const SegmentList::Part& part, const SegmentScan& scan) {
    Groups groups;
    std::size_t weight = 0;
    std::size_t taken = 0;  // The bytes.
    for (std::size_t i = 0; i < scan.records.size(); ++i) {
        const Record& record = scan.records[i];
        auto batch = ReadBatch(record.body);
        if (!batch) CountDamaged(part, scan.ends[i] - record.size);
        if (batch) {
            if (weight == 0) SetLag(batch->time);
            weight += batch->weight();
            auto& group = groups[batch->owner];
            group.owner = batch->owner;
            group.journal = part.journal;
            group.batches.push_back({record.sequence, std::move(*batch)});
        }
        const bool last = i + 1 == scan.records.size();
        if (!last && weight < kGroupWeightMax) continue;
        if (!HandOver(std::move(groups))) return false;
        // This comes before the part counts as taken over, so that those who wait for that find the space free.
        if (!part.from_earlier_run) taken_(weight);
        segments_.Consume(part.from + scan.ends[i], record.sequence);
        ReportDamage(part, scan, taken, scan.ends[i]);
        taken = scan.ends[i];
        groups.clear();
        weight = 0;
        AnswerWaiters();
    }
    return true;
}

bool Takeover::TakeUnsynced() {
    while (true) {
        Groups groups;
        UnsyncedRecord* record = nullptr;
        {
            const std::lock_guard lock(mutex_);
            if (unsynced_.empty() || segments_.Next()) return true;
            record = &unsynced_.front();
        }
        auto batch = ReadBatch(std::string_view(record->bytes).substr(kFrameBytes));
        const std::size_t weight = batch ? batch->weight() : 0;
        if (batch) {
            auto& group = groups[batch->owner];
            group = {.owner = batch->owner, .journal = journal_, .batches = {}};
            group.batches.push_back({record->sequence, std::move(*batch)});
        }
        if (!HandOver(std::move(groups))) return false;
        taken_(weight);
        record->done({});
        const std::lock_guard lock(mutex_);
        unsynced_taken_ = record->sequence;
        unsynced_.pop_front();
    }
}

bool Takeover::HandOver(Groups groups) {
    std::vector<std::future<Status>> answers;
    for (auto& [owner, group] : groups) {
        auto promise = std::make_shared<std::promise<Status>>();
        answers.push_back(promise->get_future());
        intake_.TakeOver(std::move(group), [promise](Status done) { promise->set_value(std::move(done)); });
    }
    bool all_done = true;
    for (auto& answer : answers) {
        while (answer.wait_for(kAnswerTime) == std::future_status::timeout) AnswerWaiters();
        const Status done = answer.get();
        if (done) continue;
        if (done.error().code == ErrorCode::kNotFound) {
            telemetry::LogError("the click journal has clicks of an operator that the ledger does not have");
            segments_.SetAside();
            continue;
        }
        metrics_.journal_takeover_failures.Increment();
        if (backoff_ms_ == 0) {
            telemetry::LogWarn("the ledger did not take the click journal over; it is tried again",
                               {{"reason", done.error().message}});
        }
        all_done = false;
    }
    return all_done;
}

void Takeover::CountDamaged(const SegmentList::Part& part, std::size_t at) {
    metrics_.journal_records_damaged.Increment();
    telemetry::LogError("a record of the click journal is damaged and is skipped",
                        {{"file", part.path.string()}, {"offset", static_cast<std::int64_t>(part.from + at)}});
}

void Takeover::ReportDamage(const SegmentList::Part& part, const SegmentScan& scan, std::size_t from, std::size_t to) {
    for (const std::size_t at : scan.damaged) {
        if (at >= from && at < to) CountDamaged(part, at);
    }
}

// Behind the last record of an earlier run is the space that was reserved, or a write that a crash cut. In a segment of
// this run only what is on disk is read, so that there is nothing but records.
void Takeover::ReportRest(const SegmentList::Part& part, const SegmentScan& scan) {
    if (!part.from_earlier_run) return CountDamaged(part, scan.end);
    if (!scan.torn) return;
    metrics_.journal_torn_tails.Increment();
    telemetry::LogWarn("the click journal ends with a write that a crash cut; nothing acknowledged is in it",
                       {{"file", part.path.string()}, {"offset", static_cast<std::int64_t>(part.from + scan.end)}});
}

void Takeover::AnswerWaiters() {
    std::vector<Waiter> ready;
    {
        const std::lock_guard lock(mutex_);
        if (waiters_.empty()) return;
        const std::int64_t taken = std::max(segments_.last_consumed(), unsynced_taken_);
        const bool earlier = segments_.HasEarlier();
        const std::int64_t now = SteadyMicros();
        const auto waits = std::ranges::partition(waiters_, [&](const Waiter& waiter) {
            return now < waiter.deadline && (earlier || waiter.sequence > taken);
        });
        std::ranges::move(waits, std::back_inserter(ready));
        waiters_.erase(waits.begin(), waits.end());
    }
    for (Waiter& waiter : ready) waiter.done();
}

void Takeover::SetLag(Timestamp oldest) {
    const bool none = oldest == Timestamp();
    metrics_.journal_lag_seconds.Set(none ? 0 : static_cast<double>(Now().micros - oldest.micros) / 1e6);
}

}  // namespace fairlead::journal
