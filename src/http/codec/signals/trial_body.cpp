#include "http/codec/signals/trial_body.hpp"

#include <algorithm>

#include "app/resources/fraud_rule_resource.hpp"
#include "http/codec/json/body_members.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::int32_t kTrialDays = 30;
constexpr std::int32_t kTrialDaysMax = 92;

Errors CheckKind(const json::value& value, signals::RuleKind& out) {
    std::size_t index = 0;
    Errors errors = app::CheckName(value, signals::kRuleKindNames, index);
    if (errors.empty()) out = static_cast<signals::RuleKind>(index);
    return errors;
}

void CheckDays(Date start, Date end, Date today, BodyMembers& members) {
    if (start > end) members.Refuse("endDate", ErrorCode::kInvalidValue, "must not be before startDate");
    if (end > today) members.Refuse("endDate", ErrorCode::kInvalidValue, "must not be after today");
    if (end.days - start.days >= kTrialDaysMax) {
        members.Refuse("startDate", ErrorCode::kInvalidValue,
                       "must be at most " + std::to_string(kTrialDaysMax - 1) + " days before endDate");
    }
}

}  // namespace

std::expected<Trial, Errors> ReadTrialBody(const json::object& body, const reporting::Calendar& calendar,
                                           Timestamp now) {
    BodyMembers members(body, {"kind", "parameters", "startDate", "endDate"});
    const auto kind = members.Required("kind", signals::RuleKind::kClickBurst, CheckKind);
    const auto parameters = members.Optional("parameters", signals::Parameters(), app::ReadParameters);
    const Date today = calendar.zone().DateOf(now);
    const Date end = members.Optional("endDate", Date(), app::CheckDate).value_or(today);
    const Date start = members.Optional("startDate", Date(), app::CheckDate).value_or(Date{end.days - kTrialDays + 1});
    if (members.errors().empty()) CheckDays(start, end, today, members);
    Trial trial;
    trial.rule.kind = kind.value_or(trial.rule.kind);
    trial.rule.parameters = parameters.value_or(signals::Parameters());
    if (kind) {
        Errors errors;
        AppendAt("/parameters", app::CheckParameters(*kind, trial.rule.parameters), errors);
        for (Error& error : errors) members.Refuse(std::move(error));
    }
    if (!members.errors().empty()) return std::unexpected(members.errors());
    signals::CompleteParameters(trial.rule.kind, trial.rule.parameters);
    trial.time = calendar.SpanOf(start, end);
    trial.time.to = std::min(trial.time.to, now);
    return trial;
}

}  // namespace fairlead::http
