#include "app/catalogue/searched_fields.hpp"

#include <initializer_list>
#include <string_view>

#include "app/catalogue/folded_texts.hpp"
#include "base/text/fold.hpp"

namespace fairlead::app {
namespace {

void AppendFields(std::initializer_list<std::string_view> fields, std::string& out) {
    for (const std::string_view field : fields) {
        AppendFolded(out, field);
        out += FoldedTexts::kFieldEnd;
    }
}

}  // namespace

void AppendSearchedFields(const catalogue::Affiliate& affiliate, std::string& out) {
    AppendFields({affiliate.name, affiliate.email}, out);
    for (const std::string& tag : affiliate.tags) AppendFields({tag}, out);
}

void AppendSearchedFields(const catalogue::User& user, std::string& out) { AppendFields({user.email}, out); }

void AppendSearchedFields(const catalogue::Link& link, std::string& out) {
    AppendFields({link.name, link.code, link.destination_url}, out);
}

void AppendSearchedFields(const commission::Deal& deal, std::string& out) { AppendFields({deal.name}, out); }

void AppendSearchedFields(const catalogue::Campaign& campaign, std::string& out) { AppendFields({campaign.name}, out); }

void AppendSearchedFields(const catalogue::Creative& creative, std::string& out) { AppendFields({creative.name}, out); }

void AppendSearchedFields(const catalogue::LandingPage& page, std::string& out) {
    AppendFields({page.name, page.url}, out);
}

void AppendSearchedFields(const catalogue::Brand& brand, std::string& out) {
    AppendFields({brand.name, brand.website_url}, out);
}

void AppendSearchedFields(const catalogue::ReportPreset& preset, std::string& out) { AppendFields({preset.name}, out); }

}  // namespace fairlead::app
