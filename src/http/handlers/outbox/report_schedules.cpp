#include "http/handlers/outbox/report_schedules.hpp"

#include "app/access/send_limits.hpp"
#include "app/await.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/resources/report_schedule_resource.hpp"
#include "app/schedules/report_scheduler.hpp"
#include "http/codec/json/actor_names.hpp"
#include "http/codec/json/json_values.hpp"
#include "http/handlers/outbox/delivery_json.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/middleware/rate_headers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;
using Runs = std::vector<app::ReportRunRecord>;

json::object EncodeRun(const app::OperatorEntry& owner, const app::ReportRunRecord& record) {
    json::array deliveries;
    for (const app::DeliveryRecord& delivery : record.deliveries) {
        deliveries.push_back({{"id", outbox::MessageIdOf(delivery.destination, delivery.place).ToString()},
                              {"kind", outbox::kDestinationKindNames[static_cast<std::size_t>(delivery.kind)]},
                              {"status", DeliveryStatusName(owner, delivery)}});
    }
    return {{"id", record.run.id.ToString()},
            {"at", record.at.ToIso8601()},
            {"startDate", record.run.days.first.ToString()},
            {"endDate", record.run.days.last.ToString()},
            {"actor", record.run.actor},
            {"actorName", ActorNameOrNull(owner, record.run.actor)},
            {"rowCount", record.run.row_count},
            {"error", TextOrNull(record.run.error)},
            {"deliveries", std::move(deliveries)}};
}

DestinationId ScheduleInPath(const Request& request) { return DestinationId{IdInPath(request)}; }

void ListRuns(const ScheduleDependencies& dependencies, const Caller& caller, const Request& request,
              Responder responder) {
    const DestinationId schedule = ScheduleInPath(request);
    if (caller.owner->FindReportSchedule(schedule) == nullptr) return responder.Send(NoSuchResource(request));
    dependencies.outbox.ReadReportRuns(
        caller.operator_id(), schedule,
        AnswerObject<Runs>(request, std::move(responder), [owner = caller.owner](const Runs& runs) {
            json::array items;
            for (const app::ReportRunRecord& record : runs) items.push_back(EncodeRun(*owner, record));
            return json::object{{"items", std::move(items)}, {"nextCursor", nullptr}};
        }));
}

// The run that was stored by this request, or by an earlier request with the same Idempotency-Key.
Result<json::object> ReadRun(app::Outbox& outbox, const app::OperatorEntry& owner, DestinationId schedule,
                             outbox::ReportRunId run) {
    const auto runs = TRY(
        app::Await<Runs>([&](auto done) { outbox.ReadReportRuns(owner.records.self.id, schedule, std::move(done)); }));
    const auto found = std::ranges::find(runs, run, [](const app::ReportRunRecord& each) { return each.run.id; });
    if (found == runs.end()) return Fail(ErrorCode::kConflict, "the run is no longer kept");
    return EncodeRun(owner, *found);
}

// Sends the report and answers with its run. Blocks.
Response SendNowAndRead(const ScheduleDependencies& dependencies, app::OperatorSendLimits& limits,
                        app::SendNowRequest asked, const std::string& request_id) {
    access::RateDecision rate{.allowed = true};
    asked.is_within_limit = [&] {
        rate = limits.Take(asked.owner->records.self.id, SteadyMicros());
        return rate.allowed;
    };
    const auto sent = dependencies.scheduler.SendNow(asked);
    if (!rate.allowed) {
        Response refused = RateLimitReached(request_id);
        AddRateHeaders(refused, rate);
        return refused;
    }
    if (!sent) return Problem(sent.error(), request_id);
    const auto run = ReadRun(dependencies.outbox, *asked.owner, asked.schedule, *sent);
    if (!run) return Problem(run.error(), request_id);
    return {.body = json::serialize(*run)};
}

// The limit is the operator's, not the schedule's: otherwise, many schedules could flood one receiver.
void SendScheduleNow(const ScheduleDependencies& dependencies, const std::shared_ptr<app::OperatorSendLimits>& limits,
                     const Caller& caller, const Request& request, Responder responder) {
    const DestinationId schedule = ScheduleInPath(request);
    if (caller.owner->FindReportSchedule(schedule) == nullptr) return responder.Send(NoSuchResource(request));
    app::SendNowRequest asked{
        .owner = caller.owner, .schedule = schedule, .actor = caller.actor(), .key = caller.request_key};
    AnswerFromPool(dependencies.reports, caller.operator_id(), std::move(responder), std::string(request.request_id),
                   [dependencies, limits, asked = std::move(asked), request_id = std::string(request.request_id)]() {
                       return SendNowAndRead(dependencies, *limits, asked, request_id);
                   });
}

void RotateSecretOfSchedule(const ScheduleDependencies& dependencies, const Caller& caller, const Request& request,
                            Responder responder) {
    const auto decide = [&](app::ChangeRequest change) {
        return app::RotateScheduleSecret(IdInPath(request), std::move(change));
    };
    StepResource(dependencies.resources, caller, request, std::move(responder),
                 {decide, ReadAgainFrom(app::ReportScheduleResource())});
}

void DeleteSchedule(const ScheduleDependencies& dependencies, const Caller& caller, const Request& request,
                    Responder responder) {
    auto decide = app::DeleteReportSchedule(IdInPath(request),
                                            ChangeRequestOf(dependencies.resources, caller, request, json::object()));
    auto done = [responder = std::move(responder),
                 request_id = std::string(request.request_id)](app::ObjectResult result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.status = 204});
    };
    dependencies.resources.manage_catalogue.Change(caller.operator_id(), std::move(decide), std::move(done));
}

// The people who can be chosen as recipients. Only admins may list all users, but other users manage reports, too.
void ListRecipients(const Caller& caller, const Request&, Responder responder) {
    constexpr std::size_t kListedMax = 500;
    json::array items;
    for (const catalogue::User& user : caller.owner->records.users) {
        const bool fits = app::CanGetReports(user) && user.status == catalogue::UserStatus::kActive;
        if (fits && items.size() < kListedMax) items.push_back({{"id", user.id.ToString()}, {"email", user.email}});
    }
    responder.Send({.body = json::serialize(json::object{{"items", std::move(items)}})});
}

}  // namespace

void AddReportScheduleRoutes(Router& router, const CallerSources& callers, const ScheduleDependencies& dependencies) {
    const std::string base(kBasePath);
    const std::string one = base + "/report-schedules/{id}";
    const auto add = [&](std::string_view method, const std::string& path, access::Need need, auto handle) {
        router.Add(method, path, RequireCaller(callers, access::Area::kReports, need, std::move(handle)));
    };
    add("GET", one + "/runs", access::Need::kRead, std::bind_front(ListRuns, dependencies));
    add("POST", one + "/send", access::Need::kWrite,
        std::bind_front(SendScheduleNow, dependencies, std::make_shared<app::OperatorSendLimits>()));
    add("POST", one + "/rotate-secret", access::Need::kWrite, std::bind_front(RotateSecretOfSchedule, dependencies));
    add("DELETE", one, access::Need::kWrite, std::bind_front(DeleteSchedule, dependencies));
    add("GET", base + "/report-recipients", access::Need::kWrite, ListRecipients);
}

}  // namespace fairlead::http
