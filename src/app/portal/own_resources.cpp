#include "app/portal/own_resources.hpp"

#include <algorithm>
#include <array>

#include "app/portal/destinations.hpp"
#include "domain/catalogue/affiliate_name.hpp"
#include "domain/outbox/address_rules.hpp"

namespace fairlead::app {

namespace json = boost::json;
using Decided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;

namespace {

constexpr std::string_view kAffiliateMember = "affiliateId";
constexpr std::array<std::string_view, 4> kLinkFilters{"brandId", "status", "campaignId", kSearchParameter};
constexpr std::array<std::string_view, 1> kSourceFilters{kSearchParameter};
constexpr std::array<std::string_view, 2> kPostbackFilters{"status", kSearchParameter};

Errors NoSuchResource() { return Wrong(ErrorCode::kNotFound, "there is no such resource"); }

// Removes what affiliates do not see: their own id, and the address of a receiver that was refused.
void HideFromAffiliate(json::object& written) {
    written.erase(kAffiliateMember);
    auto* reason = written.if_contains("pauseReason");
    if (reason != nullptr && reason->is_string()) *reason = outbox::HideRefusedAddress(reason->get_string());
}

// The error for another affiliate's source is the same as for a missing one.
void HideForeignSources(Errors& errors) {
    for (Error& error : errors) {
        if (error.pointer == "/marketingSourceId" && error.code == ErrorCode::kInvalidValue) {
            error.message = "there is no such marketing source";
        }
    }
}

Errors CheckOwnCampaign(const OperatorEntry& owner, std::optional<CampaignId> id, std::string_view pointer) {
    const auto* campaign = id ? owner.FindCampaign(*id) : nullptr;
    if (!id || (campaign != nullptr && campaign->active)) return {};
    return Wrong(ErrorCode::kInvalidValue, "is not active", std::string(pointer));
}

Errors CheckOwnCreative(const OperatorEntry& owner, std::optional<CreativeId> id) {
    const auto* creative = id ? owner.FindCreative(*id) : nullptr;
    if (!id) return {};
    if (creative == nullptr || !creative->active)
        return Wrong(ErrorCode::kInvalidValue, "is not active", "/creativeId");
    return CheckOwnCampaign(owner, creative->campaign, "/creativeId");
}

// An unchanged destination is not checked again, because the operator may have set it.
Errors CheckOwnLink(const OperatorEntry& owner, const catalogue::Link* before, const catalogue::Link& after) {
    const bool other_brand = before == nullptr || before->brand != after.brand;
    const auto* brand = owner.FindBrand(after.brand);
    if (other_brand && (brand == nullptr || !brand->active)) {
        return Wrong(ErrorCode::kInvalidValue, "is not active", "/brandId");
    }
    const bool leads_elsewhere = other_brand || before->destination_url != after.destination_url;
    if (leads_elsewhere && !MayLeadTo(owner, after.brand, after.destination_url)) {
        return Wrong(ErrorCode::kInvalidValue,
                     "must have the host of the brand's website, of a landing page or of another link of the brand",
                     "/destinationUrl");
    }
    Errors errors;
    if (before == nullptr || before->campaign != after.campaign) {
        errors = CheckOwnCampaign(owner, after.campaign, "/campaignId");
    }
    if (errors.empty() && (before == nullptr || before->creative != after.creative)) {
        errors = CheckOwnCreative(owner, after.creative);
    }
    return errors;
}

Errors CheckOwnCount(const auto& records, AffiliateId affiliate, std::size_t count_max, std::string_view noun) {
    std::size_t count = 0;
    for (const auto& record : records) {
        if (record.affiliate == affiliate) ++count;
    }
    if (count < count_max) return {};
    return Wrong(ErrorCode::kConflict, "an affiliate may have " + std::to_string(count_max) + " " + std::string(noun) +
                                           ". Change one that is not used, or ask the operator for more");
}

Errors CheckOwnLinks(const OperatorEntry& owner, AffiliateId affiliate,
                     std::span<const CatalogueChange::Record> upserts) {
    const auto* self = owner.FindAffiliate(affiliate);
    if (self == nullptr || self->status != catalogue::AffiliateStatus::kApproved) {
        return Wrong(ErrorCode::kConflict, "links can be created and changed when the affiliate is approved");
    }
    for (const auto& upsert : upserts) {
        const auto* link = std::get_if<catalogue::Link>(&upsert);
        if (link == nullptr) continue;
        const auto* before = owner.FindLink(link->id);
        if (Errors errors = CheckOwnLink(owner, before, *link); !errors.empty()) return errors;
        if (before != nullptr) continue;
        if (Errors errors = CheckOwnCount(owner.records.links, affiliate, kOwnLinksMax, "links"); !errors.empty())
            return errors;
    }
    return {};
}

Errors CheckOwnSources(const OperatorEntry& owner, AffiliateId affiliate,
                       std::span<const CatalogueChange::Record> upserts) {
    for (const auto& upsert : upserts) {
        const auto* source = std::get_if<catalogue::MarketingSource>(&upsert);
        if (source == nullptr || owner.FindMarketingSource(source->id) != nullptr) continue;
        return CheckOwnCount(owner.records.marketing_sources, affiliate, kOwnSourcesMax, "marketing sources");
    }
    return {};
}

Errors CheckOwnPostbacks(const OperatorEntry& owner, AffiliateId affiliate,
                         std::span<const CatalogueChange::Record> upserts) {
    for (const auto& upsert : upserts) {
        const auto* postback = std::get_if<outbox::Postback>(&upsert);
        if (postback == nullptr || owner.FindPostback(postback->id) != nullptr) continue;
        return CheckOwnCount(owner.records.postbacks, affiliate, kOwnPostbacksMax, "postbacks");
    }
    return {};
}

// An affiliate must not give itself the name of another affiliate or a word that reports use. The operator may give any
// name, even the same name twice.
Errors CheckOwnName(const OperatorEntry& owner, std::span<const CatalogueChange::Record> upserts) {
    for (const auto& upsert : upserts) {
        const auto* after = std::get_if<catalogue::Affiliate>(&upsert);
        const auto* before = after == nullptr ? nullptr : owner.FindAffiliate(after->id);
        if (before == nullptr || before->name == after->name) continue;
        if (const auto why = catalogue::WhyAffiliateNameIsRefused(after->name)) {
            return Wrong(ErrorCode::kInvalidValue, std::string(*why), "/name");
        }
        for (const auto& other : owner.records.affiliates) {
            if (other.id == after->id || !catalogue::IsSameAffiliateName(other.name, after->name)) continue;
            return Wrong(ErrorCode::kInvalidValue, "is the name of another affiliate. Choose another", "/name");
        }
    }
    return {};
}

// The errors for members that an affiliate may not set.
Errors RefuseMembers(const json::value& body, auto is_refused) {
    Errors errors;
    const auto* object = body.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "must be a JSON object");
    for (const auto& [name, value] : *object) {
        if (!is_refused(std::string_view(name))) continue;
        errors.push_back({ErrorCode::kUnknownMember, JsonPointerTo(name), "is not a member of this resource"});
        if (errors.HasMore()) break;
    }
    return errors;
}

// The address of the account manager; null if there is none or the operator does not show it.
json::value ShownManager(const OperatorEntry& owner, const catalogue::Affiliate& affiliate) {
    if (!owner.records.self.portal.shows_account_manager || !affiliate.account_manager) return nullptr;
    const auto* user = owner.FindUser(*affiliate.account_manager);
    if (user == nullptr || user->status == catalogue::UserStatus::kDisabled) return nullptr;
    return json::value(user->email);
}

ManageCatalogue::Decide Refuse(Errors errors) {
    return [errors = std::move(errors)](const DecisionContext&) -> Decided { return std::unexpected(errors); };
}

}  // namespace

