#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/catalogue/settings_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/two_person_rule_column.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Operator;
using catalogue::UserRole;

constexpr SqlText kOperatorColumns(
    "name, time_zone, base_currency, currencies, min_payout, two_person_rule, suspended_earn, postback_amounts,"
    " postback_commission, second_factor_roles, portal_name, portal_logo_url, portal_primary_color, portal_domains,"
    " portal_shows_manager");
constexpr ComposedSql kUpsertOperator(UpsertInto("operators", "operator_id", kOperatorColumns,
                                                 "created_at, catalogue_version, last_seq"));
constexpr ComposedSql kSelectOperator("SELECT " + kOperatorColumns +
                                      ", created_at, catalogue_version FROM operators WHERE operator_id = $1");

constexpr Sql kPortalDomains("SELECT portal_domains FROM operators WHERE operator_id = $1");
constexpr Sql kDomainsOfOthers("SELECT portal_domains FROM operators WHERE operator_id <> $1 AND portal_domains <> ''");
constexpr Sql kInsertDomainLock(
    "INSERT INTO settings (name, value) VALUES ('portal_domains_lock', $1) ON CONFLICT (name) DO NOTHING");
constexpr std::array<std::uint8_t, 1> kAnyValue{1};
constexpr Sql kTakeDomainLock("SELECT name FROM settings WHERE name = 'portal_domains_lock' {for_update}");

constexpr Sql kStoredRule("SELECT two_person_rule FROM operators WHERE operator_id = $1");

constexpr Sql kInsertFirstLock(
    "INSERT INTO settings (name, value) VALUES ('first_operator_lock', $1) ON CONFLICT (name) DO NOTHING");
constexpr Sql kTakeFirstLock("SELECT name FROM settings WHERE name = 'first_operator_lock' {for_update}");
constexpr Sql kAnyOperator("SELECT operator_id FROM operators LIMIT 1");

std::vector<UserRole> ReadRoles(std::string_view names) {
    std::vector<UserRole> roles;
    for (const std::string_view name : SplitTrimmed(names, ',')) {
        roles.push_back(FromName<UserRole>(catalogue::kUserRoleNames, name));
    }
    return roles;
}

std::string_view RoleName(UserRole role) { return catalogue::kUserRoleNames[static_cast<std::size_t>(role)]; }

Operator ReadOperator(const ResultRows& rows, OperatorId id) {
    Operator self{.id = id,
                  .name = rows.String(0, kSelectOperator["name"]),
                  .settings = {.first_time_zone = rows.String(0, kSelectOperator["time_zone"]),
                               .first_base_currency = ReadCurrency(rows, 0, kSelectOperator["base_currency"]),
                               .changes = {}},
                  .declared_currencies = ParseList<Currency>(rows.Text(0, kSelectOperator["currencies"])),
                  .min_payout = ReadDecimal(rows, 0, kSelectOperator["min_payout"]),
                  .two_person_rule = ReadTwoPersonRule(rows.Integer(0, kSelectOperator["two_person_rule"])),
                  .suspended_earn = rows.Integer(0, kSelectOperator["suspended_earn"]) != 0,
                  .postback_amounts = rows.Integer(0, kSelectOperator["postback_amounts"]) != 0,
                  .postback_commission = rows.Integer(0, kSelectOperator["postback_commission"]) != 0,
                  .second_factor_roles = ReadRoles(rows.Text(0, kSelectOperator["second_factor_roles"])),
                  .portal = {.name = rows.String(0, kSelectOperator["portal_name"]),
                             .logo_url = rows.String(0, kSelectOperator["portal_logo_url"]),
                             .primary_color = rows.String(0, kSelectOperator["portal_primary_color"])},
                  .created_at = rows.Time(0, kSelectOperator["created_at"])};
    for (const std::string_view domain : SplitTrimmed(rows.Text(0, kSelectOperator["portal_domains"]), ','))
        self.portal.domains.emplace_back(domain);
    self.portal.shows_account_manager = rows.Integer(0, kSelectOperator["portal_shows_manager"]) != 0;
    return self;
}

}  // namespace

