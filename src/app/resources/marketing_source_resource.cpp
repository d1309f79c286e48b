#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"

namespace fairlead::app {

using catalogue::MarketingSource;

namespace {

// A source cannot move to another affiliate while links use it.
Errors CheckMarketingSource(const DecisionContext& context, const MarketingSource* before,
                            const MarketingSource& after) {
    if (before == nullptr || before->affiliate == after.affiliate) return {};
    for (const auto& link : context.own.records.links) {
        if (link.source == after.id && link.affiliate != after.affiliate) {
            return Wrong(ErrorCode::kInvalidValue,
                         "links of the current affiliate use this marketing source; remove it from them first",
                         "/affiliateId");
        }
    }
    return {};
}

Declaration<MarketingSource> DeclareMarketingSource() {
    return {
        .words = {.path = "/marketing-sources",
                  .noun = "marketingSource",
                  .one = "a marketing source",
                  .many = "marketing sources",
                  .area = access::Area::kTracking},
        .members =
            {
                IdMember<MarketingSource>("id"),
                ReferenceMember("affiliateId", "affiliate", &MarketingSource::affiliate, &OperatorEntry::FindAffiliate),
                TextMember("name", MemberUse::kRequired, &MarketingSource::name),
                OptionalTextMember("type", &MarketingSource::type).Says("In the affiliate's own words", "website"),
                OptionalUrlMember("url", &MarketingSource::url),
            },
        .table = &OperatorTables::marketing_sources,
        .check = CheckMarketingSource};
}

}  // namespace

const CatalogueResource& MarketingSourceResource() {
    static const DeclaredResource<MarketingSource> kResource(DeclareMarketingSource());
    return kResource;
}

}  // namespace fairlead::app