bool OwnResource::IsOwn(const json::object& written) const {
    return written.at(kAffiliateMember).get_string() == affiliate_.ToString();
}

Result<ListPage> OwnResource::List(const View& view, ListQuery query) const {
    for (const auto& [name, value] : query.filters) {
        if (std::ranges::find(filters_, name) != filters_.end()) continue;
        return Fail(ErrorCode::kInvalidRequest, name + " is no parameter of this list");
    }
    query.filters.emplace_back(kAffiliateMember, affiliate_.ToString());
    auto page = resource_.List(view, query);
    if (!page) return page;
    for (auto& item : page->items) HideFromAffiliate(item.get_object());
    return page;
}

std::optional<json::object> OwnResource::Read(const View& view, Uuid id) const {
    auto written = resource_.Read(view, id);
    if (!written || !IsOwn(*written)) return std::nullopt;
    HideFromAffiliate(*written);
    return written;
}

ManageCatalogue::Decide OwnResource::Checked(ManageCatalogue::Decide decide) const {
    return [decide = std::move(decide), affiliate = affiliate_,
            check = check_](const DecisionContext& context) -> Decided {
        // A caller without the permission gets only that error.
        const auto checked = [&](std::span<const CatalogueChange::Record> upserts) {
            return check == nullptr ? Errors() : check(context.own, affiliate, upserts);
        };
        if (Errors errors = checked({}); !errors.empty()) return std::unexpected(std::move(errors));
        auto decision = decide(context);
        if (!decision) {
            HideForeignSources(decision.error());
            return decision;
        }
        if (Errors errors = checked(decision->change.upserts); !errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        HideFromAffiliate(decision->answer);
        return decision;
    };
}

ManageCatalogue::Decide OwnResource::Create(ChangeRequest request) const {
    Errors errors = RefuseMembers(request.body, [](std::string_view name) { return name == kAffiliateMember; });
    if (!errors.empty()) return Refuse(std::move(errors));
    request.body.get_object()[kAffiliateMember] = affiliate_.ToString();
    return Checked(resource_.Create(std::move(request)));
}

ManageCatalogue::Decide OwnResource::Update(Uuid id, ChangeRequest request) const {
    Errors errors = RefuseMembers(request.body, [](std::string_view name) { return name == kAffiliateMember; });
    return [own = *this, id, errors = std::move(errors),
            decide = Checked(resource_.Update(id, std::move(request)))](const DecisionContext& context) -> Decided {
        if (!own.Read({context.own, {}}, id)) return std::unexpected(NoSuchResource());
        if (!errors.empty()) return std::unexpected(errors);
        return decide(context);
    };
}

OwnResource OwnLinks(AffiliateId affiliate) { return {LinkResource(), affiliate, kLinkFilters, CheckOwnLinks}; }

OwnResource OwnMarketingSources(AffiliateId affiliate) {
    return {MarketingSourceResource(), affiliate, kSourceFilters, CheckOwnSources};
}

OwnResource OwnPostbacks(AffiliateId affiliate) {
    return {PostbackResource(), affiliate, kPostbackFilters, CheckOwnPostbacks};
}

json::object WriteProfile(const OperatorEntry& owner, const catalogue::Affiliate& affiliate) {
    return {{"name", affiliate.name}, {"email", affiliate.email}, {"accountManager", ShownManager(owner, affiliate)}};
}

ManageCatalogue::Decide ChangeProfile(AffiliateId affiliate, ChangeRequest request) {
    Errors errors =
        RefuseMembers(request.body, [](std::string_view name) { return name != "name" && name != "email"; });
    if (!errors.empty()) return Refuse(std::move(errors));
    return [affiliate, decide = AffiliateResource().Update(affiliate.uuid, std::move(request))](
               const DecisionContext& context) -> Decided {
        auto decision = decide(context);
        if (!decision) return decision;
        if (Errors taken = CheckOwnName(context.own, decision->change.upserts); !taken.empty()) {
            return std::unexpected(std::move(taken));
        }
        const auto* before = context.own.FindAffiliate(affiliate);
        json::object profile{{"name", decision->answer.at("name")},
                             {"email", decision->answer.at("email")},
                             {"accountManager", before == nullptr ? nullptr : ShownManager(context.own, *before)}};
        decision->answer = std::move(profile);
        return decision;
    };
}

}  // namespace fairlead::app
