#include "app/declarations/declared_resource.hpp"

namespace fairlead::app {

using catalogue::Brand;

namespace {

constexpr std::int64_t kWindowDaysMax = 3650;
constexpr std::int64_t kEventAgeYearsMax = 100;

// The mode decides what amounts mean, and so what affiliates earn. The scope tracking is not enough for it.
Errors PermitBrand(const ChangeRequest& request, const Brand* before, const Brand& after) {
    if (!request.key_scopes || access::Opens(*request.key_scopes, access::Area::kMoney)) return {};
    if (after.ngr_mode == (before == nullptr ? Brand() : *before).ngr_mode) return {};
    return Wrong(ErrorCode::kForbidden, "to set this member an API key needs the scope money or full", "/ngrMode");
}

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
                    .Says("The meaning of the amount in an ngr_update event. To set it, an API key needs the scope "
                          "`money` besides `tracking`"),
                IntegerMember("maxEventAgeYears", &Brand::event_age_years_max, 1, kEventAgeYearsMax)
                    .Says("An event whose event_time is more years in the past is refused"),
                StatusMember(&Brand::active),
            },
        .table = &OperatorTables::brands,
        .permit = PermitBrand};
}

}  // namespace

const CatalogueResource& BrandResource() {
    static const DeclaredResource<Brand> kResource(DeclareBrand());
    return kResource;
}

}  // namespace fairlead::app
