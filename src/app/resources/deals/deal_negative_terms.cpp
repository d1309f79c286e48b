#include "app/resources/deals/deal_terms_members.hpp"

// The members of `revShare.negative`: docs/commission.md §6.4.
namespace fairlead::app {

namespace json = boost::json;
using commission::HighRollerTerms;
using commission::NegativePolicy;
using commission::NegativeTerms;
using commission::RevShareTerms;

namespace {

constexpr std::int64_t kCarryMonthsMax = 120;

Member<HighRollerTerms> PlayerLossMember() {
    Member<HighRollerTerms> member = RequiredMember(AmountMember("playerLoss", &HighRollerTerms::player_loss));
    member.read = [](const json::value& value, HighRollerTerms& terms) {
        Errors errors = CheckAmount(value, terms.player_loss);
        if (errors.empty() && terms.player_loss.IsZero()) {
            errors = Wrong(ErrorCode::kInvalidValue, "must be more than 0");
        }
        return errors;
    };
    return std::move(member).Says("A player whose own base of the period is at most minus this is ring-fenced");
}

const Members<HighRollerTerms>& HighRollerMembers() {
    static const Members<HighRollerTerms> kMembers{
        PlayerLossMember(),
        NameMember("when", &HighRollerTerms::when, commission::kFenceWhenNames)
            .Says("Whether only while the base would otherwise be below zero; affiliateNegative by default"),
    };
    return kMembers;
}

const Members<NegativeTerms>& NegativeMembers() {
    static const Members<NegativeTerms> kMembers{
        RequiredMember(NameMember("policy", &NegativeTerms::policy, commission::kNegativePolicyNames)),
        BriefMember(OptionalIntegerMember("carryMonths", &NegativeTerms::carry_months, 1, kCarryMonthsMax))
            .Says("The number of months after its own in which a negative period can be offset; null if there is no "
                  "limit"),
        BriefMember(BooleanMember("carryBase", &NegativeTerms::carry_base))
            .Says("The negative base opens the next period's base, so that tiers see it"),
        BriefMember(BooleanMember("onlyChargebacks", &NegativeTerms::only_chargebacks))
            .Says("At most the part that chargebacks caused is carried; the rest is waived"),
        BriefMember(PartMember("highRoller", &NegativeTerms::high_roller, HighRollerMembers()))
            .Says("Players whose losses are kept out of the base and carried against their own later revenue only"),
    };
    return kMembers;
}

}  // namespace

Member<RevShareTerms> NegativeMember() {
    Member<RevShareTerms> member{
        .name = "negative",
        .schema = BodySchemaOf(NegativeMembers(), DecodeMode::kCreate),
        .read =
            [](const json::value& value, RevShareTerms& terms) {
                NegativeTerms negative;
                Errors errors = Decode(NegativeMembers(), value, DecodeMode::kCreate, negative);
                if (errors.empty()) terms.negative = negative;
                return errors;
            },
        .write =
            [](const RevShareTerms& terms, const View& view) {
                return terms.negative.has_only_policy() ? json::value(nullptr)
                                                        : json::value(Encode(NegativeMembers(), terms.negative, view));
            }};
    member.brief = true;
    return member;
}

Member<RevShareTerms> NegativeCarryoverMember() {
    Member<RevShareTerms> member{
        .name = "negativeCarryover",
        .schema = {{"type", "boolean"}},
        .read =
            [](const json::value& value, RevShareTerms& terms) {
                bool carries = true;
                Errors errors = CheckBoolean(value, carries);
                if (errors.empty()) terms.negative = {carries ? NegativePolicy::kCarry : NegativePolicy::kWaive};
                return errors;
            },
        .write =
            [](const RevShareTerms& terms, const View&) {
                return terms.negative.has_only_policy() ? json::value(terms.negative.policy == NegativePolicy::kCarry)
                                                        : json::value(nullptr);
            }};
    member.brief = true;
    return member;
}

Errors CheckNegativeGivenOnce(const json::value& terms) {
    const auto* object = terms.if_object();
    const auto* share = object == nullptr ? nullptr : object->if_contains("revShare");
    const auto* members = share == nullptr ? nullptr : share->if_object();
    const bool both = members != nullptr && members->contains("negative") && members->contains("negativeCarryover");
    Errors errors;
    if (both) {
        AppendAt("/revShare/negativeCarryover",
                 Wrong(ErrorCode::kInvalidValue, "is the short form of negative. Give only one of them"), errors);
    }
    return errors;
}

Errors CheckNegative(const RevShareTerms& terms) {
    const NegativeTerms& negative = terms.negative;
    Errors errors;
    const auto refuse = [&](bool wrong, std::string_view member, std::string message) {
        if (!wrong) return;
        AppendAt("/revShare/negative/" + std::string(member), Wrong(ErrorCode::kInvalidValue, std::move(message)),
                 errors);
    };
    const bool waives = negative.policy == NegativePolicy::kWaive;
    refuse(waives && negative.carry_months, "carryMonths", "needs policy carry");
    refuse(waives && negative.carry_base, "carryBase", "needs policy carry");
    refuse(waives && negative.only_chargebacks, "onlyChargebacks", "needs policy carry");
    refuse(negative.carry_base && negative.only_chargebacks, "onlyChargebacks",
           "cannot be combined with carryBase: a base has no part that chargebacks caused");
    refuse(negative.only_chargebacks && !terms.deduct_chargebacks, "onlyChargebacks", "needs deductChargebacks");
    return errors;
}

}  // namespace fairlead::app
