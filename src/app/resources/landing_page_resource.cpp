#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "app/portal/destinations.hpp"
#include "app/resources/link_changes.hpp"

namespace fairlead::app {

using catalogue::LandingPage;
using catalogue::Link;

namespace {

// A change of a page's URL rewrites all its links in one transaction, so their number is limited.
constexpr std::size_t kLinksOfPageMax = 5'000;

std::size_t CountLinks(const OperatorEntry& own, LandingPageId page) {
    std::size_t count = 0;
    for (const Link& link : own.records.links) {
        if (link.landing_page == page) ++count;
    }
    return count;
}

Errors CheckPageUrl(const OperatorEntry& own, const LandingPage& page) {
    if (MayLeadTo(own, page.brand, page.url)) return {};
    if (own.FindBrand(page.brand)->website_url.empty()) {
        return Wrong(ErrorCode::kInvalidValue, "the brand has no website. Set its websiteUrl first", "/url");
    }
    return Wrong(ErrorCode::kInvalidValue,
                 "must have the scheme, host and port of the brand's website or of one of its links", "/url");
}

Errors CheckLandingPage(const DecisionContext& context, const LandingPage* before, const LandingPage& after) {
    const bool other_brand = before != nullptr && before->brand != after.brand;
    const bool other_url = before == nullptr || before->url != after.url;
    if (other_brand || other_url) {
        if (Errors errors = CheckPageUrl(context.own, after); !errors.empty()) return errors;
    }
    if (before == nullptr || (!other_brand && !other_url)) return {};
    const std::size_t links = CountLinks(context.own, after.id);
    if (other_brand && links > 0) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be changed while links use this landing page", "/brandId");
    }
    if (links > kLinksOfPageMax) {
        return Wrong(ErrorCode::kConflict,
                     "more than " + std::to_string(kLinksOfPageMax) +
                         " links use this landing page. Create another landing page and choose it for new links",
                     "/url");
    }
    return {};
}

// The links of a page lead to its new URL at once.
void MoveLinks(const DecisionContext& context, const LandingPage* before, const LandingPage& after,
               const ChangeRequest& request, CatalogueChange& change) {
    if (before == nullptr || before->url == after.url) return;
    for (const Link& link : context.own.records.links) {
        if (link.landing_page != after.id) continue;
        Link moved = link;
        moved.destination_url = after.url;
        AddLinkChange(context.own, link, moved, request, change);
    }
}

Declaration<LandingPage> DeclareLandingPage() {
    return {.words = {.path = "/landing-pages",
                      .noun = "landingPage",
                      .one = "a landing page",
                      .many = "landing pages",
                      .area = access::Area::kTracking},
            .members =
                {
                    IdMember<LandingPage>("id"),
                    ReferenceMember("brandId", "brand", &LandingPage::brand, &OperatorEntry::FindBrand),
                    TextMember("name", MemberUse::kRequired, &LandingPage::name),
                    FormMember("url", MemberUse::kRequired, &LandingPage::url, FormatSchema("uri"), CheckDestination)
                        .Says("It must have the scheme, host and port of the brand's website or of one of its links. "
                              "After a change, the links of the page lead to the new URL",
                              "https://casino.example/welcome"),
                    StatusMember(&LandingPage::active),
                },
            .table = &OperatorTables::landing_pages,
            .check = CheckLandingPage,
            .extend = MoveLinks};
}

}  // namespace

const CatalogueResource& LandingPageResource() {
    static const DeclaredResource<LandingPage> kResource(DeclareLandingPage());
    return kResource;
}

}  // namespace fairlead::app
