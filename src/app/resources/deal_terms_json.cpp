#include "app/resources/deal_terms_json.hpp"

#include <algorithm>
#include <stdexcept>

#include "app/declarations/member_schemas.hpp"
#include "app/declarations/members.hpp"

namespace fairlead::app {

namespace json = boost::json;
using commission::CpaTerms;
using commission::CpaTier;
using commission::CplTerms;
using commission::FixedMonthlyTerms;
using commission::RevShareTerms;
using commission::RevShareTier;
using commission::SubAffiliateTerms;
using commission::Terms;

namespace {

constexpr std::size_t kTiersMax = 100;
constexpr std::int64_t kPlayersMax = 1'000'000'000;
constexpr std::int64_t kQualifyDaysMax = 36'500;
constexpr std::int64_t kHoldDaysMax = 3650;
constexpr std::int64_t kDurationMonthsMax = 1200;

template <class Record>
Member<Record> RequiredMember(Member<Record> member) {
    member.use = MemberUse::kRequired;
    return member;
}

template <class Record>
Member<Record> PercentMember(std::string_view name, Decimal Record::* field) {
    Member<Record> member = AmountMember(name, field);
    member.schema["description"] = "In percent, 0 to 100";
    member.read = [field](const json::value& value, Record& record) {
        Decimal percent;
        Errors errors = CheckAmount(value, percent);
        if (errors.empty() && percent > Decimal::FromInteger(100)) {
            errors = Wrong(ErrorCode::kInvalidValue, "must be from 0 to 100");
        }
        if (errors.empty()) record.*field = percent;
        return errors;
    };
    return member;
}

// The errors in the order of tiers that are valid by themselves.
template <class Tier>
Errors CheckAscending(const std::vector<Tier>& tiers) {
    Errors errors;
    for (std::size_t i = 1; i < tiers.size(); ++i) {
        if (tiers[i].from > tiers[i - 1].from) continue;
        AppendAt("/" + std::to_string(i) + "/from",
                 Wrong(ErrorCode::kInvalidValue, "must be greater than in the previous tier"), errors);
    }
    return errors;
}

template <class Tier>
Errors ReadTiers(const json::value& value, const Members<Tier>& members, std::vector<Tier>& out) {
    const auto* list = value.if_array();
    if (list == nullptr) return Wrong(ErrorCode::kWrongType, "must be a list");
    if (list->size() > kTiersMax) {
        return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(kTiersMax) + " entries");
    }
    std::vector<Tier> tiers(list->size());
    Errors errors;
    for (std::size_t i = 0; i < tiers.size(); ++i) {
        AppendAt("/" + std::to_string(i), Decode(members, (*list)[i], DecodeMode::kCreate, tiers[i]), errors);
        if (errors.HasMore()) break;
    }
    if (errors.empty()) errors = CheckAscending(tiers);
    if (errors.empty()) out = std::move(tiers);
    return errors;
}

template <class Record, class Tier>
Member<Record> TiersMember(std::vector<Tier> Record::* field, const Members<Tier>& members) {
    return {.name = "tiers",
            .schema = {{"type", "array"},
                       {"maxItems", kTiersMax},
                       {"items", BodySchemaOf(members, DecodeMode::kCreate)},
                       {"description", "In strictly ascending order of `from`"}},
            .read = [&members, field](const json::value& value,
                                      Record& record) { return ReadTiers(value, members, record.*field); },
            .write =
                [&members, field](const Record& record, const View& view) {
                    json::array list;
                    for (const Tier& tier : record.*field) list.push_back(Encode(members, tier, view));
                    return json::value(std::move(list));
                }};
}

Errors ReadAmountsByCountry(const json::value& value, CpaTerms& cpa) {
    const auto* object = value.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "must be a JSON object");
    std::map<std::string, Decimal> amounts;
    Errors all;
    for (const auto& [key, text] : *object) {
        std::string country;
        Decimal amount;
        Errors errors = CheckCountry(json::value(key), country);
        if (errors.empty()) errors = CheckAmount(text, amount);
        if (errors.empty() && !amounts.emplace(country, amount).second) {
            errors = Wrong(ErrorCode::kInvalidValue, "is given more than once");
        }
        AppendAt(JsonPointerTo(key), std::move(errors), all);
        if (all.HasMore()) break;
    }
    if (all.empty()) cpa.amount_by_country = std::move(amounts);
    return all;
}

