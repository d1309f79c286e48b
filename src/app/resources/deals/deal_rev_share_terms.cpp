#include "app/resources/deals/deal_terms_members.hpp"
#include "domain/deals/product.hpp"

namespace fairlead::app {

namespace json = boost::json;
using commission::Deductions;
using commission::IntroRate;
using commission::Requirements;
using commission::RequirementsOrElse;
using commission::RevShareTerms;
using commission::RevShareTier;
using commission::TierBy;
using commission::TierMode;
using commission::TurnoverTerms;

namespace {

constexpr std::int64_t kDurationMonthsMax = 1200;
constexpr std::size_t kProductLengthMax = 64;

// Tiers by activity count players, so a whole number is accepted too.
Errors ReadTierFrom(const json::value& value, RevShareTier& tier) {
    if (!value.is_int64()) return CheckAmount(value, tier.from);
    std::int64_t number = 0;
    Errors errors = CheckInteger(value, 0, kPlayersMax, number);
    if (errors.empty()) tier.from = Decimal::FromInteger(number);
    return errors;
}

Member<RevShareTier> TierFromMember() {
    Member<RevShareTier> member = RequiredMember(AmountMember("from", &RevShareTier::from));
    member.schema["type"] = json::array{"string", "integer"};
    member.read = ReadTierFrom;
    return std::move(member).Says(
        "The base of the period, or the activity that tierBy names, from which this rate applies");
}

template <class Record>
Members<Record> ActivityMembers(const std::function<Requirements&(Record&)>& needs) {
    const auto whole = [needs](std::string_view name, std::optional<std::int64_t> Requirements::* field) {
        return BriefMember(Member<Record>{
            .name = name,
            .schema = OrNull({{"type", "integer"}, {"minimum", 1}, {"maximum", kPlayersMax}}),
            .read =
                [needs, field](const json::value& value, Record& record) {
                    std::int64_t number = 0;
                    Errors errors = value.is_null() ? Errors() : CheckInteger(value, 1, kPlayersMax, number);
                    if (errors.empty()) needs(record).*field = value.is_null() ? std::nullopt : std::optional(number);
                    return errors;
                },
            .write =
                [needs, field](const Record& record, const View&) {
                    Record copy = record;
                    const auto& number = needs(copy).*field;
                    return number ? json::value(*number) : json::value(nullptr);
                }});
    };
    const auto deposits =
        BriefMember(Member<Record>{.name = "deposits",
                                   .schema = OrNull(DecimalSchema()),
                                   .read =
                                       [needs](const json::value& value, Record& record) {
                                           Decimal amount;
                                           Errors errors = value.is_null() ? Errors() : CheckAmount(value, amount);
                                           if (errors.empty())
                                               needs(record).deposits =
                                                   value.is_null() ? std::nullopt : std::optional(amount);
                                           return errors;
                                       },
                                   .write =
                                       [needs](const Record& record, const View&) {
                                           Record copy = record;
                                           const auto& amount = needs(copy).deposits;
                                           return amount ? json::value(amount->ToString()) : json::value(nullptr);
                                       }});
    return {whole("newDepositors", &Requirements::new_depositors),
            whole("qualifiedPlayers", &Requirements::qualified_players),
            whole("activePlayers", &Requirements::active_players), deposits};
}

const Members<Requirements>& RequirementMembers() {
    static const Members<Requirements> kMembers =
        ActivityMembers<Requirements>([](Requirements& needs) -> Requirements& { return needs; });
    return kMembers;
}

const Members<RequirementsOrElse>& RequirementsOrElseMembers() {
    static const Members<RequirementsOrElse> kMembers = [] {
        auto members =
            ActivityMembers<RequirementsOrElse>([](RequirementsOrElse& both) -> Requirements& { return both.needs; });
        members.push_back(RequiredMember(PercentMember("elseRate", &RequirementsOrElse::else_rate))
                              .Says("The rate of the whole base while the requirements are not met"));
        return members;
    }();
    return kMembers;
}

Errors NoRequirement() {
    return Wrong(ErrorCode::kRequired,
                 "must have at least one of newDepositors, qualifiedPlayers, activePlayers, deposits");
}

Member<RevShareTier> TierRequiresMember() {
    return BriefMember(Member<RevShareTier>{
        .name = "requires",
        .schema = BodySchemaOf(RequirementMembers(), DecodeMode::kCreate),
        .read =
            [](const json::value& value, RevShareTier& tier) {
                Requirements needs;
                Errors errors = Decode(RequirementMembers(), value, DecodeMode::kCreate, needs);
                if (errors.empty() && needs.empty()) errors = NoRequirement();
                if (errors.empty()) tier.needs = needs;
                return errors;
            },
        .write =
            [](const RevShareTier& tier, const View& view) {
                return tier.needs.empty() ? json::value(nullptr)
                                          : json::value(Encode(RequirementMembers(), tier.needs, view));
            }});
}

const Members<RevShareTier>& RevShareTierMembers() {
    static const Members<RevShareTier> kMembers{
        TierFromMember(),
        RequiredMember(PercentMember("rate", &RevShareTier::rate)),
        ProductRatesMember(&RevShareTier::rate_by_product),
        TierRequiresMember().Says("The activity of the period without which the tier is not reached"),
    };
    return kMembers;
}

const Members<Deductions>& DeductionMembers() {
    static const Members<Deductions> kMembers{
        PercentMember("bonusPercent", &Deductions::bonus_percent),
        PercentMember("depositFeePercent", &Deductions::deposit_fee_percent),
        PercentMember("withdrawalFeePercent", &Deductions::withdrawal_fee_percent),
        BooleanMember("beforeAdminFee", &Deductions::before_admin_fee),
    };
    return kMembers;
}

Member<RevShareTerms> DeductionsMember() {
    return BriefMember(Member<RevShareTerms>{
        .name = "deductions",
        .schema = BodySchemaOf(DeductionMembers(), DecodeMode::kCreate),
        .read =
            [](const json::value& value, RevShareTerms& terms) {
                Deductions deductions;
                Errors errors = Decode(DeductionMembers(), value, DecodeMode::kCreate, deductions);
                if (errors.empty()) terms.deductions = deductions;
                return errors;
            },
        .write = [](const RevShareTerms& terms,
                    const View& view) { return json::value(Encode(DeductionMembers(), terms.deductions, view)); }});
}

const Members<IntroRate>& IntroMembers() {
    static const Members<IntroRate> kMembers{
        RequiredMember(PercentMember("rate", &IntroRate::rate)),
        RequiredMember(IntegerMember("months", &IntroRate::months, 1, kDurationMonthsMax)),
    };
    return kMembers;
}

Member<RevShareTerms> ExcludeProductsMember() {
    return BriefMember(Member<RevShareTerms>{
        .name = "excludeProducts",
        .schema = {{"type", "array"}, {"maxItems", kProductsMax}, {"items", TextSchema(kProductLengthMax)}},
        .read =
            [](const json::value& value, RevShareTerms& terms) {
                return CheckList(value, kProductsMax, std::string(), CheckProduct, terms.exclude_products);
            },
        .write =
            [](const RevShareTerms& terms, const View&) {
                json::array products;
                for (const std::string& product : terms.exclude_products) products.emplace_back(product);
                return json::value(std::move(products));
            }});
}

// Collects errors, each at its pointer.
class Contradictions {
public:
    void Refuse(bool wrong, const std::string& pointer, std::string message) {
        if (wrong) AppendAt("/revShare" + pointer, Wrong(ErrorCode::kInvalidValue, std::move(message)), errors_);
    }
    Errors Take() { return std::move(errors_); }

private:
    Errors errors_;
};

std::string AtTier(std::size_t index) { return "/tiers/" + std::to_string(index); }

void CheckProducts(const RevShareTerms& terms, Contradictions& all) {
    const auto check = [&](const commission::ProductRates& rates, const std::string& pointer) {
        all.Refuse(!rates.empty() && !terms.tiers.empty() && terms.tier_mode != TierMode::kWhole, pointer,
                   "needs tierMode whole: slices of the base have no product");
        for (const std::string& product : terms.exclude_products) {
            all.Refuse(rates.contains(product), pointer + JsonPointerTo(product), "is also in excludeProducts");
        }
    };
    check(terms.rate_by_product, "/rateByProduct");
    for (std::size_t i = 0; i < terms.tiers.size(); ++i) {
        check(terms.tiers[i].rate_by_product, AtTier(i) + "/rateByProduct");
    }
}

void CheckActivity(const RevShareTerms& terms, bool has_cpa, Contradictions& all) {
    const std::string no_cpa = "needs cpa in the same terms: without it no player qualifies";
    const bool counts = terms.tier_by != TierBy::kBase && terms.tier_by != TierBy::kDeposits;
    all.Refuse(terms.tier_by != TierBy::kBase && terms.tier_mode != TierMode::kWhole, "/tierBy",
               "needs tierMode whole: only the base has slices");
    all.Refuse(terms.tier_by != TierBy::kBase && terms.tiers.empty(), "/tierBy", "needs tiers");
    all.Refuse(terms.tier_by == TierBy::kQualifiedPlayers && !has_cpa, "/tierBy", no_cpa);
    all.Refuse(terms.needs && terms.needs->needs.qualified_players && !has_cpa, "/requires/qualifiedPlayers", no_cpa);
    for (std::size_t i = 0; i < terms.tiers.size(); ++i) {
        const RevShareTier& tier = terms.tiers[i];
        all.Refuse(counts && tier.from.RoundedTo(0) != tier.from, AtTier(i) + "/from", "must be a whole number");
        all.Refuse(tier.needs.qualified_players && !has_cpa, AtTier(i) + "/requires/qualifiedPlayers", no_cpa);
    }
}

}  // namespace

Errors CheckProduct(const json::value& value, std::string& out) {
    std::string product;
    Errors errors = CheckText(value, kProductLengthMax, product);
    if (errors.empty()) out = commission::ProductName(product);
    return errors;
}

Errors ReadProductRates(const json::value& value, commission::ProductRates& out) {
    const auto* object = value.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "must be a JSON object");
    if (object->size() > kProductsMax) {
        return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(kProductsMax) + " entries");
    }
    commission::ProductRates rates;
    Errors all;
    for (const auto& [key, text] : *object) {
        std::string product;
        Decimal rate;
        Errors errors = CheckProduct(json::value(key), product);
        if (errors.empty()) errors = CheckPercent(text, rate);
        if (errors.empty() && !rates.emplace(product, rate).second) {
            errors = Wrong(ErrorCode::kInvalidValue, "is given more than once");
        }
        AppendAt(JsonPointerTo(key), std::move(errors), all);
        if (all.HasMore()) break;
    }
    if (all.empty()) out = std::move(rates);
    return all;
}

