#include "app/declarations/catalogue_resource.hpp"

#include <array>

namespace fairlead::app {

std::span<const CatalogueResource* const> ListedResources() {
    static const std::array<const CatalogueResource*, 15> kResources{
        &BrandResource(),        &AffiliateResource(),      &MarketingSourceResource(),
        &CampaignResource(),     &CreativeResource(),       &LandingPageResource(),
        &LinkResource(),         &DealResource(),           &ApiKeyResource(),
        &ReportPresetResource(), &UserResource(),           &PostbackResource(),
        &WebhookResource(),      &ReportScheduleResource(), &FraudRuleResource(),
    };
    return kResources;
}

}  // namespace fairlead::app
