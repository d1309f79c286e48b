#include "app/schedules/report_scheduler.hpp"

#include "app/await.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::chrono::seconds kLookAtSchedulesEvery{2};
// A commit or a click may take so long to appear in the ledger after its time.
constexpr std::int64_t kSettleMicros = 10 * kMicrosPerSecond;
constexpr int kFailuresMax = 5;
constexpr std::int64_t kRetryReportMicros = 60 * kMicrosPerSecond;

// The run that a request with an Idempotency-Key has stored, from "reportRun/ID".
outbox::ReportRunId RunOfSubject(std::string_view subject) {
    return outbox::ReportRunId::Parse(subject.substr(subject.find('/') + 1)).value_or(outbox::ReportRunId());
}

}  // namespace

bool HasFactsUntil(const ProjectionLag& lag, Timestamp end, Timestamp now, std::int64_t steady_now) {
    if (lag.checked_at == 0) return false;
    const std::int64_t checked = now.micros - (steady_now - lag.checked_at);
    if (checked < end.micros + kSettleMicros) return false;
    if (lag.blocks == 0) return true;
    const auto oldest_missing = now.micros - static_cast<std::int64_t>(lag.seconds * kMicrosPerSecond);
    return !lag.is_filling && oldest_missing >= end.micros + kSettleMicros;
}

void ReportScheduler::Start() {
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("report-schedule");
        telemetry::LowerThreadPriority();
        while (!stop.stop_requested()) {
            telemetry::RunGuarded("report-schedule", [&] { Look(); });
            std::unique_lock lock(mutex_);
            stopping_.wait_for(lock, stop, kLookAtSchedulesEvery, [] { return false; });
        }
    });
}

void ReportScheduler::Look() {
    const auto snapshot = catalogue_.Current();
    for (const auto& [id, entry] : snapshot->entries()) {
        const catalogue::DatedSettings& settings = entry->records.self.settings;
        for (const outbox::ReportSchedule& schedule : entry->records.report_schedules) {
            const auto calendar = parts_.run_report.CalendarOf(settings);
            const auto days = outbox::DueDays(schedule, calendar->zone(), Now());
            if (!days || !IsComplete(id, settings, *days)) continue;
            RunDue({.owner = entry, .schedule = schedule, .days = *days, .actor = std::string(kServiceActor)});
        }
    }
}

bool ReportScheduler::IsComplete(OperatorId owner, const catalogue::DatedSettings& settings,
                                 const outbox::ReportDays& days) const {
    const Timestamp end = parts_.run_report.CalendarOf(settings)->SpanOf(days.first, days.last).to;
    return HasFactsUntil(projection_.Lag(owner), end, Now(), SteadyMicros());
}

void ReportScheduler::RunDue(const ReportOrdered& ordered) {
    const auto failed = failures_.find(ordered.schedule.id);
    if (failed != failures_.end() && SteadyMicros() < failed->second.next_try) return;
    const auto made = MakeReportRun(parts_, ordered);
    const auto run = made ? *made : NoteFailure(ordered, made.error());
    if (run == nullptr) return;
    const auto stored = Store(ordered, run);
    if (stored) {
        failures_.erase(ordered.schedule.id);
    } else {
        failures_[ordered.schedule.id].next_try = SteadyMicros() + kRetryReportMicros;
    }
}

std::shared_ptr<const outbox::ReportRun> ReportScheduler::NoteFailure(const ReportOrdered& ordered,
                                                                      const Error& error) {
    telemetry::LogWarn(
        "a scheduled report could not be made",
        {{"schedule", std::string_view(ordered.schedule.id.ToString())}, {"reason", std::string_view(error.message)}});
    Failures& failures = failures_[ordered.schedule.id];
    if (failures.last_day != ordered.days.last) failures = {.last_day = ordered.days.last};
    failures.next_try = SteadyMicros() + kRetryReportMicros;
    return ++failures.count < kFailuresMax ? nullptr : FailedReportRun(ordered, error.message);
}

ObjectResult ReportScheduler::Store(const ReportOrdered& ordered, const std::shared_ptr<const outbox::ReportRun>& run) {
    return Await<ObjectResult>([&](auto done) {
        manage_catalogue_.Change(ordered.owner->records.self.id, StoreReportRun(parts_.public_url, ordered, run),
                                 std::move(done));
    });
}

Result<outbox::ReportRunId> ReportScheduler::StoreOnce(const ReportOrdered& ordered,
                                                       const std::shared_ptr<const outbox::ReportRun>& run,
                                                       const RequestKey& key) {
    outbox::ReportRunId stored = run->id;
    const auto repeat = [&stored](const OperatorEntry&, std::string_view subject) -> ObjectResult {
        stored = RunOfSubject(subject);
        return boost::json::object();
    };
    const auto done = Await<ObjectResult>([&](auto answer) {
        manage_catalogue_.ChangeOnce(ordered.owner->records.self.id, key,
                                     StoreReportRun(parts_.public_url, ordered, run), repeat, std::move(answer));
    });
    if (!done) return std::unexpected(done.error().front());
    return stored;
}

Result<outbox::ReportRunId> ReportScheduler::SendNow(const std::shared_ptr<const OperatorEntry>& owner,
                                                     DestinationId schedule, std::string actor,
                                                     const std::optional<RequestKey>& key) {
    const auto* found = owner->FindReportSchedule(schedule);
    if (found == nullptr) return Fail(ErrorCode::kNotFound, "there is no such resource");
    if (key) {
        const auto earlier = TRY(Await<std::optional<std::string>>(
            [&](auto done) { manage_catalogue_.FindEarlier(owner->records.self.id, *key, std::move(done)); }));
        if (earlier) return RunOfSubject(*earlier);
    }
    const catalogue::DatedSettings& settings = owner->records.self.settings;
    const Date today = parts_.run_report.CalendarOf(settings)->zone().DateOf(Now());
    const ReportOrdered ordered{.owner = owner,
                                .schedule = *found,
                                .days = outbox::DaysBefore(found->frequency, today),
                                .actor = std::move(actor)};
    if (!IsComplete(owner->records.self.id, settings, ordered.days)) {
        return Fail(ErrorCode::kUnavailable, "the figures of these days are not complete yet. Try again later");
    }
    const auto run = TRY(MakeReportRun(parts_, ordered));
    if (!run->error.empty()) return Fail(ErrorCode::kConflict, run->error);
    if (key) return StoreOnce(ordered, run, *key);
    const auto stored = Store(ordered, run);
    if (!stored) return std::unexpected(stored.error().front());
    return run->id;
}

}  // namespace fairlead::app