json::value WriteAmountsByCountry(const CpaTerms& cpa, const View&) {
    json::object amounts;
    for (const auto& [country, amount] : cpa.amount_by_country) amounts[country] = amount.ToString();
    return amounts;
}

const Members<CpaTier>& CpaTierMembers() {
    static const Members<CpaTier> kMembers{
        RequiredMember(IntegerMember("from", &CpaTier::from, 1, kPlayersMax))
            .Says("The first position in the month that gets this amount"),
        RequiredMember(AmountMember("amount", &CpaTier::amount)),
    };
    return kMembers;
}

const Members<CpaTerms>& CpaMembers() {
    static const Members<CpaTerms> kMembers{
        RequiredMember(AmountMember("amount", &CpaTerms::amount)),
        Member<CpaTerms>{.name = "amountByCountry",
                         .schema = {{"type", "object"}, {"additionalProperties", DecimalSchema()}},
                         .read = ReadAmountsByCountry,
                         .write = WriteAmountsByCountry}
            .Says("Amounts by the player's country, used instead of amount and tiers; codes are changed to upper case"),
        AmountMember("minFirstDeposit", &CpaTerms::min_first_deposit),
        AmountMember("minTotalDeposits", &CpaTerms::min_total_deposits),
        AmountMember("minWagered", &CpaTerms::min_wagered),
        OptionalIntegerMember("qualifyWithinDays", &CpaTerms::qualify_within_days, 1, kQualifyDaysMax)
            .Says("Days after the registration; null if there is no limit"),
        TiersMember(&CpaTerms::tiers, CpaTierMembers()),
        NameMember("tierMode", &CpaTerms::tier_mode, commission::kTierModeNames),
        OptionalIntegerMember("monthlyCap", &CpaTerms::monthly_cap, 0, kPlayersMax)
            .Says("The number of players that are paid in a month; null if there is no limit"),
        IntegerMember("holdDays", &CpaTerms::hold_days, 0, kHoldDaysMax),
        NameMember("clawback", &CpaTerms::clawback, commission::kClawbackNames)
            .Says("When a chargeback reverses the CPA"),
    };
    return kMembers;
}

const Members<RevShareTier>& RevShareTierMembers() {
    static const Members<RevShareTier> kMembers{
        RequiredMember(AmountMember("from", &RevShareTier::from))
            .Says("The base of the month from which this rate applies"),
        RequiredMember(PercentMember("rate", &RevShareTier::rate)),
    };
    return kMembers;
}

const Members<RevShareTerms>& RevShareMembers() {
    static const Members<RevShareTerms> kMembers{
        RequiredMember(PercentMember("rate", &RevShareTerms::rate)),
        TiersMember(&RevShareTerms::tiers, RevShareTierMembers()),
        NameMember("tierMode", &RevShareTerms::tier_mode, commission::kTierModeNames),
        PercentMember("adminFeePercent", &RevShareTerms::admin_fee_percent),
        BooleanMember("deductChargebacks", &RevShareTerms::deduct_chargebacks),
        BooleanMember("negativeCarryover", &RevShareTerms::negative_carryover),
        OptionalIntegerMember("durationMonths", &RevShareTerms::duration_months, 1, kDurationMonthsMax)
            .Says("Months after the registration; null if there is no limit"),
    };
    return kMembers;
}

const Members<CplTerms>& CplMembers() {
    static const Members<CplTerms> kMembers{RequiredMember(AmountMember("amount", &CplTerms::amount))};
    return kMembers;
}

const Members<FixedMonthlyTerms>& FixedMonthlyMembers() {
    static const Members<FixedMonthlyTerms> kMembers{
        RequiredMember(AmountMember("amount", &FixedMonthlyTerms::amount))};
    return kMembers;
}

