// Plays histories through the engine: reads one JSON array of steps per line, and prints one JSON object with the
// results per line. tests/property/commission/history.py defines the steps; the oracle beside it uses the same
// form.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <boost/json.hpp>

#include "app/resources/deals/deal_terms_json.hpp"
#include "base/crypto/secrets.hpp"
#include "domain/replay/replay.hpp"

namespace fairlead::commission {
namespace {

namespace json = boost::json;

// The short names of a history become the last digits of ids, so that both have the same order.
constexpr std::string_view kIdStart = "00000000-0000-7000-8000-";
constexpr std::size_t kIdDigits = 12;

template <class T>
T Must(std::optional<T> value, std::string_view what) {
    if (!value) throw std::invalid_argument("not valid: " + std::string(what));
    return *std::move(value);
}

std::string_view Text(const json::value& value) { return value.as_string(); }

template <class Id>
Id IdOf(const json::value& name) {
    const std::string number(Text(name).substr(1));
    return Must(Id::Parse(std::string(kIdStart) + std::string(kIdDigits - number.size(), '0') + number), number);
}

template <class Id>
std::optional<Id> OptionalIdOf(const json::value& name) {
    return name.is_null() ? std::nullopt : std::optional(IdOf<Id>(name));
}

template <class Id>
json::value NameOf(char letter, const std::optional<Id>& id) {
    if (!id) return nullptr;
    return json::string(letter + std::to_string(std::stoll(id->ToString().substr(kIdStart.size()))));
}

Decimal DecimalOf(const json::value& value) {
    const auto parsed = Decimal::Parse(Text(value));
    if (!parsed) throw std::invalid_argument("no decimal: " + json::serialize(value));
    return *parsed;
}

Timestamp TimeOf(const json::value& value) {
    const auto parsed = Timestamp::ParseIso8601(Text(value));
    if (!parsed) throw std::invalid_argument("no time: " + json::serialize(value));
    return *parsed;
}

Currency CurrencyOf(const json::value& value) { return Must(Currency::Parse(Text(value)), Text(value)); }
Date DateOf(const json::value& value) { return Must(Date::Parse(Text(value)), Text(value)); }

template <class Enum, std::size_t N>
Enum EnumOf(const json::value& value, const std::array<std::string_view, N>& names) {
    for (std::size_t i = 0; i < N; ++i) {
        if (names[i] == Text(value)) return static_cast<Enum>(i);
    }
    throw std::invalid_argument("no such name: " + json::serialize(value));
}

// Calls `read` with the member if it is there and not null.
template <class Read>
void IfGiven(const json::object& object, std::string_view name, Read&& read) {
    const auto* member = object.if_contains(name);
    if (member != nullptr && !member->is_null()) read(*member);
}

Terms TermsOf(const json::value& value) {
    Terms terms;
    const auto errors = app::ReadTerms(value, terms);
    if (!errors.empty())
        throw std::invalid_argument("terms: " + errors.begin()->pointer + " " + errors.begin()->message);
    return terms;
}

OperatorChanged OperatorOf(const json::object& step) {
    const auto zone = Text(step.at("timeZone"));
    OperatorChanged change{.time_zone_name = std::string(zone),
                           .time_zone = Must(TimeZone::Load(zone), zone),
                           .base_currency = CurrencyOf(step.at("baseCurrency")),
                           .min_payout = DecimalOf(step.at("minPayout"))};
    IfGiven(step, "suspendedEarn", [&](const json::value& value) { change.suspended_earn = value.as_bool(); });
    return change;
}

AffiliateChanged AffiliateOf(const json::object& step) {
    AffiliateChanged change{.affiliate = IdOf<AffiliateId>(step.at("affiliate")),
                            .deals = {},
                            .parent = OptionalIdOf<AffiliateId>(step.at("parent")),
                            .min_payout = {}};
    for (const auto& deal : step.at("deals").as_array()) change.deals.push_back(IdOf<DealId>(deal));
    IfGiven(step, "minPayout", [&](const json::value& value) { change.min_payout = DecimalOf(value); });
    IfGiven(step, "suspended", [&](const json::value& value) { change.suspended = value.as_bool(); });
    IfGiven(step, "approvedAt", [&](const json::value& value) { change.approved_at = TimeOf(value); });
    return change;
}

DealChanged DealOf(const json::object& step) {
    Deal deal{.id = IdOf<DealId>(step.at("deal")),
              .name = std::string(Text(step.at("deal"))),
              .binding = EnumOf<Binding>(step.at("binding"), kBindingNames),
              .scope = {},
              .is_default = step.at("isDefault").as_bool(),
              .versions = {},
              .created_at = TimeOf(step.at("createdAt"))};
    IfGiven(step, "tierPool", [&](const json::value& value) { deal.tier_pool = Text(value); });
    IfGiven(step, "lateEvents",
            [&](const json::value& value) { deal.late_events = EnumOf<LateEvents>(value, kLateEventsNames); });
    for (const auto& brand : step.at("brands").as_array()) deal.scope.brands.push_back(IdOf<BrandId>(brand));
    for (const auto& country : step.at("countries").as_array()) deal.scope.countries.emplace_back(Text(country));
    return {std::move(deal)};
}

DealVersionAdded VersionOf(const json::object& step) {
    DealVersion version{.number = step.at("number").to_number<std::int32_t>(),
                        .effective_from = {},
                        .terms = TermsOf(step.at("terms")),
                        .created_at = {}};
    IfGiven(step, "effectiveFrom", [&](const json::value& value) { version.effective_from = DateOf(value); });
    return {IdOf<DealId>(step.at("deal")), std::move(version)};
}

DealVersionWithdrawn WithdrawalOf(const json::object& step) {
    return {IdOf<DealId>(step.at("deal")), step.at("number").to_number<std::int32_t>(), Timestamp{}};
}

RateSet RateOf(const json::object& step) {
    const auto rate = Text(step.at("rate"));
    return {{.date = DateOf(step.at("date")),
             .from = CurrencyOf(step.at("from")),
             .to = CurrencyOf(step.at("to")),
             .rate = Must(ExchangeRate::Parse(rate), rate)}};
}

PeriodClosed ClosingOf(const json::object& step) {
    const auto period = Text(step.at("period"));
    return {OptionalIdOf<AffiliateId>(step.at("affiliate")), Must(Period::Parse(period), period)};
}

StatementPeriodChanged StatementPeriodOf(const json::object& step) {
    StatementPeriodChanged change{IdOf<AffiliateId>(step.at("affiliate")),
                                  EnumOf<PeriodKind>(step.at("kind"), kPeriodKindNames), std::nullopt};
    IfGiven(step, "from", [&](const json::value& day) { change.from = DateOf(day); });
    return change;
}

PlayerReassigned ReassignmentOf(const json::object& step) {
    return {IdOf<PlayerId>(step.at("player")), OptionalIdOf<AffiliateId>(step.at("before")),
            OptionalIdOf<AffiliateId>(step.at("after"))};
}

Adjusted AdjustmentOf(const json::object& step) {
    return {.id = {},
            .affiliate = IdOf<AffiliateId>(step.at("affiliate")),
            .money = {DecimalOf(step.at("amount")), CurrencyOf(step.at("currency"))},
            .reason = std::string(Text(step.at("reason"))),
            .actor = {}};
}

BrandChanged BrandOf(const json::object& step) {
    return {IdOf<BrandId>(step.at("brand")), EnumOf<catalogue::NgrMode>(step.at("ngrMode"), catalogue::kNgrModeNames)};
}

// The rules with the highest number whose changed sections are all named.
RulesChanged RulesOf(const json::object& step) {
    const auto& changed = step.at("changed").as_array();
    const auto names = [&](std::string_view section) {
        return std::ranges::any_of(changed, [&](const json::value& each) { return Text(each) == section; });
    };
    if (!names("6.8") || !names("6.10")) return {kFirstRules};
    if (!names("6.7")) return {kRulesOfBrands};
    if (!names("6.11")) return {kRulesOfLadders};
    return {names("6.13") ? kRulesNow : kRulesOfCounterparts};
}

// The first accrual of the event, component, player and affiliate that is in force.
AccrualReversed ReversalOf(const json::object& step, const std::vector<Accrual>& accruals) {
    const auto player = IdOf<PlayerId>(step.at("player"));
    const auto is_reversed = [&](const Accrual& accrual) {
        return std::ranges::any_of(accruals, [&](const Accrual& each) { return each.reverses == accrual.number; });
    };
    for (const Accrual& accrual : accruals) {
        const bool fits = accrual.event_seq == step.at("seq").to_number<std::int64_t>() && accrual.player == player &&
                          Name(accrual.component) == Text(step.at("component")) &&
                          accrual.affiliate == IdOf<AffiliateId>(step.at("affiliate"));
        const bool can_be_reversed = !accrual.amount.amount.IsZero() && !accrual.reverses && !is_reversed(accrual);
        if (fits && can_be_reversed) return {accrual.number, player, {}, {}};
    }
    throw std::invalid_argument("no accrual to reverse: " + json::serialize(step));
}

Change ChangeOf(const json::object& step) {
    const auto what = Text(step.at("do"));
    if (what == "operator") return OperatorOf(step);
    if (what == "brand") return BrandOf(step);
    if (what == "affiliate") return AffiliateOf(step);
    if (what == "deal") return DealOf(step);
    if (what == "version") return VersionOf(step);
    if (what == "withdraw") return WithdrawalOf(step);
    if (what == "rate") return RateOf(step);
    if (what == "resolve") return UnpricedResolved{step.at("count").to_number<std::int64_t>()};
    if (what == "close") return ClosingOf(step);
    if (what == "statement_period") return StatementPeriodOf(step);
    if (what == "reassign") return ReassignmentOf(step);
    if (what == "adjust") return AdjustmentOf(step);
    throw std::invalid_argument("no such step: " + std::string(what));
}

RecordedEvent EventOf(const json::object& step) {
    RecordedEvent event{.seq = step.at("seq").to_number<std::int64_t>(),
                        .player = IdOf<PlayerId>(step.at("player")),
                        .type = Must(events::ParseEventType(Text(step.at("type"))), Text(step.at("type"))),
                        .time = TimeOf(step.at("time")),
                        .brand = IdOf<BrandId>(step.at("brand")),
                        .money = {},
                        .affiliate = OptionalIdOf<AffiliateId>(step.at("affiliate")),
                        .country = std::string(Text(step.at("country")))};
    IfGiven(step, "amount", [&](const json::value& amount) {
        event.money = Money{DecimalOf(amount), CurrencyOf(step.at("currency"))};
    });
    IfGiven(step, "product", [&](const json::value& product) { event.product = Text(product); });
    return event;
}

json::value ValueOf(const std::optional<Decimal>& value) {
    return value ? json::value(value->ToString()) : json::value(nullptr);
}

json::array AccrualOf(const Accrual& accrual) {
    const auto currency = accrual.amount.currency;
    return {NameOf('A', std::optional(accrual.affiliate)),
            NameOf('P', accrual.player),
            Name(accrual.component),
            NameOf('D', std::optional(accrual.deal)),
            accrual.version,
            accrual.period.ToString(),
            accrual.event_seq ? json::value(*accrual.event_seq) : json::value(nullptr),
            accrual.event_time.ToIso8601(),
            accrual.payable_from ? json::value(accrual.payable_from->ToIso8601()) : json::value(nullptr),
            accrual.late,
            accrual.amount.amount.ToString(),
            currency.code(),
            ValueOf(accrual.base),
            NameOf('B', accrual.brand)};
}

json::array LineOf(const statements::Line& line) {
    return {statements::kLineTypeNames[static_cast<std::size_t>(line.type)],
            NameOf('B', line.brand),
            NameOf('D', line.deal),
            line.version ? json::value(*line.version) : json::value(nullptr),
            line.count,
            ValueOf(line.base),
            line.amount.ToString(),
            line.from ? json::value(line.from->ToString()) : json::value(nullptr),
            line.note};
}

json::object StatementOf(const statements::Statement& statement) {
    json::array lines;
    for (const auto& line : statement.lines) lines.push_back(LineOf(line));
    return {{"affiliate", NameOf('A', std::optional(statement.affiliate))},
            {"period", statement.period.ToString()},
            {"currency", statement.currency.code()},
            {"payable", statement.payable.ToString()},
            {"lines", std::move(lines)}};
}

json::object Play(const json::array& steps) {
    Replay replay;
    std::vector<Accrual> made;
    for (const auto& value : steps) {
        const auto& step = value.as_object();
        const auto what = Text(step.at("do"));
        if (what == "event") {
            replay.OnEvent(EventOf(step));
        } else if (what == "rules") {
            // An operator with these rules also keeps totals of NGR by product.
            replay.Apply(NgrKeptByProduct());
            replay.Apply(RulesOf(step));
        } else if (what == "reverse") {
            replay.Apply(ReversalOf(step, made));
        } else {
            replay.Apply(ChangeOf(step));
        }
        std::ranges::move(replay.TakeAccruals(), std::back_inserter(made));
    }
    json::array accruals;
    for (const auto& accrual : made) {
        if (accrual.IsShown()) accruals.push_back(AccrualOf(accrual));
    }
    json::array statements;
    for (const auto& statement : replay.TakeStatements()) statements.push_back(StatementOf(statement));
    return {
        {"accruals", std::move(accruals)}, {"statements", std::move(statements)}, {"held", replay.unpriced().size()}};
}

// Terms that the service refuses have no result.
json::object PlayOrRefuse(const json::array& steps) {
    try {
        return Play(steps);
    } catch (const std::invalid_argument& refused) {
        return {{"refused", refused.what()}};
    }
}

}  // namespace
}  // namespace fairlead::commission

int main() {
    fairlead::InitializeCryptography();
    std::string line;
    while (std::getline(std::cin, line)) {
        std::cout << fairlead::commission::PlayOrRefuse(boost::json::parse(line).as_array()) << std::endl;
    }
    return EXIT_SUCCESS;
}
