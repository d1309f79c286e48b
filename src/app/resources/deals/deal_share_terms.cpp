#include "app/resources/deals/deal_terms_members.hpp"

// The members of `subAffiliate`: docs/commission.md §6.11.
namespace fairlead::app {

namespace json = boost::json;
using commission::SubAffiliateTerms;

namespace {

constexpr std::size_t kLevelsMax = 10;

Errors ReadLevels(const json::value& value, SubAffiliateTerms& terms) {
    const auto* list = value.if_array();
    if (list == nullptr) return Wrong(ErrorCode::kWrongType, "must be a list");
    if (list->empty()) return Wrong(ErrorCode::kRequired, "must have at least one percentage");
    if (list->size() > kLevelsMax) {
        return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(kLevelsMax) + " entries");
    }
    std::vector<Decimal> levels(list->size());
    Errors errors;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        AppendAt("/" + std::to_string(i), CheckPercent((*list)[i], levels[i]), errors);
    }
    if (!errors.empty()) return errors;
    terms.percent_of_commission = levels.front();
    terms.more_levels.assign(levels.begin() + 1, levels.end());
    return {};
}

json::value WriteLevels(const SubAffiliateTerms& terms, const View&) {
    if (terms.more_levels.empty()) return nullptr;
    json::array levels{terms.percent_of_commission.ToString()};
    for (const Decimal& each : terms.more_levels) levels.emplace_back(each.ToString());
    return levels;
}

// One level is written in the short form.
Member<SubAffiliateTerms> PercentOfCommissionMember() {
    Member<SubAffiliateTerms> member = PercentMember("percentOfCommission", &SubAffiliateTerms::percent_of_commission);
    member.write = [write = member.write](const SubAffiliateTerms& terms, const View& view) {
        return terms.more_levels.empty() ? write(terms, view) : json::value(nullptr);
    };
    member.brief = true;
    return member;
}

}  // namespace

const Members<SubAffiliateTerms>& SubAffiliateMembers() {
    static const Members<SubAffiliateTerms> kMembers = [] {
        Member<SubAffiliateTerms> levels{
            .name = "levels",
            .schema = {{"type", "array"}, {"minItems", 1}, {"maxItems", kLevelsMax}, {"items", DecimalSchema()}},
            .read = ReadLevels,
            .write = WriteLevels};
        levels.brief = true;
        return Members<SubAffiliateTerms>{
            PercentOfCommissionMember().Says("Short form of one level"),
            std::move(levels).Says(
                "Percentages: first for the affiliate's sub-affiliates, then for their sub-affiliates, and so on")};
    }();
    return kMembers;
}

Errors CheckLevelsGivenOnce(const json::value& terms) {
    const auto* object = terms.if_object();
    const auto* share = object == nullptr ? nullptr : object->if_contains("subAffiliate");
    const auto* members = share == nullptr ? nullptr : share->if_object();
    if (members == nullptr) return {};
    const bool levels = members->contains("levels");
    const bool percent = members->contains("percentOfCommission");
    Errors errors;
    if (levels && percent) {
        AppendAt("/subAffiliate/percentOfCommission",
                 Wrong(ErrorCode::kInvalidValue, "is the short form of levels. Give only one of them"), errors);
    }
    if (!levels && !percent) {
        AppendAt("/subAffiliate/percentOfCommission", Wrong(ErrorCode::kRequired, "is required, or levels"), errors);
    }
    return errors;
}

}  // namespace fairlead::app
