#include "http/codec/accounts/portal_me.hpp"

#include <span>
#include <vector>

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

// A version of a deal, with what an affiliate may know of it.
json::object EncodeVersion(const commission::DealVersion& version) {
    const auto& from = version.effective_from;
    return {{"version", version.number},
            {"effectiveFrom", from ? json::value(from->ToString()) : json::value(nullptr)},
            {"terms", app::WriteTerms(version.terms)}};
}

// A deal with the first of these versions. The others come into force later.
json::object EncodeDeal(const commission::Deal& deal, std::span<const commission::DealVersion* const> versions) {
    json::object written = EncodeVersion(*versions.front());
    json::array brands;
    for (const BrandId brand : deal.scope.brands) brands.emplace_back(brand.ToString());
    json::array upcoming;
    for (const auto* later : versions.subspan(1)) upcoming.push_back(EncodeVersion(*later));
    written["id"] = deal.id.ToString();
    written["name"] = deal.name;
    written["binding"] = json::value(commission::kBindingNames[static_cast<std::size_t>(deal.binding)]);
    written["tierPool"] = TextOrNull(deal.tier_pool);
    written["lateEvents"] = json::value(commission::kLateEventsNames[static_cast<std::size_t>(deal.late_events)]);
    written["scope"] = {{"brandIds", std::move(brands)},
                        {"countries", json::array(deal.scope.countries.begin(), deal.scope.countries.end())}};
    written["upcoming"] = std::move(upcoming);
    return written;
}

// The affiliate's own deals, or the default deal if it has none.
std::vector<const commission::Deal*> DealsOf(const app::OperatorEntry& owner, const catalogue::Affiliate& affiliate) {
    std::vector<const commission::Deal*> deals;
    for (const DealId id : affiliate.deals) {
        if (const auto* deal = owner.FindDeal(id)) deals.push_back(deal);
    }
    if (!affiliate.deals.empty()) return deals;
    for (const auto& deal : owner.records.deals) {
        if (deal.is_default) deals.push_back(&deal);
    }
    return deals;
}

struct OwnDeals {
    json::array in_force;
    json::array starting;
};

OwnDeals EncodeDeals(const app::OperatorEntry& owner, const catalogue::Affiliate& affiliate, Date today) {
    OwnDeals deals;
    for (const auto* deal : DealsOf(owner, affiliate)) {
        std::vector<const commission::DealVersion*> versions = deal->UpcomingAfter(today);
        if (versions.size() > app::kUpcomingMax) versions.resize(app::kUpcomingMax);
        const auto* current = deal->VersionOn(today);
        if (current != nullptr) versions.insert(versions.begin(), current);
        if (versions.empty()) continue;
        (current != nullptr ? deals.in_force : deals.starting).push_back(EncodeDeal(*deal, versions));
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
    OwnDeals deals = EncodeDeals(owner, affiliate, today);
    return {{"user", EncodeMe(owner, user).at("user")},
            {"affiliate", EncodeAffiliate(owner, affiliate)},
            {"operator",
             {{"name", self.name},
              {"timeZone", self.settings.TimeZoneAt(Now())},
              {"baseCurrency", self.settings.BaseCurrencyAt(Now()).code()},
              {"portal", EncodeBranding(app::BrandingOfOperator(self))}}},
            {"brands", EncodeBrands(owner)},
            {"deals", std::move(deals.in_force)},
            {"startingDeals", std::move(deals.starting)},
            {"destinations", EncodeDestinations(owner, affiliate.id)}};
}

}  // namespace fairlead::http
