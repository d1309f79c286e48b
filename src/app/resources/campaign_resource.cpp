#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"

namespace fairlead::app {

using catalogue::Campaign;
using catalogue::Link;

namespace {

bool Uses(const OperatorEntry& entry, const Link& link, CampaignId campaign) {
    if (link.campaign == campaign) return true;
    const auto* creative = link.creative ? entry.FindCreative(*link.creative) : nullptr;
    return creative != nullptr && creative->campaign == campaign;
}

// A campaign cannot move to another brand while links use it or one of its creatives.
Errors CheckCampaign(const DecisionContext& context, const Campaign* before, const Campaign& after) {
    if (before == nullptr || before->brand == after.brand) return {};
    for (const Link& link : context.own.records.links) {
        if (link.brand != after.brand && Uses(context.own, link, after.id)) {
            return Wrong(ErrorCode::kInvalidValue, "cannot be changed while links use this campaign", "/brandId");
        }
    }
    return {};
}

Declaration<Campaign> DeclareCampaign() {
    return {.words = {.path = "/campaigns",
                      .noun = "campaign",
                      .one = "a campaign",
                      .many = "campaigns",
                      .area = access::Area::kTracking},
            .members =
                {
                    IdMember<Campaign>("id"),
                    ReferenceMember("brandId", "brand", &Campaign::brand, &OperatorEntry::FindBrand),
                    TextMember("name", MemberUse::kRequired, &Campaign::name),
                    StatusMember(&Campaign::active),
                },
            .table = &OperatorTables::campaigns,
            .check = CheckCampaign};
}

}  // namespace

const CatalogueResource& CampaignResource() {
    static const DeclaredResource<Campaign> kResource(DeclareCampaign());
    return kResource;
}

}  // namespace fairlead::app