json::value WriteProductRates(const commission::ProductRates& rates) {
    json::object object;
    for (const auto& [product, rate] : rates) object[product] = rate.ToString();
    return object;
}

const Members<RevShareTerms>& RevShareMembers() {
    static const Members<RevShareTerms> kMembers{
        RequiredMember(PercentMember("rate", &RevShareTerms::rate)),
        TiersMember("tiers", &RevShareTerms::tiers, RevShareTierMembers()),
        NameMember("tierMode", &RevShareTerms::tier_mode, commission::kTierModeNames),
        PercentMember("adminFeePercent", &RevShareTerms::admin_fee_percent),
        BooleanMember("deductChargebacks", &RevShareTerms::deduct_chargebacks),
        NegativeCarryoverMember().Says("Short form of negative: true for the policy carry, false for waive"),
        OptionalIntegerMember("durationMonths", &RevShareTerms::duration_months, 1, kDurationMonthsMax)
            .Says("Months after the registration; null if there is no limit"),
        BriefMember(NameMember("tierBy", &RevShareTerms::tier_by, commission::kTierByNames))
            .Says("What tiers are compared with; the base by default"),
        BriefMember(PartMember("requires", &RevShareTerms::needs, RequirementsOrElseMembers()))
            .Says("The activity of the period without which the whole base earns elseRate"),
        ProductRatesMember(&RevShareTerms::rate_by_product),
        ExcludeProductsMember().Says("Products whose net gaming revenue does not count"),
        DeductionsMember().Says("Parts of bonuses, deposits and withdrawals that are taken from the revenue"),
        BriefMember(PartMember("introRate", &RevShareTerms::intro, IntroMembers()))
            .Says("The minimum rate in the affiliate's first calendar months from its approval"),
        NegativeMember().Says("What happens to a period whose share is below zero; by default it is carried over"),
        BriefMember(
            OptionalIntegerMember("inactiveAfterMonths", &RevShareTerms::inactive_after_months, 1, kDurationMonthsMax))
            .Says(
                "After so many months without a deposit, a wager or net gaming revenue a player brings no commission"),
    };
    return kMembers;
}

const Members<TurnoverTerms>& TurnoverMembers() {
    static const Members<TurnoverTerms> kMembers{
        RequiredMember(PercentMember("rate", &TurnoverTerms::rate)),
        ProductRatesMember(&TurnoverTerms::rate_by_product),
    };
    return kMembers;
}

Errors CheckRevShareTogether(const commission::Terms& terms) {
    if (!terms.rev_share) return {};
    Contradictions all;
    const RevShareTerms& share = *terms.rev_share;
    CheckActivity(share, terms.cpa.has_value(), all);
    CheckProducts(share, all);
    if (share.needs && share.needs->needs.empty()) {
        Errors errors;
        AppendAt("/revShare/requires", NoRequirement(), errors);
        return errors;
    }
    Errors errors = all.Take();
    return errors.empty() ? CheckNegative(share) : errors;
}

}  // namespace fairlead::app