const Members<SubAffiliateTerms>& SubAffiliateMembers() {
    static const Members<SubAffiliateTerms> kMembers{
        RequiredMember(PercentMember("percentOfCommission", &SubAffiliateTerms::percent_of_commission))};
    return kMembers;
}

Member<Terms> CurrencyMember() {
    return RequiredMember(Member<Terms>{
        .name = "currency",
        .schema = {{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}},
        .read = [](const json::value& value, Terms& terms) { return CheckCurrency(value, terms.currency); },
        .write = [](const Terms& terms, const View&) { return json::value(terms.currency.code()); }});
}

template <class Component>
Member<Terms> ComponentMember(std::string_view name, std::optional<Component> Terms::* field,
                              const Members<Component>& members) {
    return {.name = name,
            .schema = OrNull(BodySchemaOf(members, DecodeMode::kCreate)),
            .read =
                [&members, field](const json::value& value, Terms& terms) {
                    Component component;
                    Errors errors = value.is_null() ? Errors() : Decode(members, value, DecodeMode::kCreate, component);
                    if (errors.empty()) terms.*field = value.is_null() ? std::nullopt : std::optional(component);
                    return errors;
                },
            .write =
                [&members, field](const Terms& terms, const View& view) {
                    return terms.*field ? json::value(Encode(members, *(terms.*field), view)) : json::value(nullptr);
                }};
}

const Members<Terms>& TermsMembers() {
    static const Members<Terms> kMembers{
        CurrencyMember().Says(
            "The currency of all amounts: a code of ISO 4217 or one of the operator's currencies. It never changes",
            "EUR"),
        ComponentMember("cpa", &Terms::cpa, CpaMembers()).Says("An amount for each player that qualifies"),
        ComponentMember("revShare", &Terms::rev_share, RevShareMembers())
            .Says("A percentage of the net gaming revenue"),
        ComponentMember("cpl", &Terms::cpl, CplMembers()).Says("An amount for each registration"),
        ComponentMember("fixedMonthly", &Terms::fixed_monthly, FixedMonthlyMembers()).Says("An amount for each month"),
        ComponentMember("subAffiliate", &Terms::sub_affiliate, SubAffiliateMembers())
            .Says("A percentage of the commission of sub-affiliates"),
    };
    return kMembers;
}

}  // namespace

Errors ReadTerms(const json::value& value, Terms& out) {
    Terms terms;
    Errors errors = Decode(TermsMembers(), value, DecodeMode::kCreate, terms);
    const bool any = terms.cpa || terms.rev_share || terms.cpl || terms.fixed_monthly || terms.sub_affiliate;
    if (errors.empty() && !any) {
        errors =
            Wrong(ErrorCode::kRequired, "must have at least one of cpa, revShare, cpl, fixedMonthly, subAffiliate");
    }
    if (errors.empty()) out = std::move(terms);
    return errors;
}

json::object WriteTerms(const Terms& terms) {
    static const OperatorEntry kNoOperator;
    const View view{kNoOperator, {}};
    json::object object;
    for (const auto& member : TermsMembers()) {
        json::value written = member.write(terms, view);
        if (!written.is_null()) object[member.name] = std::move(written);
    }
    return object;
}

std::string TermsToText(const Terms& terms) { return json::serialize(WriteTerms(terms)); }

Terms TermsFromText(std::string_view text) {
    Terms terms;
    const Errors errors = ReadTerms(json::parse(text), terms);
    if (!errors.empty()) throw std::runtime_error("the stored terms of a deal are invalid");
    return terms;
}

json::object TermsSchema() { return BodySchemaOf(TermsMembers(), DecodeMode::kCreate); }

json::object WriteDealVersion(const commission::DealVersion& version) {
    const auto& from = version.effective_from;
    const auto& withdrawn = version.withdrawn_at;
    return {{"version", version.number},
            {"effectiveFrom", from ? json::value(from->ToString()) : json::value(nullptr)},
            {"terms", WriteTerms(version.terms)},
            {"createdAt", version.created_at.ToIso8601()},
            {"withdrawnAt", withdrawn ? json::value(withdrawn->ToIso8601()) : json::value(nullptr)}};
}

}  // namespace fairlead::app
