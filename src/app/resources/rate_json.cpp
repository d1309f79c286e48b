#include "app/resources/rate_json.hpp"

#include <set>
#include <tuple>

#include "app/declarations/resource.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::app {

namespace json = boost::json;
using commission::DatedRate;

namespace {

// A rate that is not yet completely read.
struct Draft {
    std::optional<Date> date;
    std::optional<Currency> from;
    std::optional<Currency> to;
    std::optional<ExchangeRate> rate;
};

Errors ReadDay(const json::value& value, Draft& draft) {
    Date date;
    Errors errors = CheckDate(value, date);
    if (errors.empty()) draft.date = date;
    return errors;
}

Errors ReadCode(const json::value& value, std::optional<Currency>& out) {
    Currency currency = *Currency::Parse("EUR");
    Errors errors = CheckCurrency(value, currency);
    if (errors.empty()) out = currency;
    return errors;
}

Errors ReadFactor(const json::value& value, Draft& draft) {
    const auto* text = value.if_string();
    if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a decimal number as a string");
    draft.rate = ExchangeRate::Parse(*text);
    if (draft.rate) return {};
    return Wrong(ErrorCode::kInvalidAmount,
                 "must be a decimal number above 0 with at most 12 integer and 18 fractional digits");
}

const Members<Draft>& DraftMembers() {
    static const Members<Draft> kMembers{
        {.name = "date", .use = MemberUse::kRequired, .read = ReadDay},
        {.name = "from",
         .use = MemberUse::kRequired,
         .read = [](const json::value& value, Draft& draft) { return ReadCode(value, draft.from); }},
        {.name = "to",
         .use = MemberUse::kRequired,
         .read = [](const json::value& value, Draft& draft) { return ReadCode(value, draft.to); }},
        {.name = "rate", .use = MemberUse::kRequired, .read = ReadFactor},
    };
    return kMembers;
}

Errors CheckPair(const Draft& draft, const catalogue::Operator& owner) {
    Errors errors;
    for (const auto& [pointer, currency] : {std::pair("/from", draft.from), std::pair("/to", draft.to)}) {
        if (MayUse(owner, *currency)) continue;
        errors.push_back({ErrorCode::kInvalidCurrency, pointer, kUnknownCurrency});
    }
    if (draft.from == draft.to) errors.push_back({ErrorCode::kInvalidValue, "/to", "must differ from `from`"});
    return errors;
}

Errors ReadRate(const json::value& value, const catalogue::Operator& owner, std::vector<DatedRate>& out) {
    Draft draft;
    Errors errors = Decode(DraftMembers(), value, DecodeMode::kCreate, draft);
    if (errors.empty()) errors = CheckPair(draft, owner);
    if (errors.empty()) out.push_back({*draft.date, *draft.from, *draft.to, *draft.rate});
    return errors;
}

// Two rates for the same day and pair are ambiguous.
Errors CheckOnce(const std::vector<DatedRate>& rates) {
    std::set<std::tuple<Date, Currency, Currency>> seen;
    Errors errors;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        if (seen.emplace(rates[i].date, rates[i].from, rates[i].to).second) continue;
        errors.push_back(
            {ErrorCode::kInvalidValue, "/" + std::to_string(i), "has the same day and pair as another rate"});
    }
    return errors;
}

Errors ReadList(const json::value& value, const catalogue::Operator& owner, std::vector<DatedRate>& out) {
    const auto* list = value.if_array();
    if (list == nullptr) return Wrong(ErrorCode::kWrongType, "must be a list");
    if (list->empty()) return Wrong(ErrorCode::kInvalidValue, "must not be empty");
    if (list->size() > kRatesMax) {
        return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(kRatesMax) + " entries");
    }
    Errors errors;
    for (std::size_t i = 0; i < list->size(); ++i) {
        AppendAt("/" + std::to_string(i), ReadRate((*list)[i], owner, out), errors);
        if (errors.HasMore()) break;
    }
    return errors.empty() ? CheckOnce(out) : errors;
}

}  // namespace

std::expected<RateBody, Errors> ReadRateBody(const json::value& body, const catalogue::Operator& owner) {
    const auto* object = body.if_object();
    RateBody read{.rates = {}, .is_list = object != nullptr && object->contains("rates")};
    Errors errors;
    if (!read.is_list) {
        errors = ReadRate(body, owner, read.rates);
    } else {
        for (const auto& [name, value] : *object) {
            AppendAt(JsonPointerTo(name),
                     name == "rates" ? ReadList(value, owner, read.rates)
                                     : Wrong(ErrorCode::kUnknownMember, "is not allowed together with rates"),
                     errors);
            if (errors.HasMore()) break;
        }
    }
    if (!errors.empty()) return std::unexpected(std::move(errors));
    return read;
}

json::object WriteRate(const DatedRate& rate) {
    return {{"date", rate.date.ToString()},
            {"from", rate.from.code()},
            {"to", rate.to.code()},
            {"rate", rate.rate.ToString()}};
}

}  // namespace fairlead::app
