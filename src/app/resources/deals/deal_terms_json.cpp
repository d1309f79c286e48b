#include "app/resources/deals/deal_terms_json.hpp"

#include <stdexcept>

#include "app/resources/deals/deal_terms_members.hpp"

namespace fairlead::app {

namespace json = boost::json;
using commission::CplTerms;
using commission::FixedMonthlyTerms;
using commission::Terms;

namespace {

const Members<CplTerms>& CplMembers() {
    static const Members<CplTerms> kMembers{RequiredMember(AmountMember("amount", &CplTerms::amount))};
    return kMembers;
}

const Members<FixedMonthlyTerms>& FixedMonthlyMembers() {
    static const Members<FixedMonthlyTerms> kMembers{
        RequiredMember(AmountMember("amount", &FixedMonthlyTerms::amount))};
    return kMembers;
}

Member<Terms> CurrencyMember() {
    return RequiredMember(Member<Terms>{
        .name = "currency",
        .schema = {{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}},
        .read = [](const json::value& value, Terms& terms) { return CheckCurrency(value, terms.currency); },
        .write = [](const Terms& terms, const View&) { return json::value(terms.currency.code()); }});
}

const Members<Terms>& TermsMembers() {
    static const Members<Terms> kMembers{
        CurrencyMember().Says(
            "The currency of all amounts: a code of ISO 4217 or one of the operator's currencies. It never changes",
            "EUR"),
        PartMember("cpa", &Terms::cpa, CpaMembers()).Says("An amount for each player that qualifies"),
        PartMember("revShare", &Terms::rev_share, RevShareMembers()).Says("A percentage of the net gaming revenue"),
        PartMember("cpl", &Terms::cpl, CplMembers()).Says("An amount for each registration"),
        PartMember("fixedMonthly", &Terms::fixed_monthly, FixedMonthlyMembers()).Says("An amount for each month"),
        PartMember("subAffiliate", &Terms::sub_affiliate, SubAffiliateMembers())
            .Says("A percentage of the commission of sub-affiliates"),
        PartMember("turnover", &Terms::turnover, TurnoverMembers()).Says("A percentage of wagers"),
    };
    return kMembers;
}

}  // namespace

Errors ReadTerms(const json::value& value, Terms& out) {
    Terms terms;
    Errors errors = Decode(TermsMembers(), value, DecodeMode::kCreate, terms);
    const bool any =
        terms.cpa || terms.rev_share || terms.cpl || terms.fixed_monthly || terms.sub_affiliate || terms.turnover;
    AppendAt("", CheckLevelsGivenOnce(value), errors);
    if (errors.empty() && !any) {
        errors = Wrong(ErrorCode::kRequired,
                       "must have at least one of cpa, revShare, cpl, fixedMonthly, subAffiliate, turnover");
    }
    if (errors.empty()) errors = CheckNegativeGivenOnce(value);
    if (errors.empty() && terms.cpa) errors = CheckCpaTogether(*terms.cpa);
    if (errors.empty()) errors = CheckRevShareTogether(terms);
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
