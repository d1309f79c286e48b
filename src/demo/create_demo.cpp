#include "demo/create_demo.hpp"

#include <algorithm>

#include "app/operators/create_operator.hpp"
#include "base/crypto/secrets.hpp"
#include "demo/pictures.hpp"

namespace fairlead::demo {

namespace json = boost::json;

namespace {

// Catalogues are small and names in the scenario are unique, so a linear search is enough.
template <class Table>
auto Named(const Table& table, std::string_view name) {
    const auto* found = FindIn(table, [&](const auto& record) { return record.name == name; });
    if (found == nullptr) throw Failure("the demo has no " + std::string(name));
    return found->id;
}

json::value OrNull(std::string_view text) { return text.empty() ? json::value(nullptr) : json::value(text); }

void CreateBrands(OperatorActions& actions, BrandId first) {
    for (std::size_t i = 0; i < Brands().size(); ++i) {
        const Brand& brand = Brands()[i];
        json::object body{{"name", brand.name},
                          {"websiteUrl", brand.website},
                          {"attributionFallback", brand.fallback},
                          {"ngrMode", brand.ngr_mode}};
        if (i == 0) {
            actions.Update(app::BrandResource(), first.uuid, std::move(body));
        } else {
            actions.Create(app::BrandResource(), std::move(body));
        }
    }
}

void CreateCampaigns(OperatorActions& actions) {
    for (const Campaign& campaign : Campaigns()) {
        const BrandId brand = Named(actions.entry()->records.brands, Brands()[campaign.brand].name);
        actions.Create(app::CampaignResource(), {{"brandId", brand.ToString()}, {"name", campaign.name}});
    }
    for (std::size_t i = 0; i < Creatives().size(); ++i) {
        const Creative& creative = Creatives()[i];
        const CampaignId campaign = Named(actions.entry()->records.campaigns, Campaigns()[creative.campaign].name);
        json::object body{{"campaignId", campaign.ToString()}, {"name", creative.name}};
        if (creative.width == 0) {
            body["type"] = "text";
        } else {
            body["type"] = "banner";
            body["imageUrl"] = actions.parts().url + BannerPath(i);
            body["width"] = creative.width;
            body["height"] = creative.height;
        }
        actions.Create(app::CreativeResource(), std::move(body));
    }
}

void CreateDeals(OperatorActions& actions) {
    for (const Deal& deal : Deals()) {
        json::array brands;
        if (deal.brand) {
            brands.emplace_back(BrandId(Named(actions.entry()->records.brands, Brands()[*deal.brand].name)).ToString());
        }
        actions.Create(app::DealResource(),
                       {{"name", deal.name},
                        {"binding", deal.binding},
                        {"isDefault", deal.is_default},
                        {"scope",
                         {{"brandIds", std::move(brands)},
                          {"countries", json::array(deal.countries.begin(), deal.countries.end())}}},
                        {"terms", json::parse(deal.versions.front().terms)}});
    }
}

void CreateReports(OperatorActions& actions) {
    actions.Create(
        app::ReportPresetResource(),
        {{"name", "Affiliates, last 30 days"},
         {"groupKeys", {"affiliate"}},
         {"metrics",
          {"click_count", "registration_count", "ftd_count", "deposit_amount", "ngr", "total_reward", "profit"}},
         {"period", "last30Days"}});
    actions.Create(app::ReportPresetResource(), {{"name", "Days of this month by brand"},
                                                 {"groupKeys", {"date", "brand"}},
                                                 {"metrics", {"click_count", "registration_count", "ftd_count", "ngr"}},
                                                 {"period", "thisMonth"}});
    actions.Create(app::ReportPresetResource(),
                   {{"name", "Countries and devices, last month"},
                    {"groupKeys", {"country", "device"}},
                    {"metrics", {"click_count", "click_to_registration", "registration_to_ftd", "epc"}},
                    {"period", "lastMonth"},
                    {"tokenActive", false}});
}

// Two rules are on. The first one finds the network that clicks from few addresses.
void CreateFraudRules(OperatorActions& actions) {
    actions.Create(app::FraudRuleResource(), {{"name", "Many clicks from one address"},
                                              {"kind", "oneAddress"},
                                              {"parameters", {{"windowMinutes", 1440}, {"clicksMax", 15}}},
                                              {"status", "active"}});
    actions.Create(app::FraudRuleResource(), {{"name", "Conversion outside the habit"},
                                              {"kind", "unusualConversion"},
                                              {"parameters", {{"weeks", 8}, {"clicksMin", 100}, {"spreadsMax", 5}}},
                                              {"status", "active"}});
    actions.Create(app::FraudRuleResource(),
                   {{"name", "Registered too fast"}, {"kind", "fastRegistration"}, {"holds", true}});
}

void CreatePortal(OperatorActions& actions) {
    actions.Update(app::OperatorResource(), actions.owner().uuid,
                   {{"timeZone", kTimeZone},
                    {"minPayout", "100"},
                    {"portal",
                     {{"name", kPortalName},
                      {"logoUrl", actions.parts().url + std::string(kLogoPath)},
                      {"primaryColor", kPortalColor},
                      {"domains", {kPortalDomain}}}}});
}

// Invites all users except the first admin, who exists already: the operator's users, or those of one affiliate.
void InvitePeople(OperatorActions& actions, std::string_view affiliate_email) {
    const auto entry = actions.entry();
    const auto* affiliate = affiliate_email.empty() ? nullptr : FindAffiliate(*entry, affiliate_email);
    for (const Person& person : People().subspan(1)) {
        if (person.affiliate_email != affiliate_email) continue;
        json::object body{{"email", person.email}, {"role", person.role}};
        if (affiliate != nullptr) body["affiliateId"] = affiliate->id.ToString();
        const auto invited = actions.Create(app::UserResource(), std::move(body));
        actions.Accept(std::string(invited.at("inviteToken").as_string()), kPassword);
    }
}

json::object CreateOperatorAndAdmin(const Parts& parts) {
    const app::NewOperator wanted{std::string(kOperatorName), std::string(People().front().email),
                                  HashPassword(kPassword)};
    auto made = Await<app::ObjectResult>([&](auto done) {
        app::CreateOperator(parts.catalogue, parts.catalogue_store, wanted, std::string(kDemoActor), std::move(done));
    });
    if (!made) throw Failure(made.error().front().message);
    return std::move(*made);
}

// Fields that the link does not have are null.
json::object LinkBody(const app::OperatorEntry& entry, const catalogue::Affiliate& self, const Affiliate& affiliate,
                      const Link& link) {
    const Brand& brand = Brands()[link.brand];
    json::object body{{"affiliateId", self.id.ToString()},
                      {"brandId", BrandId(Named(entry.records.brands, brand.name)).ToString()},
                      {"destinationUrl", std::string(brand.website) + std::string(link.path)},
                      {"name", link.name},
                      {"geoTarget", OrNull(link.geo)}};
    if (link.creative) {
        const CreativeId creative = Named(entry.records.creatives, Creatives()[*link.creative].name);
        body["creativeId"] = creative.ToString();
        body["campaignId"] = entry.FindCreative(creative)->campaign.ToString();
    }
    if (link.source) {
        const auto* found = FindIn(entry.records.marketing_sources, [&](const auto& source) {
            return source.affiliate == self.id && source.name == affiliate.sources[*link.source].name;
        });
        if (found != nullptr) body["marketingSourceId"] = found->id.ToString();
    }
    return body;
}

}  // namespace

const catalogue::Affiliate* FindAffiliate(const app::OperatorEntry& entry, std::string_view email) {
    return FindIn(entry.records.affiliates, [&](const catalogue::Affiliate& one) { return one.email == email; });
}

DemoOperator CreateDemo(const Parts& parts) {
    const json::object made = CreateOperatorAndAdmin(parts);
    const auto owner = OperatorId::Parse(made.at("operatorId").as_string());
    const auto brand = BrandId::Parse(made.at("brandId").as_string());
    OperatorActions actions(parts, *owner, "");
    InvitePeople(actions, "");
    CreatePortal(actions);
    CreateBrands(actions, *brand);
    CreateCampaigns(actions);
    CreateDeals(actions);
    CreateReports(actions);
    CreateFraudRules(actions);
    const auto feed = actions.Create(app::ApiKeyResource(), {{"name", "Player feed"}, {"requestsPerMinute", 6000}});
    return {*owner, std::string(made.at("apiKey").as_string()), std::string(feed.at("key").as_string())};
}

void Join(OperatorActions& actions, const Affiliate& affiliate) {
    json::array deals;
    for (const std::size_t deal : affiliate.deals) {
        deals.emplace_back(DealId(Named(actions.entry()->records.deals, Deals()[deal].name)).ToString());
    }
    json::object body{{"name", affiliate.name},
                      {"email", affiliate.email},
                      {"status", affiliate.pending ? "pending" : "approved"},
                      {"notes", OrNull(affiliate.notes)},
                      {"paymentHold", OrNull(affiliate.payment_hold)},
                      {"dealIds", std::move(deals)}};
    if (!affiliate.parent.empty()) {
        const auto entry = actions.entry();
        const auto* parent = FindAffiliate(*entry, affiliate.parent);
        if (parent != nullptr) body["parentAffiliateId"] = parent->id.ToString();
    }
    actions.Create(app::AffiliateResource(), std::move(body));
    const auto entry = actions.entry();
    const auto* self = FindAffiliate(*entry, affiliate.email);
    for (const Source& source : affiliate.sources) {
        actions.Create(app::MarketingSourceResource(), {{"affiliateId", self->id.ToString()},
                                                        {"name", source.name},
                                                        {"type", source.type},
                                                        {"url", OrNull(source.url)}});
    }
    const auto with_sources = actions.entry();
    for (const Link& link : affiliate.links) {
        actions.Create(app::LinkResource(), LinkBody(*with_sources, *self, affiliate, link));
    }
    InvitePeople(actions, affiliate.email);
}

void Suspend(OperatorActions& actions, const Affiliate& affiliate) {
    const auto entry = actions.entry();
    if (const auto* self = FindAffiliate(*entry, affiliate.email)) {
        actions.Update(app::AffiliateResource(), self->id.uuid, {{"status", "suspended"}});
    }
}

void Revise(OperatorActions& actions, const Deal& deal, const DealVersion& version) {
    const DealId id = Named(actions.entry()->records.deals, deal.name);
    actions.Update(app::DealResource(), id.uuid, {{"terms", json::parse(version.terms)}});
}

void MovePictures(OperatorActions& actions) {
    const auto entry = actions.entry();
    const auto& logo = entry->records.self.portal.logo_url;
    if (logo.ends_with(kLogoPath) && logo != actions.parts().url + std::string(kLogoPath)) {
        actions.Update(app::OperatorResource(), actions.owner().uuid,
                       {{"portal", {{"logoUrl", actions.parts().url + std::string(kLogoPath)}}}});
    }
    for (const catalogue::Creative& creative : entry->records.creatives) {
        const auto path = creative.image_url.find(kPicturesPath);
        if (path == std::string::npos || creative.image_url.starts_with(actions.parts().url + "/")) continue;
        actions.Update(app::CreativeResource(), creative.id.uuid,
                       {{"imageUrl", actions.parts().url + creative.image_url.substr(path)}});
    }
}

}  // namespace fairlead::demo
