#include <algorithm>
#include <array>

#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "app/resources/link_changes.hpp"
#include "app/tracking/tracking_urls.hpp"
#include "base/crypto/random.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::Link;

namespace {

constexpr std::size_t kCodeLengthMin = 3;
constexpr std::size_t kCodeLengthMax = 64;
constexpr std::size_t kMadeCodeLength = 10;
// 32 letters and digits that do not look alike, so that five random bits choose one.
constexpr std::string_view kCodeLetters = "abcdefghijkmnpqrstuvwxyz23456789";
static_assert(kCodeLetters.size() == 32);

// A code in the form of an id could hide the link with that id.
Errors CheckCode(const json::value& value, std::string& out) {
    std::string code;
    if (Errors errors = CheckText(value, kCodeLengthMax, code); !errors.empty()) return errors;
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (code.size() < kCodeLengthMin || !std::ranges::all_of(code, plain)) {
        return Wrong(ErrorCode::kInvalidValue, "must have 3 to 64 letters, digits, hyphens and underscores");
    }
    if (Uuid::Parse(code)) return Wrong(ErrorCode::kInvalidValue, "must not have the form of an id");
    out = std::move(code);
    return {};
}

std::string RandomCode() {
    std::array<std::uint8_t, kMadeCodeLength> random{};
    FillRandom(random);
    std::string code;
    for (const std::uint8_t byte : random) code += kCodeLetters[byte % kCodeLetters.size()];
    return code;
}

// A link with a landing page leads to it, whatever destination it had before.
void FollowLandingPage(const OperatorEntry& own, Link& link) {
    const auto* page = link.landing_page ? own.FindLandingPage(*link.landing_page) : nullptr;
    if (page != nullptr) link.destination_url = page->url;
}

// CheckLandingPageOf checks a body that has both a landing page and a destination.
json::object CompleteLink(const DecisionContext& context, const ChangeRequest&, Link& link) {
    if (link.destination_url.empty()) FollowLandingPage(context.own, link);
    while (link.code.empty()) {
        std::string code = RandomCode();
        if (!context.all.FindLinkByCode(code)) link.code = std::move(code);
    }
    return {};
}

// A new destination without a landing page removes the landing page of the link.
void ReviseLink(const DecisionContext& context, const Link& before, const json::object& given, Link& after) {
    const bool names_page = given.contains("landingPageId");
    const bool names_url = given.contains("destinationUrl");
    if (names_url && !names_page && before.destination_url != after.destination_url) after.landing_page.reset();
    if (!names_url) FollowLandingPage(context.own, after);
}

// The existence of the page is already checked.
Errors CheckLandingPageOf(const OperatorEntry& own, const Link* before, const Link& link) {
    if (!link.landing_page) return {};
    const auto& page = *own.FindLandingPage(*link.landing_page);
    if (page.brand != link.brand) {
        return Wrong(ErrorCode::kInvalidValue, "must be a landing page of the link's brand", "/landingPageId");
    }
    const bool chosen_now = before == nullptr || before->landing_page != link.landing_page;
    if (chosen_now && !page.active) return Wrong(ErrorCode::kInvalidValue, "is not active", "/landingPageId");
    if (link.destination_url == page.url) return {};
    return Wrong(ErrorCode::kInvalidValue, "must be the URL of the landing page, or be left out", "/destinationUrl");
}

// Everything that a link names must belong to the link's affiliate and brand. The existence is already checked.
Errors CheckBelonging(const OperatorEntry& own, const Link& link) {
    Errors errors;
    const auto wrong = [&](std::string_view pointer, std::string message) {
        AppendAt(pointer, Wrong(ErrorCode::kInvalidValue, std::move(message)), errors);
    };
    if (link.source && own.FindMarketingSource(*link.source)->affiliate != link.affiliate) {
        wrong("/marketingSourceId", "must be a source of the link's affiliate");
    }
    if (link.campaign && own.FindCampaign(*link.campaign)->brand != link.brand) {
        wrong("/campaignId", "must be a campaign of the link's brand");
    }
    if (link.creative) {
        const CampaignId campaign = own.FindCreative(*link.creative)->campaign;
        if (own.FindCampaign(campaign)->brand != link.brand) {
            wrong("/creativeId", "must be a creative of the link's brand");
        } else if (link.campaign && *link.campaign != campaign) {
            wrong("/creativeId", "must be a creative of the link's campaign");
        }
    }
    return errors;
}

Errors CheckLink(const DecisionContext& context, const Link* before, const Link& after) {
    if (before == nullptr && context.all.FindLinkByCode(after.code)) {
        // The same sentence for a link of another operator: codes are unique over all operators, because one URL
        // leads to one link. So the answer says that a code is in use, but not by whom.
        return Wrong(ErrorCode::kConflict, "this code is not available. Choose another one, or leave it out", "/code");
    }
    Errors errors = CheckBelonging(context.own, after);
    return errors.empty() ? CheckLandingPageOf(context.own, before, after) : errors;
}

json::value WriteImpressionUrl(const Link& link, const View& view) {
    if (!link.creative) return nullptr;
    return json::value(ImpressionUrl(view.api_url, *link.creative, link));
}

Declaration<Link> DeclareLink() {
    return {
        .words = {.path = "/links",
                  .noun = "link",
                  .one = "a tracking link",
                  .many = "tracking links",
                  .area = access::Area::kTracking,
                  .id_member = "linkId",
                  .creation_note = "The response is 409 if the code is not available"},
        .members =
            {
                IdMember<Link>("linkId"),
                FormMember("code", MemberUse::kAtCreation, &Link::code,
                           {{"type", "string"}, {"pattern", "^[A-Za-z0-9_-]{3,64}$"}}, CheckCode)
                    .Says("A short form of the id, generated if it is not given. It never changes", "spring-offer"),
                ReferenceMember("affiliateId", "affiliate", &Link::affiliate, &OperatorEntry::FindAffiliate),
                ReferenceMember("brandId", "brand", &Link::brand, &OperatorEntry::FindBrand),
                FormMember("destinationUrl", MemberUse::kOptional, &Link::destination_url, FormatSchema("uri"),
                           CheckDestination)
                    .RequiredUnless("landingPageId")
                    .Says("The destination of visitors: an http or https URL without user and password. Required at "
                          "creation, unless a landing page is given",
                          "https://casino.example/join"),
                OptionalReferenceMember("landingPageId", "landing page", &Link::landing_page,
                                        &OperatorEntry::FindLandingPage)
                    .Says("An active landing page of the link's brand. The destination is then its URL, also after "
                          "the URL changes. A change of the destination alone removes the landing page"),
                OptionalTextMember("name", &Link::name),
                OptionalReferenceMember("campaignId", "campaign", &Link::campaign, &OperatorEntry::FindCampaign)
                    .Says("A campaign of the link's brand"),
                OptionalReferenceMember("marketingSourceId", "marketing source", &Link::source,
                                        &OperatorEntry::FindMarketingSource)
                    .Says("A marketing source of the link's affiliate"),
                OptionalReferenceMember("creativeId", "creative", &Link::creative, &OperatorEntry::FindCreative)
                    .Says("A creative of the link's campaign; if the link has no campaign, any creative of the brand"),
                OptionalFormMember("geoTarget", &Link::geo_target, {{"type", "string"}, {"pattern", "^[A-Za-z]{2}$"}},
                                   CheckCountry)
                    .Says("A two-letter country code, changed to upper case", "DE"),
                StatusMember(&Link::active),
                ReadOnlyMember<Link>(
                    "trackingUrl", FormatSchema("uri"),
                    [](const Link& link, const View& view) { return json::value(TrackingUrl(view.api_url, link)); },
                    MemberUse::kDerived),
                ReadOnlyMember<Link>(
                    "shortUrl", FormatSchema("uri"),
                    [](const Link& link, const View& view) {
                        return json::value(ShortUrl(view.api_url, view.tracking_url, link));
                    },
                    MemberUse::kDerived)
                    .Says("A short form of trackingUrl", "https://track.example.com/r/spring-offer"),
                ReadOnlyMember<Link>("impressionUrl", OrNull(FormatSchema("uri")), WriteImpressionUrl,
                                     MemberUse::kDerived)
                    .Says("Null if the link has no creative"),
            },
        .table = &OperatorTables::links,
        .complete = CompleteLink,
        .revise = ReviseLink,
        .check = CheckLink};
}

const DeclaredResource<Link>& DeclaredLink() {
    static const DeclaredResource<Link> kResource(DeclareLink());
    return kResource;
}

}  // namespace

const CatalogueResource& LinkResource() { return DeclaredLink(); }

void AddLinkChange(const OperatorEntry& own, const Link& before, const Link& after, const ChangeRequest& request,
                   CatalogueChange& change) {
    DeclaredLink().Add(own, &before, after, request, change);
}

}  // namespace fairlead::app
