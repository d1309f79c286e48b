#include "app/resources/deals/deal_terms_members.hpp"

namespace fairlead::app {

namespace json = boost::json;
using commission::CpaTerms;
using commission::CpaTier;
using commission::FirstDepositAmount;

namespace {

constexpr std::int64_t kQualifyDaysMax = 36'500;
constexpr std::int64_t kHoldDaysMax = 3650;
constexpr std::int64_t kWindowHoursMax = 8760;

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
            .Says("The first position in the period that gets this amount"),
        RequiredMember(AmountMember("amount", &CpaTier::amount)),
    };
    return kMembers;
}

const Members<FirstDepositAmount>& FirstDepositMembers() {
    static const Members<FirstDepositAmount> kMembers{
        RequiredMember(AmountMember("from", &FirstDepositAmount::from))
            .Says("The first deposit from which this amount applies"),
        RequiredMember(AmountMember("amount", &FirstDepositAmount::amount)),
    };
    return kMembers;
}

// A name in a list of names. Each name stands for a flag.
struct NamedFlag {
    std::string_view name;
    bool CpaTerms::* flag;
};

Member<CpaTerms> FlagsMember(std::string_view name, const std::vector<NamedFlag>& flags) {
    json::array names;
    for (const NamedFlag& each : flags) names.emplace_back(each.name);
    const auto read = [flags](const json::value& value, CpaTerms& cpa) {
        std::vector<std::string_view> known;
        for (const NamedFlag& each : flags) known.push_back(each.name);
        std::vector<std::size_t> given;
        Errors errors = CheckList(
            value, flags.size(), std::size_t{0},
            [&](const json::value& item, std::size_t& out) { return CheckName(item, known, out); }, given);
        if (!errors.empty()) return errors;
        for (const NamedFlag& each : flags) cpa.*each.flag = false;
        for (const std::size_t index : given) cpa.*flags[index].flag = true;
        return errors;
    };
    const auto write = [flags](const CpaTerms& cpa, const View&) {
        json::array list;
        for (const NamedFlag& each : flags) {
            if (cpa.*each.flag) list.emplace_back(each.name);
        }
        return json::value(std::move(list));
    };
    return BriefMember(
        Member<CpaTerms>{.name = name,
                         .schema = {{"type", "array"}, {"items", {{"type", "string"}, {"enum", std::move(names)}}}},
                         .read = read,
                         .write = write});
}

}  // namespace

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
            .Says("Days after the start that qualifyFrom names; null if there is no limit"),
        TiersMember("tiers", &CpaTerms::tiers, CpaTierMembers()),
        NameMember("tierMode", &CpaTerms::tier_mode, commission::kTierModeNames),
        OptionalIntegerMember("monthlyCap", &CpaTerms::monthly_cap, 0, kPlayersMax)
            .Says("The number of players that are paid in a statement period; null if there is no limit"),
        IntegerMember("holdDays", &CpaTerms::hold_days, 0, kHoldDaysMax),
        NameMember("clawback", &CpaTerms::clawback, commission::kClawbackNames)
            .Says("When a chargeback reverses the CPA"),
        BriefMember(IntegerMember("minBets", &CpaTerms::min_bets, 0, kPlayersMax))
            .Says("The number of wager_placed events that a player needs; 0 by default"),
        FlagsMember("requires", {{"kycVerified", &CpaTerms::requires_kyc}})
            .Says("Events that a player needs to qualify: kyc_verified"),
        FlagsMember("excludes",
                    {{"selfExcluded", &CpaTerms::excludes_self_excluded}, {"blocked", &CpaTerms::excludes_blocked}})
            .Says("Events that prevent the CPA, or reverse it before it is payable: self_exclusion, player_blocked"),
        BriefMember(NameMember("qualifyFrom", &CpaTerms::qualify_from, commission::kQualifyFromNames))
            .Says("Where qualifyWithinDays starts; the registration by default"),
        BriefMember(
            OptionalIntegerMember("firstDepositWindowHours", &CpaTerms::first_deposit_window_hours, 1, kWindowHoursMax))
            .Says("Deposits up to this long after the first deposit are added to its amount"),
        BriefMember(TiersMember("amountByFirstDeposit", &CpaTerms::amount_by_first_deposit, FirstDepositMembers()))
            .Says("Amounts by the amount of the first deposit, used instead of tiers"),
    };
    return kMembers;
}

Errors CheckCpaTogether(const CpaTerms& terms) {
    if (terms.tiers.empty() || terms.amount_by_first_deposit.empty()) return {};
    return Wrong(ErrorCode::kInvalidValue,
                 "cannot be used together with tiers: the amount follows either the first deposit or the position",
                 "/cpa/amountByFirstDeposit");
}

}  // namespace fairlead::app
