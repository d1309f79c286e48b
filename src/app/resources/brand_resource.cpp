#include "app/resources/brand_resource.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::Brand;

namespace {

constexpr std::array<std::string_view, 2> kStatusNames{"inactive", "active"};
constexpr std::int64_t kWindowDaysMax = 3650;

Member<Brand> WebsiteMember() {
    return {"websiteUrl", MemberUse::kOptional,
            [](const json::value& value, Brand& brand) { return CheckUrl(value, brand.website_url); },
            [](const Brand& brand) {
                return brand.website_url.empty() ? json::value(nullptr) : json::value(brand.website_url);
            }};
}

}  // namespace

const Members<Brand>& BrandMembers() {
    static const Members<Brand> kMembers{
        ReadOnlyMember<Brand>("id", [](const Brand& brand) { return json::value(brand.id.ToString()); }),
        TextMember("name", MemberUse::kRequired, &Brand::name),
        WebsiteMember(),
        IntegerMember("attributionWindowDays", &Brand::attribution_window_days, 0, kWindowDaysMax),
        NameMember("attributionFallback", &Brand::attribution_fallback, catalogue::kAttributionFallbackNames),
        NameMember("ngrMode", &Brand::ngr_mode, catalogue::kNgrModeNames),
        NameMember("status", &Brand::active, kStatusNames),
    };
    return kMembers;
}

}  // namespace fairlead::app
