#include "app/declarations/declared_resource.hpp"
#include "app/operators/change_settings.hpp"
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

// These functions only check the members of dated settings, because whether one of them applies at once depends on the
// others. ReviseOperator then reads all of them together.

Errors ReadTimeZone(const json::value& value, Operator&) {
    std::string ignored;
    return CheckTimeZone(value, ignored);
}

json::value WriteTimeZone(const Operator& self, const View&) { return json::value(self.settings.TimeZoneAt(Now())); }

Errors ReadBaseCurrency(const json::value& value, Operator&) {
    Currency ignored = *Currency::Parse("EUR");
    return CheckCurrency(value, ignored);
}

json::value WriteBaseCurrency(const Operator& self, const View&) {
    return json::value(self.settings.BaseCurrencyAt(Now()).code());
}

Errors ReadSettingsDay(const json::value& value, Operator&) {
    Date ignored;
    return value.is_null() ? Errors() : CheckDate(value, ignored);
}

Errors ReadPending(const json::value& value, Operator&) {
    if (value.is_null()) return {};
    return Wrong(ErrorCode::kInvalidValue, "can only be set to null, which cancels the planned change");
}

json::value WritePending(const Operator& self, const View&) { return PendingJson(self.settings, Now()); }

// The parts of a body that concern dated settings. Its members have been checked.
catalogue::SettingsRequest SettingsRequestOf(const json::object& body) {
    catalogue::SettingsRequest request;
    if (const auto* zone = body.if_contains("timeZone")) request.time_zone = std::string(zone->as_string());
    if (const auto* currency = body.if_contains("baseCurrency")) {
        Currency code = *Currency::Parse("EUR");
        if (CheckCurrency(*currency, code).empty()) request.base_currency = code;
    }
    if (const auto* day = body.if_contains("effectiveFrom"); day != nullptr && day->is_string()) {
        request.effective_from = Date::Parse(day->get_string());
    }
    request.cancels_pending = body.contains("pending");
    return request;
}

Result<catalogue::DatedSettings> RevisedSettings(const Operator& before, const json::value& body) {
    const auto request = SettingsRequestOf(body.get_object());
    const Timestamp now = Now();
    return ReviseSettings(before.settings, request, ZonesOf(before.settings, request.time_zone, now), now);
}

void ReviseOperator(const DecisionContext&, const Operator& before, const json::object& given, Operator& after) {
    if (auto revised = RevisedSettings(before, given)) after.settings = *std::move(revised);
}

Errors PermitSettings(const ChangeRequest& request, const Operator* before) {
    const auto revised = RevisedSettings(*before, request.body);
    return revised ? Errors() : Errors{revised.error()};
}

Errors ReadTwoPersonRule(const json::value& value, Operator& self) {
    bool wanted = false;
    Errors errors = CheckBoolean(value, wanted);
    if (!errors.empty()) return errors;
    if (wanted) {
        self.two_person_rule.SwitchOn(Now());
    } else {
        self.two_person_rule.SwitchOff(Now());
    }
    return {};
}

json::value WriteTwoPersonRule(const Operator& self, const View&) {
    return json::value(self.two_person_rule.IsOn(Now()));
}

Errors ReadRuleEnd(const json::value& value, Operator& self) {
    if (!value.is_null()) {
        return Wrong(ErrorCode::kInvalidValue, "can only be set to null, which keeps the two-person rule on");
    }
    self.two_person_rule.KeepOn(Now());
    return {};
}

json::value WriteRuleEnd(const Operator& self, const View&) {
    const auto ends_at = self.two_person_rule.EndAfter(Now());
    return ends_at ? json::value(ends_at->ToIso8601()) : json::value(nullptr);
}

