#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"

namespace fairlead::app {

using catalogue::Creative;
using catalogue::Link;

namespace {

constexpr std::int64_t kPixelsMax = 10'000;

// A creative cannot move to a campaign that does not fit the links that use it.
Errors CheckCreative(const DecisionContext& context, const Creative* before, const Creative& after) {
    if (before == nullptr || before->campaign == after.campaign) return {};
    const BrandId brand = context.own.FindCampaign(after.campaign)->brand;
    for (const Link& link : context.own.records.links) {
        const bool other_campaign = link.campaign && *link.campaign != after.campaign;
        if (link.creative == after.id && (link.brand != brand || other_campaign)) {
            return Wrong(ErrorCode::kInvalidValue, "links of the other campaign use this creative", "/campaignId");
        }
    }
    return {};
}

Declaration<Creative> DeclareCreative() {
    return {.words = {.path = "/creatives",
                      .noun = "creative",
                      .one = "a creative",
                      .many = "creatives",
                      .area = access::Area::kTracking},
            .members =
                {
                    IdMember<Creative>("id"),
                    ReferenceMember("campaignId", "campaign", &Creative::campaign, &OperatorEntry::FindCampaign),
                    TextMember("name", MemberUse::kRequired, &Creative::name),
                    NameMember("type", &Creative::type, catalogue::kCreativeTypeNames),
                    OptionalUrlMember("imageUrl", &Creative::image_url),
                    OptionalIntegerMember("width", &Creative::width, 1, kPixelsMax).Says("In pixels"),
                    OptionalIntegerMember("height", &Creative::height, 1, kPixelsMax).Says("In pixels"),
                    StatusMember(&Creative::active),
                },
            .table = &OperatorTables::creatives,
            .check = CheckCreative};
}

}  // namespace

const CatalogueResource& CreativeResource() {
    static const DeclaredResource<Creative> kResource(DeclareCreative());
    return kResource;
}

}  // namespace fairlead::app