Status CheckPortalDomains(Connection& connection, OperatorId owner, const Operator& self) {
    const auto stored = TRY(connection.Query(kPortalDomains, {Value::Of(owner)}));
    const auto before = SplitTrimmed(stored.empty() ? std::string_view() : stored.Text(0), ',');
    const auto is_new = [&](const std::string& domain) { return std::ranges::find(before, domain) == before.end(); };
    if (std::ranges::none_of(self.portal.domains, is_new)) return {};
    // Operators that add domains lock this row, because they have no other row in common.
    TRY(connection.Run(kInsertDomainLock, {Value::Of(std::span(kAnyValue))}));
    TRY(connection.Query(kTakeDomainLock, {}));
    const auto others = TRY(connection.Query(kDomainsOfOthers, {Value::Of(owner)}));
    for (std::size_t row = 0; row < others.size(); ++row) {
        for (const std::string_view taken : SplitTrimmed(others.Text(row), ',')) {
            const auto found = std::ranges::find(self.portal.domains, taken);
            if (found == self.portal.domains.end() || !is_new(*found)) continue;
            const auto index = std::distance(self.portal.domains.begin(), found);
            return std::unexpected(Error{ErrorCode::kConflict, "/portal/domains/" + std::to_string(index),
                                         "is already the domain of another portal"});
        }
    }
    return {};
}

Status CheckTwoPersonRule(Connection& connection, OperatorId owner, const Operator& self, Timestamp now) {
    const auto rows = TRY(connection.Query(kStoredRule, {Value::Of(owner)}));
    if (rows.empty() || ReadTwoPersonRule(rows.Integer(0)).MayBecome(self.two_person_rule, now)) return {};
    return Fail(ErrorCode::kConflict,
                "the clock has changed, and the two-person rule would end too early. Send the request again");
}

Status CheckNoOperator(Connection& connection) {
    // Nodes that create the first operator lock this row, because there is no other row in common.
    TRY(connection.Run(kInsertFirstLock, {Value::Of(std::span(kAnyValue))}));
    TRY(connection.Query(kTakeFirstLock, {}));
    const auto rows = TRY(connection.Query(kAnyOperator, {}));
    if (rows.empty()) return {};
    return Fail(ErrorCode::kConflict, "there is an operator already");
}

Status Upsert(Connection& connection, OperatorId owner, const Operator& self) {
    FAIRLEAD_ASSERT(self.id == owner);
    const std::string currencies = Join(self.declared_currencies, [](const Currency& c) { return c.code(); });
    const std::string domains = Join(self.portal.domains, [](const std::string& domain) { return domain; });
    const std::string roles = Join(self.second_factor_roles, RoleName);
    const std::string min_payout = self.min_payout.ToString();
    TRY(connection.Run(
        kUpsertOperator,
        {Value::Of(owner), Text(self.name), Text(self.settings.first_time_zone),
         Value::Of(self.settings.first_base_currency.code()), Text(currencies), Value::DecimalText(min_payout),
         Value::Of(StoredTwoPersonRule(self.two_person_rule)), Flag(self.suspended_earn), Flag(self.postback_amounts),
         Flag(self.postback_commission), Text(roles), Value::TextOrNull(self.portal.name),
         Value::TextOrNull(self.portal.logo_url), Value::TextOrNull(self.portal.primary_color), Text(domains),
         Flag(self.portal.shows_account_manager), Value::Of(self.created_at), Value::Of(std::int64_t{0}),
         Value::Of(std::int64_t{0})}));
    return StoreSettings(connection, owner, self.settings);
}

Status ReadSelf(Connection& connection, OperatorId owner, app::OperatorRecords& records) {
    const auto rows = TRY(connection.Query(kSelectOperator, {Value::Of(owner)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, "the operator does not exist");
    records.self = ReadOperator(rows, owner);
    auto changes = TRY(ReadSettings(connection, owner));
    records.self.settings.changes = std::move(changes);
    records.version = rows.Integer(0, kSelectOperator["catalogue_version"]);
    return {};
}

}  // namespace fairlead::ledger