Errors ReadCurrencies(const json::value& value, Operator& self) {
    return CheckList(value, kCurrenciesMax, *Currency::Parse("EUR"), CheckCurrency, self.declared_currencies);
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

// Only admins decide who needs a second factor. An admin without one-time codes cannot require them for the role admin,
// because the admin could not undo it.
Errors PermitSecondFactor(const ChangeRequest& request, const Operator* before, const Operator& after) {
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

// The minimum decides what is paid, so the scope admin is not enough for it.
Errors PermitMinimum(const ChangeRequest& request, const Operator* before, const Operator& after) {
    if (!request.key_scopes || access::Opens(*request.key_scopes, access::Area::kMoney)) return {};
    if (before == nullptr || before->min_payout == after.min_payout) return {};
    return Wrong(ErrorCode::kForbidden, "to set this member an API key needs the scope money or full", "/minPayout");
}

Errors PermitOperator(const ChangeRequest& request, const Operator* before, const Operator& after) {
    Errors errors = PermitSettings(request, before);
    if (errors.empty()) errors = PermitMinimum(request, before, after);
    return errors.empty() ? PermitSecondFactor(request, before, after) : errors;
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
        BooleanMember("showAccountManager", &Portal::shows_account_manager)
            .Says("Whether affiliates see the address of their account manager"),
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
    const auto* pending = self.settings.PendingAt(Now());
    const bool known = MayUse(self, self.settings.BaseCurrencyAt(Now())) &&
                       (pending == nullptr || MayUse(self, pending->base_currency));
    if (known) return {};
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

Member<Operator> CurrenciesMember() {
    return Member<Operator>{.name = "currencies",
                            .schema = {{"type", "array"},
                                       {"maxItems", kCurrenciesMax},
                                       {"items", {{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}}}},
                            .read = ReadCurrencies,
                            .write = WriteCurrencies}
        .Says("Codes that events may use in addition to those of ISO 4217", json::array{"USDT"});
}

Member<Operator> PostbackAmountsMember() {
    return BooleanMember("postbackAmounts", &Operator::postback_amounts)
        .Says("Whether postbacks tell affiliates the money of events; otherwise {amount} and {currency} are empty");
}

Member<Operator> PostbackCommissionMember() {
    return BooleanMember("postbackCommission", &Operator::postback_commission)
        .Says(
            "Whether postbacks tell affiliates the commission; otherwise {commission} and {commission_currency} are "
            "empty");
}

Member<Operator> TwoPersonRuleMember() {
    return Member<Operator>{
        .name = "twoPersonRule", .schema = SchemaOf("boolean"), .read = ReadTwoPersonRule, .write = WriteTwoPersonRule}
        .Says(
            "Whether two people are needed to pay a statement: the person who adjusts or closes it cannot "
            "approve it, and the person who approves it cannot pay it. All API keys count as one person. "
            "Switched off, the rule stays in force for 72 hours, until `twoPersonRuleEndsAt`");
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
                Member<Operator>{
                    .name = "timeZone", .schema = SchemaOf("string"), .read = ReadTimeZone, .write = WriteTimeZone}
                    .Says("An IANA time zone name. It determines when a day starts. The one in force now; a change "
                          "needs `effectiveFrom`, unless the operator has no events, adjustments or statements yet",
                          "Europe/Malta"),
                Member<Operator>{.name = "baseCurrency",
                                 .schema = {{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}},
                                 .read = ReadBaseCurrency,
                                 .write = WriteBaseCurrency}
                    .Says("The currency of reports: a code of ISO 4217 or one of `currencies`. The one in force now; a "
                          "change needs `effectiveFrom`, unless the operator has no events, adjustments or statements "
                          "yet",
                          "EUR"),
                Member<Operator>{.name = "effectiveFrom",
                                 .use = MemberUse::kInBody,
                                 .schema = OrNull(FormatSchema("date")),
                                 .read = ReadSettingsDay,
                                 .write = WritePending}
                    .Says(
                        "The day from which the `timeZone` and the `baseCurrency` of this body apply: the first day of "
                        "a future month. The change replaces the pending one",
                        "2027-01-01"),
                Member<Operator>{
                    .name = "pending", .schema = PendingSchema(), .read = ReadPending, .write = WritePending}
                    .Says(
                        "The change of the time zone and the base currency that is planned. Null in a body cancels it"),
                CurrenciesMember(),
                AmountMember("minPayout", &Operator::min_payout),
                TwoPersonRuleMember(),
                Member<Operator>{.name = "twoPersonRuleEndsAt",
                                 .schema = OrNull(FormatSchema("date-time")),
                                 .read = ReadRuleEnd,
                                 .write = WriteRuleEnd}
                    .Says("When the two-person rule ends, if it was switched off. Null in a body keeps it on"),
                PostbackAmountsMember(),
                PostbackCommissionMember(),
                BooleanMember("suspendedEarn", &Operator::suspended_earn)
                    .Says("Whether suspended affiliates go on earning. By default, events that are recorded while "
                          "their affiliate is suspended earn nothing, and no fixed fee is paid"),
                SecondFactorMember().Says(
                    "The roles whose users must log in with a one-time code. A user of such a role who has not set "
                    "them up can do nothing else after the log-in. API keys are not affected. Only an admin can change "
                    "this. To require them of admins, that admin must have set them up"),
                PortalMember().Says("The branding and the domains of the affiliate portal"),
            },
        .revise = ReviseOperator,
        .check = CheckOperator,
        .permit = PermitOperator};
}

}  // namespace

const CatalogueResource& OperatorResource() {
    static const DeclaredResource<Operator> kResource(DeclareOperator());
    return kResource;
}

}  // namespace fairlead::app
