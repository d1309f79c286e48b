#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/declarations/member_schemas.hpp"
#include "app/declarations/members.hpp"
#include "domain/deals/terms.hpp"

namespace fairlead::app {

// The members of deals' terms, by component, and what their declarations share.

const Members<commission::CpaTerms>& CpaMembers();
const Members<commission::RevShareTerms>& RevShareMembers();
const Members<commission::TurnoverTerms>& TurnoverMembers();
const Members<commission::SubAffiliateTerms>& SubAffiliateMembers();
// Reads the terms as they were sent.
Errors CheckLevelsGivenOnce(const boost::json::value& terms);

// The errors of members that contradict each other. Each has the pointer to the member that has to change.
Errors CheckCpaTogether(const commission::CpaTerms& terms);
Errors CheckRevShareTogether(const commission::Terms& terms);

// `negative`, and its short form `negativeCarryover`. CheckNegativeGivenOnce reads the terms as they were sent.
Member<commission::RevShareTerms> NegativeMember();
Member<commission::RevShareTerms> NegativeCarryoverMember();
Errors CheckNegativeGivenOnce(const boost::json::value& terms);
Errors CheckNegative(const commission::RevShareTerms& terms);

inline constexpr std::size_t kTiersMax = 100;
inline constexpr std::size_t kProductsMax = 100;
inline constexpr std::int64_t kPlayersMax = 1'000'000'000;

template <class Record>
Member<Record> RequiredMember(Member<Record> member) {
    member.use = MemberUse::kRequired;
    return member;
}

inline Errors CheckPercent(const boost::json::value& value, Decimal& out) {
    Decimal percent;
    Errors errors = CheckAmount(value, percent);
    if (errors.empty() && percent > Decimal::FromInteger(100)) {
        errors = Wrong(ErrorCode::kInvalidValue, "must be from 0 to 100");
    }
    if (errors.empty()) out = percent;
    return errors;
}

template <class Record>
Member<Record> PercentMember(std::string_view name, Decimal Record::* field) {
    Member<Record> member = AmountMember(name, field);
    member.schema["description"] = "In percent, 0 to 100";
    member.read = [field](const boost::json::value& value, Record& record) {
        return CheckPercent(value, record.*field);
    };
    return member;
}

// A member that is written only if it has another value than a new record. Deals that do not use it keep the text of
// earlier releases.
template <class Record>
Member<Record> BriefMember(Member<Record> member) {
    member.write = [write = member.write](const Record& record, const View& view) {
        boost::json::value written = write(record, view);
        return written == write(Record{}, view) ? boost::json::value(nullptr) : written;
    };
    member.brief = true;
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
Errors ReadTiers(const boost::json::value& value, const Members<Tier>& members, std::vector<Tier>& out) {
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
Member<Record> TiersMember(std::string_view name, std::vector<Tier> Record::* field, const Members<Tier>& members) {
    return {.name = name,
            .schema = {{"type", "array"},
                       {"maxItems", kTiersMax},
                       {"items", BodySchemaOf(members, DecodeMode::kCreate)},
                       {"description", "In strictly ascending order of `from`"}},
            .read = [&members, field](const boost::json::value& value,
                                      Record& record) { return ReadTiers(value, members, record.*field); },
            .write =
                [&members, field](const Record& record, const View& view) {
                    boost::json::array list;
                    for (const Tier& tier : record.*field) list.push_back(Encode(members, tier, view));
                    return boost::json::value(std::move(list));
                }};
}

// A part of the terms that is an object or null.
template <class Record, class Part>
Member<Record> PartMember(std::string_view name, std::optional<Part> Record::* field, const Members<Part>& members) {
    return {.name = name,
            .schema = OrNull(BodySchemaOf(members, DecodeMode::kCreate)),
            .read =
                [&members, field](const boost::json::value& value, Record& record) {
                    Part part;
                    Errors errors = value.is_null() ? Errors() : Decode(members, value, DecodeMode::kCreate, part);
                    if (errors.empty()) record.*field = value.is_null() ? std::nullopt : std::optional(part);
                    return errors;
                },
            .write =
                [&members, field](const Record& record, const View& view) {
                    return record.*field ? boost::json::value(Encode(members, *(record.*field), view))
                                         : boost::json::value(nullptr);
                }};
}

// The name of a product, in lower case.
Errors CheckProduct(const boost::json::value& value, std::string& out);
Errors ReadProductRates(const boost::json::value& value, commission::ProductRates& out);
boost::json::value WriteProductRates(const commission::ProductRates& rates);

template <class Record>
Member<Record> ProductRatesMember(commission::ProductRates Record::* field) {
    return BriefMember(
        Member<Record>{.name = "rateByProduct",
                       .schema = {{"type", "object"}, {"additionalProperties", DecimalSchema()}},
                       .read = [field](const boost::json::value& value,
                                       Record& record) { return ReadProductRates(value, record.*field); },
                       .write = [field](const Record& record, const View&) { return WriteProductRates(record.*field); }}
            .Says("Rates in percent by product; products are compared without case"));
}

}  // namespace fairlead::app
