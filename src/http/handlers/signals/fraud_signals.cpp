#include "http/handlers/signals/fraud_signals.hpp"

#include "app/reports/report_pool.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/signals/signal_json.hpp"
#include "http/codec/signals/trial_body.hpp"
#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"
#include "telemetry/run_guarded.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kDecisionReasonLengthMax = 1000;

// The objects that the endpoints use.
struct SignalRoutes {
    app::FraudSignals& fraud;
    ReportDependencies reports;
};

FraudSignalId SignalOf(const Request& request) { return FraudSignalId{IdInPath(request)}; }

auto SignalEncoder(const app::Caller& caller) {
    return [owner = caller.owner](const app::SignalRecord& signal) { return EncodeSignal(signal, *owner); };
}

void ListSignals(const SignalRoutes& routes, const app::Caller& caller, const Request& request, Responder responder) {
    RecordFilters filters(
        request,
        {{"ruleId", "rule"}, {"affiliateId", "affiliate"}, {"playerId", "player"}, {"state", ""}, {"holds", ""}});
    app::SignalQuery query{.owner = caller.operator_id(), .limit = filters.limit()};
    query.before = filters.ReadId<FraudSignalId>("cursor");
    query.rule = filters.ReadId<FraudRuleId>("ruleId");
    query.affiliate = filters.ReadId<AffiliateId>("affiliateId");
    query.player = filters.ReadId<PlayerId>("playerId");
    query.state = filters.ReadName<app::SignalState>("state", app::kSignalStateNames);
    query.holds = filters.Flag("holds");
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    routes.fraud.signals().Read(query, AnswerPage<app::SignalPage>(request, std::move(responder), SignalEncoder(caller),
                                                                   [](FraudSignalId id) { return id.ToString(); }));
}

void ReadOneSignal(const SignalRoutes& routes, const app::Caller& caller, const Request& request, Responder responder) {
    app::SignalQuery query{.owner = caller.operator_id(), .limit = 1};
    query.signal = SignalOf(request);
    auto answer = AnswerObject<app::SignalRecord>(request, std::move(responder), SignalEncoder(caller));
    routes.fraud.signals().Read(query, [answer = std::move(answer)](Result<app::SignalPage> page) mutable {
        if (!page) return answer(std::unexpected(page.error()));
        if (page->items.empty()) return answer(Fail(ErrorCode::kNotFound, "there is no such fraud signal"));
        answer(std::move(page->items.front()));
    });
}

app::Errors CheckDecisionReason(const json::value& value, std::string& out) {
    return app::CheckText(value, kDecisionReasonLengthMax, out);
}

std::expected<app::SignalDecision, Response> ReadDecisionBody(const app::Caller& caller, const Request& request) {
    auto body = ReadManagementBody(request);
    if (!body) return std::unexpected(std::move(body.error()));
    BodyMembers members(body->as_object(), {"reason"});
    auto reason = members.Required("reason", std::string(), CheckDecisionReason);
    if (!members.errors().empty()) return std::unexpected(Problem(members.errors(), request.request_id));
    return app::SignalDecision{.owner = caller.operator_id(),
                               .signal = SignalOf(request),
                               .reason = *std::move(reason),
                               .actor = caller.actor(),
                               .key = caller.request_key};
}

void ReleaseOneSignal(const SignalRoutes& routes, const app::Caller& caller, const Request& request,
                      Responder responder) {
    auto decision = ReadDecisionBody(caller, request);
    if (!decision) return responder.Send(std::move(decision.error()));
    app::ReleaseSignal(routes.fraud.signals(), *std::move(decision),
                       AnswerObject<app::SignalRecord>(request, std::move(responder), SignalEncoder(caller)));
}

// A reversal takes several transactions, so it runs on a thread of the pool.
void ReverseOneSignal(const SignalRoutes& routes, const app::Caller& caller, const Request& request,
                      Responder responder) {
    auto decision = ReadDecisionBody(caller, request);
    if (!decision) return responder.Send(std::move(decision.error()));
    auto shared = std::make_shared<Responder>(std::move(responder));
    const std::string request_id(request.request_id);
    auto work = [shared, request_id, owner = caller.owner, ports = routes.fraud.ports(),
                 decision = *std::move(decision)]() mutable {
        Response response = Problem({ErrorCode::kInternal, "", "the commission could not be reversed"}, request_id);
        telemetry::RunGuarded("signal", [&] {
            const auto signal = app::ReverseSignal(ports, *owner, std::move(decision));
            response = signal ? Response{.body = json::serialize(EncodeSignal(*signal, *owner))}
                              : Problem(signal.error(), request_id);
        });
        shared->Send(std::move(response));
    };
    const auto submitted = routes.reports.report_pool.Submit(caller.operator_id(), std::move(work));
    if (!submitted) shared->Send(Problem(submitted.error(), request_id));
}

void TryRule(const SignalRoutes& routes, const app::Caller& caller, const Request& request, Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    const auto calendar = routes.reports.run_report.CalendarOf(caller.owner->records.self.settings);
    auto trial = ReadTrialBody(body->as_object(), *calendar, Now());
    if (!trial) return responder.Send(Problem(trial.error(), request.request_id));
    AnswerFromPool(routes.reports, caller.operator_id(), std::move(responder), std::string(request.request_id),
                   [&judge = routes.fraud.judge(), owner = caller.owner, calendar, trial = *std::move(trial),
                    request_id = std::string(request.request_id)]() -> Response {
                       const auto found = judge.Judge(*owner, *calendar, std::span(&trial.rule, 1), trial.time);
                       if (!found) return Problem(found.error(), request_id);
                       return {.body = json::serialize(EncodeTrial(*found, trial.time))};
                   });
}

void ListRuleVersions(const SignalRoutes& routes, const app::Caller& caller, const Request& request,
                      Responder responder) {
    const FraudRuleId rule{IdInPath(request)};
    if (caller.owner->FindFraudRule(rule) == nullptr) return responder.Send(NoSuchResource(request));
    RecordFilters filters(request, {});
    const std::int64_t after = filters.Number("cursor").value_or(0);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    routes.fraud.signals().ReadVersions(
        caller.operator_id(), rule,
        AnswerObject<std::vector<app::RuleVersion>>(request, std::move(responder),
                                                    [after, limit = filters.limit()](const auto& versions) {
                                                        return EncodeRuleVersions(versions, after, limit);
                                                    }));
}

}  // namespace

void AddFraudSignalRoutes(Router& router, const CallerSources& callers, app::FraudSignals& fraud,
                          const ReportDependencies& reports) {
    const std::string base(kBasePath);
    const SignalRoutes routes{fraud, reports};
    const auto add = [&](std::string_view method, const std::string& path, access::Need need, auto handle) {
        router.Add(method, base + path,
                   RequireCaller(callers, access::Area::kMoney, need, std::bind_front(handle, routes)));
    };
    add("GET", "/fraud-signals", access::Need::kRead, ListSignals);
    add("GET", "/fraud-signals/{id}", access::Need::kRead, ReadOneSignal);
    add("POST", "/fraud-signals/{id}/release", access::Need::kKeepBooks, ReleaseOneSignal);
    add("POST", "/fraud-signals/{id}/reverse", access::Need::kKeepBooks, ReverseOneSignal);
    // A trial stores nothing, so the permission to read is enough.
    add("POST", "/fraud-rules/try", access::Need::kRead, TryRule);
    add("GET", "/fraud-rules/{id}/versions", access::Need::kRead, ListRuleVersions);
}

}  // namespace fairlead::http
