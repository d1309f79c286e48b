#include "app/schedules/report_scheduler.hpp"

#include "app/await.hpp"
#include "app/schedules/facts_until.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::chrono::seconds kLookAtSchedulesEvery{2};

// The run that a request with an Idempotency-Key has stored, from "reportRun/ID".
outbox::ReportRunId RunOfSubject(std::string_view subject) {
    return outbox::ReportRunId::Parse(subject.substr(subject.find('/') + 1)).value_or(outbox::ReportRunId());
}

}  // namespace

void ReportScheduler::Start() {
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("report-schedule");
        telemetry::LowerThreadPriority();
        while (!stop.stop_requested()) {
            Look(stop);
            std::unique_lock lock(mutex_);
            stopping_.wait_for(lock, stop, kLookAtSchedulesEvery, [] { return false; });
        }
    });
}

void ReportScheduler::Look(const std::stop_token& stop) {
    const auto snapshot = catalogue_.Current();
    for (const auto& [id, entry] : snapshot->entries()) {
        for (const outbox::ReportSchedule& schedule : entry->records.report_schedules) {
            if (stop.stop_requested()) return;
            // A failure of one schedule must not stop the others.
            const bool looked = telemetry::RunGuarded("report-schedule", [&] { LookAt(entry, schedule); });
            if (!looked) failures_.NoteUnstored(schedule.id, SteadyMicros());
        }
    }
}

void ReportScheduler::LookAt(const std::shared_ptr<const OperatorEntry>& owner,
                             const outbox::ReportSchedule& schedule) {
    const catalogue::DatedSettings& settings = owner->records.self.settings;
    const auto days = outbox::DueDays(schedule, parts_.run_report.CalendarOf(settings)->zone(), Now());
    if (!days || !IsComplete(owner->records.self.id, settings, *days)) return;
    RunDue({.owner = owner, .schedule = schedule, .days = *days, .actor = std::string(kServiceActor)});
}

bool ReportScheduler::IsComplete(OperatorId owner, const catalogue::DatedSettings& settings,
                                 const outbox::ReportDays& days) const {
    const Timestamp end = parts_.run_report.CalendarOf(settings)->SpanOf(days.first, days.last).to;
    return HasFactsUntil(projection_.Lag(owner), end, Now(), SteadyMicros());
}

void ReportScheduler::RunDue(const ReportOrdered& ordered) {
    if (!failures_.MayTry(ordered.schedule.id, SteadyMicros())) return;
    const auto made = MakeReportRun(parts_, ordered);
    const auto run = made ? *made : NoteFailure(ordered, made.error());
    if (run == nullptr) return;
    const auto stored = Store(ordered, run);
    if (stored) {
        failures_.Forget(ordered.schedule.id);
    } else {
        failures_.NoteUnstored(ordered.schedule.id, SteadyMicros());
    }
}

std::shared_ptr<const outbox::ReportRun> ReportScheduler::NoteFailure(const ReportOrdered& ordered,
                                                                      const Error& error) {
    telemetry::LogWarn(
        "a scheduled report could not be made",
        {{"schedule", std::string_view(ordered.schedule.id.ToString())}, {"reason", std::string_view(error.message)}});
    const bool gives_up = failures_.Note(ordered.schedule.id, ordered.days.last, error.code, SteadyMicros());
    return gives_up ? FailedReportRun(ordered, error.message) : nullptr;
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

Result<outbox::ReportRunId> ReportScheduler::SendNow(const SendNowRequest& request) {
    const OperatorEntry& owner = *request.owner;
    const auto* found = owner.FindReportSchedule(request.schedule);
    if (found == nullptr) return Fail(ErrorCode::kNotFound, "there is no such resource");
    if (request.key) {
        const auto earlier = TRY(Await<std::optional<std::string>>(
            [&](auto done) { manage_catalogue_.FindEarlier(owner.records.self.id, *request.key, std::move(done)); }));
        if (earlier) return RunOfSubject(*earlier);
    }
    const catalogue::DatedSettings& settings = owner.records.self.settings;
    const Date today = parts_.run_report.CalendarOf(settings)->zone().DateOf(Now());
    const ReportOrdered ordered{.owner = request.owner,
                                .schedule = *found,
                                .days = outbox::DaysBefore(found->frequency, today),
                                .actor = request.actor};
    if (!IsComplete(owner.records.self.id, settings, ordered.days)) {
        return Fail(ErrorCode::kUnavailable, "the figures of these days are not complete yet. Try again later");
    }
    if (!request.is_within_limit()) return Fail(ErrorCode::kRateLimited, "too many reports were sent by hand");
    const auto run = TRY(MakeReportRun(parts_, ordered));
    if (!run->error.empty()) return Fail(ErrorCode::kConflict, run->error);
    if (request.key) return StoreOnce(ordered, run, *request.key);
    const auto stored = Store(ordered, run);
    if (!stored) return std::unexpected(stored.error().front());
    return run->id;
}

}  // namespace fairlead::app
