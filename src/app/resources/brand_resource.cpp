#include "app/declarations/declared_resource.hpp"

namespace fairlead::app {

using catalogue::Brand;

namespace {

constexpr std::int64_t kWindowDaysMax = 3650;

Declaration<Brand> DeclareBrand() {
    return {
        .words = {.path = "/brands", .noun = "brand", .one = "a brand", .many = "brands"},
        .members =
            {
                IdMember<Brand>("id"),
                TextMember("name", MemberUse::kRequired, &Brand::name),
                OptionalUrlMember("websiteUrl", &Brand::website_url),
                IntegerMember("attributionWindowDays", &Brand::attribution_window_days, 0, kWindowDaysMax)
                    .Says("How long before a registration a click may be that is credited without being named"),
                NameMember("attributionFallback", &Brand::attribution_fallback, catalogue::kAttributionFallbackNames)
                    .Says("What decides when a registration names no click. `lastClick` without evidence can credit"
                          " organic players; `evidence` asks for a matching address"),
                NameMember("ngrMode", &Brand::ngr_mode, catalogue::kNgrModeNames)
                    .Says("What the amount of an ngr_update means"),
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
