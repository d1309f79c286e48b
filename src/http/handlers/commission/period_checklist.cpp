#include "http/handlers/commission/period_checklist.hpp"

#include <algorithm>

#include "app/catalogue/operator_zone.hpp"
#include "app/commission/check_period.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::int64_t kHoldsListedMax = 200;

std::string_view StateOf(bool fine) { return fine ? "ok" : "warning"; }

json::object EncodeFeeds(const app::PeriodChecklist& list) {
    json::array items;
    bool silent = false;
    for (const auto& feed : list.feeds) {
        silent = silent || feed.state == statements::FeedState::kSilent;
        items.push_back({{"brandId", feed.brand.ToString()},
                         {"eventType", feed.event_type},
                         {"lastEventTime", feed.last_event_time.ToIso8601()},
                         {"state", statements::kFeedStateNames[static_cast<std::size_t>(feed.state)]}});
    }
    return {{"state", StateOf(!silent)},
            {"silenceHoursMax", statements::kFeedSilenceHoursMax},
            {"eventsMin", statements::kFeedEventsMin},
            {"items", std::move(items)}};
}

json::object EncodeRates(const app::PeriodChecklist& list) {
    json::array items;
    for (const app::UnpricedMoney& money : list.unpriced) {
        items.push_back(
            {{"currency", money.currency.code()}, {"count", money.count}, {"amount", money.amount.ToString()}});
    }
    return {{"state", StateOf(list.unpriced.empty())}, {"unpriced", std::move(items)}};
}

json::object EncodeUnusual(const statements::UnusualStatement& unusual) {
    return {{"affiliateId", unusual.affiliate.ToString()},
            {"statementId", unusual.statement ? json::value(unusual.statement->ToString()) : json::value(nullptr)},
            {"currency", unusual.currency.code()},
            {"earned", unusual.earned.ToString()},
            {"usual", unusual.habit.usual.RoundedTo(2).ToString()},
            {"difference", unusual.habit.difference.RoundedTo(2).ToString()},
            {"months", unusual.habit.periods}};
}

json::object EncodeWithHabit(const app::PeriodChecklist& list) {
    json::array items;
    for (const auto& unusual : list.statements.unusual) items.push_back(EncodeUnusual(unusual));
    return {{"state", StateOf(list.statements.unusual.empty())},
            {"compared", list.statements.compared},
            {"withoutHistory", list.statements.without_habit},
            {"comparedAll", list.compared_all},
            {"months", statements::kHabitPeriods},
            {"monthsMin", statements::kHabitPeriodsMin},
            {"spreadsMax", statements::kSpreadsMax},
            {"spreadPercentMin", statements::kSpreadPercentMin},
            {"monthPercentMin", statements::kPeriodPercentMin},
            {"items", std::move(items)}};
}

json::object EncodeHolds(const app::OperatorEntry& owner) {
    json::array items;
    std::int64_t count = 0;
    for (const auto& affiliate : owner.records.affiliates) {
        if (affiliate.payment_hold.empty() || ++count > kHoldsListedMax) continue;
        items.push_back({{"affiliateId", affiliate.id.ToString()}, {"reason", affiliate.payment_hold}});
    }
    return {{"state", StateOf(count == 0)}, {"count", count}, {"items", std::move(items)}};
}

json::object EncodeChecklist(const app::PeriodChecklist& list, Period period, const app::OperatorEntry& owner) {
    const auto& why_not = list.why_not_closable;
    return {{"period", period.ToString()},
            {"month",
             {{"state", why_not ? "blocked" : "ok"},
              {"detail", why_not ? json::value(*why_not) : json::value(nullptr)},
              {"affiliatesToClose", list.affiliates_to_close}}},
            {"feeds", EncodeFeeds(list)},
            {"rates", EncodeRates(list)},
            {"statements", EncodeWithHabit(list)},
            {"paymentHolds", EncodeHolds(owner)}};
}

void SendChecklist(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                   Responder responder) {
    RecordFilters filters(request, {{"period", ""}});
    const TimeZone zone = app::LoadZone(caller.owner->records.self.settings);
    const Period last_month = zone.MonthOf(Now()).Plus(-1);
    const auto period = filters.ReadAs("period", kPeriodForms, Period::Parse).value_or(last_month);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [owner = caller.owner, period](const app::PeriodChecklist& list) {
        return EncodeChecklist(list, period, *owner);
    };
    const auto has_such_periods = [owner = caller.owner, kind = period.kind()](AffiliateId id) {
        const auto* affiliate = owner->FindAffiliate(id);
        return affiliate != nullptr && affiliate->statement_period == kind;
    };
    app::CheckPeriod({dependencies.commission_store, dependencies.commission_queries, dependencies.records},
                     {caller.operator_id(), period, has_such_periods}, zone,
                     AnswerObject<app::PeriodChecklist>(request, std::move(responder), encode));
}

}  // namespace

void AddChecklistRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies) {
    router.Add("GET", std::string(kBasePath) + "/statements/checklist",
               RequireCaller(callers, access::Area::kMoney, access::Need::kRead,
                             std::bind_front(SendChecklist, dependencies)));
}

}  // namespace fairlead::http
