#include "app/declarations/declared_resource.hpp"

namespace fairlead::app {

using catalogue::Brand;

namespace {

constexpr std::int64_t kWindowDaysMax = 3650;
constexpr std::int64_t kEventAgeYearsMax = 100;

Declaration<Brand> DeclareBrand() {
    return {
        .words =
            {.path = "/brands", .noun = "brand", .one = "a brand", .many = "brands", .area = access::Area::kTracking},
        .members =
            {
                IdMember<Brand>("id"),
                TextMember("name", MemberUse::kRequired, &Brand::name),
                OptionalUrlMember("websiteUrl", &Brand::website_url),
                IntegerMember("attributionWindowDays", &Brand::attribution_window_days, 0, kWindowDaysMax)
                    .Says("Attribution window: the longest time between a click and a registration that does not name "
                          "it"),
                NameMember("attributionFallback", &Brand::attribution_fallback, catalogue::kAttributionFallbackNames)
                    .Says("What happens when a registration names no known click. `lastClick` without evidence can "
                          "credit organic players; `evidence` requires a matching address"),
                NameMember("ngrMode", &Brand::ngr_mode, catalogue::kNgrModeNames)
                    .Says("The meaning of the amount in an ngr_update event"),
                IntegerMember("maxEventAgeYears", &Brand::event_age_years_max, 1, kEventAgeYearsMax)
                    .Says("An event whose event_time is more years in the past is refused"),
                StatusMember(&Brand::active),
            },
        .table = &OperatorTables::brands};
}

}  // namespace

const CatalogueResource& BrandResource() {
    static const DeclaredResource<Brand> kResource(DeclareBrand());
    return kResource;
}

}  // namespace fairlead::app
