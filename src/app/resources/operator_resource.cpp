#include "app/declarations/declared_resource.hpp"
#include "domain/access/role.hpp"
#include "domain/access/second_factor.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::Operator;
using catalogue::Portal;
using catalogue::UserRole;

namespace {

constexpr std::size_t kCurrenciesMax = 100;
constexpr std::size_t kDomainsMax = 20;

Errors ReadBaseCurrency(const json::value& value, Operator& self) { return CheckCurrency(value, self.base_currency); }

json::value WriteBaseCurrency(const Operator& self, const View&) { return json::value(self.base_currency.code()); }

Errors ReadCurrencies(const json::value& value, Operator& self) {
    return CheckList(value, kCurrenciesMax, self.base_currency, CheckCurrency, self.declared_currencies);
}

json::value WriteCurrencies(const Operator& self, const View&) {
    json::array codes;
    for (const Currency& currency : self.declared_currencies) codes.emplace_back(currency.code());
    return codes;
}

Errors ReadRole(const json::value& value, UserRole& role) {
    std::size_t index = 0;
    Errors errors = CheckName(value, catalogue::kUserRoleNames, index);
    if (errors.empty()) role = static_cast<UserRole>(index);
    return errors;
}

Errors ReadSecondFactorRoles(const json::value& value, Operator& self) {
    return CheckList(value, catalogue::kUserRoleNames.size(), UserRole::kViewer, ReadRole, self.second_factor_roles);
}

json::value WriteSecondFactorRoles(const Operator& self, const View&) {
    json::array names;
    for (const UserRole role : self.second_factor_roles) {
        names.emplace_back(catalogue::kUserRoleNames[static_cast<std::size_t>(role)]);
    }
    return names;
}

// Only admins decide who needs a second factor. They cannot require of their own role what they do not have, because
// they could not take it back.
Errors PermitOperator(const ChangeRequest& request, const Operator* before, const Operator& after) {
    if (!request.author || before == nullptr || before->second_factor_roles == after.second_factor_roles) return {};
    if (!access::Allows(request.author->role, access::Need::kAdminister)) {
        return Wrong(ErrorCode::kForbidden, "can only be changed by an admin", "/requireSecondFactor");
    }
    if (access::RequiresSecondFactor(after, request.author->role) && !request.author->has_second_factor) {
        return Wrong(ErrorCode::kInvalidValue,
                     "your own account has no one-time codes. Switch them on under Profile and security before you "
                     "require them for your role",
                     "/requireSecondFactor");
    }
    return {};
}

Member<Operator> SecondFactorMember() {
    return {.name = "requireSecondFactor",
            .schema = {{"type", "array"},
                       {"maxItems", catalogue::kUserRoleNames.size()},
                       {"items",
                        {{"type", "string"},
                         {"enum", json::array(catalogue::kUserRoleNames.begin(), catalogue::kUserRoleNames.end())}}}},
            .read = ReadSecondFactorRoles,
            .write = WriteSecondFactorRoles};
}

Errors ReadDomains(const json::value& value, Portal& portal) {
    return CheckList(value, kDomainsMax, std::string(), CheckDomain, portal.domains);
}

json::value WriteDomains(const Portal& portal, const View&) {
    return json::array(portal.domains.begin(), portal.domains.end());
}

const Members<Portal>& PortalMembers() {
    static const Members<Portal> kMembers{
        OptionalTextMember("name", &Portal::name),
        OptionalUrlMember("logoUrl", &Portal::logo_url),
        OptionalFormMember("primaryColor", &Portal::primary_color,
                           {{"type", "string"}, {"pattern", "^#[0-9A-Fa-f]{6}$"}}, CheckColor)
            .Says("A color, changed to lower case", "#1a2b3c"),
        Member<Portal>{.name = "domains",
                       .schema = {{"type", "array"}, {"maxItems", kDomainsMax}, {"items", FormatSchema("hostname")}},
                       .read = ReadDomains,
                       .write = WriteDomains}
            .Says("Domains that show the portal at their root path. A domain belongs to one operator"),
    };
    return kMembers;
}

// Changes only the given members; null empties all of them.
Errors ReadPortal(const json::value& value, Operator& self) {
    if (value.is_null()) {
        self.portal = Portal();
        return {};
    }
    return Decode(PortalMembers(), value, DecodeMode::kUpdate, self.portal);
}

json::value WritePortal(const Operator& self, const View& view) { return Encode(PortalMembers(), self.portal, view); }

Errors CheckBaseCurrency(const Operator& self) {
    if (MayUse(self, self.base_currency)) return {};
    return Wrong(ErrorCode::kInvalidCurrency, kUnknownCurrency, "/baseCurrency");
}

bool HasDomain(const OperatorEntry& entry, const std::string& domain) {
    const auto& domains = entry.records.self.portal.domains;
    return std::ranges::find(domains, domain) != domains.end();
}

// A domain must lead to exactly one portal.
Errors CheckDomains(const CatalogueSnapshot& all, const Operator& self) {
    Errors errors;
    const auto& domains = self.portal.domains;
    for (std::size_t i = 0; i < domains.size(); ++i) {
        for (const auto& [id, entry] : all.entries()) {
            if (id == self.id || !HasDomain(*entry, domains[i])) continue;
            AppendAt("/portal/domains/" + std::to_string(i),
                     Wrong(ErrorCode::kConflict, "is already the domain of another portal"), errors);
        }
    }
    return errors;
}

Errors CheckOperator(const DecisionContext& context, const Operator*, const Operator& after) {
    if (Errors errors = CheckBaseCurrency(after); !errors.empty()) return errors;
    return CheckDomains(context.all, after);
}

Member<Operator> PortalMember() {
    json::object schema = BodySchemaOf(PortalMembers(), DecodeMode::kUpdate);
    return {.name = "portal", .schema = OrNull(std::move(schema)), .read = ReadPortal, .write = WritePortal};
}

Declaration<Operator> DeclareOperator() {
    return {
        .words = {.path = "/operator",
                  .noun = "operator",
                  .one = "the operator",
                  .many = "operators",
                  .area = access::Area::kAdmin},
        .members =
            {
                TextMember("name", MemberUse::kRequired, &Operator::name),
                FormMember("timeZone", MemberUse::kOptional, &Operator::time_zone, SchemaOf("string"), CheckTimeZone)
                    .Says("An IANA time zone name. It determines when a day starts", "Europe/Malta"),
                Member<Operator>{.name = "baseCurrency",
                                 .schema = {{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}},
                                 .read = ReadBaseCurrency,
                                 .write = WriteBaseCurrency}
                    .Says("The currency of reports: a code of ISO 4217 or one of `currencies`", "EUR"),
                Member<Operator>{.name = "currencies",
                                 .schema = {{"type", "array"},
                                            {"maxItems", kCurrenciesMax},
                                            {"items", {{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}}}},
                                 .read = ReadCurrencies,
                                 .write = WriteCurrencies}
                    .Says("Codes that events may use in addition to those of ISO 4217", json::array{"USDT"}),
                AmountMember("minPayout", &Operator::min_payout),
                BooleanMember("twoPersonRule", &Operator::two_person_rule)
                    .Says(
                        "Whether two people are needed to pay a statement: the person who adjusts or closes it cannot "
                        "approve it, and the person who approves it cannot pay it. All API keys count as one person"),
                SecondFactorMember().Says(
                    "The roles whose users must log in with a one-time code. A user of such a role who has not set "
                    "them up can do nothing else after the log-in. API keys are not affected. Only an admin can change "
                    "this, and needs one-time codes to require them for the own role"),
                PortalMember().Says("The branding and the domains of the affiliate portal"),
            },
        .check = CheckOperator,
        .permit = PermitOperator};
}

}  // namespace

const CatalogueResource& OperatorResource() {
    static const DeclaredResource<Operator> kResource(DeclareOperator());
    return kResource;
}

}  // namespace fairlead::app
