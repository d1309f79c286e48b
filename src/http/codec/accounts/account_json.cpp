#include "http/codec/accounts/account_json.hpp"

#include "app/declarations/members.hpp"
#include "domain/access/second_factor.hpp"

namespace fairlead::http {

namespace json = boost::json;

json::object EncodeBranding(const app::PortalBranding& branding) {
    return {{"name", branding.name},
            {"logoUrl", app::TextOrNull(branding.logo_url)},
            {"primaryColor", app::TextOrNull(branding.primary_color)}};
}

json::object EncodeMe(const app::OperatorEntry& owner, const catalogue::User& user) {
    const auto& self = owner.records.self;
    json::value affiliate = nullptr;
    if (user.affiliate) affiliate = user.affiliate->ToString();
    return {{"user",
             {{"id", user.id.ToString()},
              {"email", user.email},
              {"role", catalogue::kUserRoleNames[static_cast<std::size_t>(user.role)]},
              {"affiliateId", std::move(affiliate)},
              {"totpEnabled", access::HasSecondFactor(user)},
              {"totpRequired", access::RequiresSecondFactor(self, user.role)},
              {"recoveryCodesLeft", user.recovery_hashes.size()}}},
            {"operator",
             {{"id", self.id.ToString()},
              {"name", self.name},
              {"timeZone", self.settings.TimeZoneAt(Now())},
              {"baseCurrency", self.settings.BaseCurrencyAt(Now()).code()},
              {"portal", EncodeBranding(app::BrandingOfOperator(self))}}}};
}

}  // namespace fairlead::http
