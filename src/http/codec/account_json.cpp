#include "http/codec/account_json.hpp"

#include "app/resources/members.hpp"

namespace fairlead::http {

namespace json = boost::json;

json::object EncodePortalLook(const catalogue::Operator& owner) {
    return {{"name", owner.portal.name.empty() ? owner.name : owner.portal.name},
            {"logoUrl", app::TextOrNull(owner.portal.logo_url)},
            {"primaryColor", app::TextOrNull(owner.portal.primary_color)}};
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
              {"totpEnabled", !user.totp_sealed.empty()},
              {"recoveryCodesLeft", user.recovery_hashes.size()}}},
            {"operator",
             {{"id", self.id.ToString()},
              {"name", self.name},
              {"timeZone", self.time_zone},
              {"baseCurrency", self.base_currency.code()},
              {"portal", EncodePortalLook(self)}}}};
}

}  // namespace fairlead::http
