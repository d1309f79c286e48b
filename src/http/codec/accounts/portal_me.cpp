#include "http/codec/accounts/portal_me.hpp"

#include "app/portal/destinations.hpp"
#include "app/resources/deals/deal_terms_json.hpp"
#include "http/codec/accounts/account_json.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;

namespace {

json::object EncodeAffiliate(const app::OperatorEntry& owner, const catalogue::Affiliate& affiliate) {
    const Decimal min_payout = affiliate.min_payout.value_or(owner.records.self.min_payout);
    return {{"id", affiliate.id.ToString()},
            {"name", affiliate.name},
            {"email", affiliate.email},
            {"status", catalogue::kAffiliateStatusNames[static_cast<std::size_t>(affiliate.status)]},
            {"paymentHold", TextOrNull(affiliate.payment_hold)},
            {"minPayout", min_payout.IsZero() ? json::value(nullptr) : json::value(min_payout.ToString())},
            {"postbacksAllowed", affiliate.postbacks_allowed},
            {"statementPeriod", kPeriodKindNames[static_cast<std::size_t>(affiliate.statement_period)]}};
}

json::object EncodeDeal(const commission::Deal& deal, const commission::DealVersion& version) {
    json::array brands;
    for (const BrandId brand : deal.scope.brands) brands.emplace_back(brand.ToString());
    json::value from = nullptr;
    if (version.effective_from) from = version.effective_from->ToString();
    return {{"id", deal.id.ToString()},
            {"name", deal.name},
            {"version", version.number},
            {"effectiveFrom", std::move(from)},
            {"terms", app::WriteTerms(version.terms)},
            {"scope",
             {{"brandIds", std::move(brands)},
              {"countries", json::array(deal.scope.countries.begin(), deal.scope.countries.end())}}}};
}

json::array EncodeDeals(const app::OperatorEntry& owner, const catalogue::Affiliate& affiliate, Date today) {
    json::array deals;
    const auto add = [&](const commission::Deal* deal) {
        const auto* version = deal == nullptr ? nullptr : deal->VersionOn(today);
        if (version != nullptr) deals.push_back(EncodeDeal(*deal, *version));
    };
    for (const DealId id : affiliate.deals) add(owner.FindDeal(id));
    if (!affiliate.deals.empty()) return deals;
    for (const auto& deal : owner.records.deals) {
        if (deal.is_default) add(&deal);
    }
    return deals;
}

json::array EncodeBrands(const app::OperatorEntry& owner) {
    json::array brands;
    for (const auto& brand : owner.records.brands) {
        if (!brand.active) continue;
        brands.push_back(json::object{
            {"id", brand.id.ToString()}, {"name", brand.name}, {"websiteUrl", TextOrNull(brand.website_url)}});
    }
    return brands;
}

json::array EncodeDestinations(const app::OperatorEntry& owner, AffiliateId affiliate) {
    json::array destinations;
    for (const auto& each : app::DestinationsFor(owner, affiliate)) {
        destinations.push_back(json::object{{"brandId", each.brand.ToString()},
                                            {"url", each.url},
                                            {"landingPageId", IdOrNull(each.landing_page)},
                                            {"name", TextOrNull(each.name)}});
    }
    return destinations;
}

}  // namespace

json::object EncodePortalMe(const app::OperatorEntry& owner, const catalogue::User& user,
                            const catalogue::Affiliate& affiliate, Date today) {
    const auto& self = owner.records.self;
    return {{"user", EncodeMe(owner, user).at("user")},
            {"affiliate", EncodeAffiliate(owner, affiliate)},
            {"operator",
             {{"name", self.name},
              {"timeZone", self.settings.TimeZoneAt(Now())},
              {"baseCurrency", self.settings.BaseCurrencyAt(Now()).code()},
              {"portal", EncodeBranding(app::BrandingOfOperator(self))}}},
            {"brands", EncodeBrands(owner)},
            {"deals", EncodeDeals(owner, affiliate, today)},
            {"destinations", EncodeDestinations(owner, affiliate.id)}};
}

}  // namespace fairlead::http
