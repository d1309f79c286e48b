#include "ledger/seals/sealed_tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/crypto/secrets.hpp"
#include "base/number/decimal.hpp"
#include "base/time/period.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kOperatorSeal(
    "operator_id, name, time_zone, base_currency, currencies, min_payout, two_person_rule, second_factor_roles");
constexpr auto kOperatorSeals = "SELECT " + kOperatorSeal + " FROM operators WHERE operator_id = $1";
constexpr ComposedSql kOneOperator(kOperatorSeals + " AND operator_id = $2");
constexpr ComposedSql kOperatorsAfter(kOperatorSeals + " AND operator_id > $2 ORDER BY operator_id LIMIT $3");
constexpr Sql kSealedOperatorCount("SELECT count(*) FROM operators WHERE operator_id = $1");
constexpr std::array<SealedMember, 8> kOperatorMembers{
    {{"name", SealedType::kText, kOperatorSeal["name"]},
     {"timeZone", SealedType::kText, kOperatorSeal["time_zone"]},
     {"baseCurrency", SealedType::kText, kOperatorSeal["base_currency"]},
     {"currencies", SealedType::kText, kOperatorSeal["currencies"]},
     {"minPayout", SealedType::kDecimal, kOperatorSeal["min_payout"]},
     {"twoPersonRule", SealedType::kFlag, kOperatorSeal["two_person_rule"]},
     // The same column also contains the end of the rule.
     {"twoPersonRuleState", SealedType::kNumber, kOperatorSeal["two_person_rule"]},
     {"requireSecondFactor", SealedType::kText, kOperatorSeal["second_factor_roles"]}}};

constexpr SqlText kBrandSeal(
    "brand_id, name, attribution_window_days, attribution_fallback, ngr_mode, event_age_years_max, active");
constexpr auto kBrandSeals = "SELECT " + kBrandSeal + " FROM brands WHERE operator_id = $1";
constexpr ComposedSql kOneBrand(kBrandSeals + " AND brand_id = $2");
constexpr ComposedSql kBrandsAfter(kBrandSeals + " AND brand_id > $2 ORDER BY brand_id LIMIT $3");
constexpr Sql kBrandCount("SELECT count(*) FROM brands WHERE operator_id = $1");
constexpr std::array<SealedMember, 6> kBrandMembers{
    {{"name", SealedType::kText, kBrandSeal["name"]},
     {"attributionWindowDays", SealedType::kNumber, kBrandSeal["attribution_window_days"]},
     {"attributionFallback", SealedType::kText, kBrandSeal["attribution_fallback"]},
     {"ngrMode", SealedType::kText, kBrandSeal["ngr_mode"]},
     {"eventAgeYearsMax", SealedType::kNumber, kBrandSeal["event_age_years_max"]},
     {"active", SealedType::kFlag, kBrandSeal["active"]}}};

constexpr SqlText kAffiliateSeal(
    "affiliate_id, name, email, status, parent_affiliate_id, deal_ids, min_payout, payment_hold");
constexpr auto kAffiliateSeals = "SELECT " + kAffiliateSeal + " FROM affiliates WHERE operator_id = $1";
constexpr ComposedSql kOneAffiliate(kAffiliateSeals + " AND affiliate_id = $2");
constexpr ComposedSql kAffiliatesAfter(kAffiliateSeals + " AND affiliate_id > $2 ORDER BY affiliate_id LIMIT $3");
constexpr Sql kAffiliateCount("SELECT count(*) FROM affiliates WHERE operator_id = $1");
constexpr std::array<SealedMember, 7> kAffiliateMembers{
    {{"name", SealedType::kText, kAffiliateSeal["name"]},
     {"email", SealedType::kText, kAffiliateSeal["email"]},
     {"status", SealedType::kText, kAffiliateSeal["status"]},
     {"parentAffiliateId", SealedType::kId, kAffiliateSeal["parent_affiliate_id"]},
     {"dealIds", SealedType::kText, kAffiliateSeal["deal_ids"]},
     {"minPayout", SealedType::kDecimal, kAffiliateSeal["min_payout"]},
     {"paymentHold", SealedType::kText, kAffiliateSeal["payment_hold"]}}};

constexpr SqlText kUserSeal("user_id, email, role, affiliate_id, status");
constexpr auto kUserSeals = "SELECT " + kUserSeal + " FROM users WHERE operator_id = $1";
constexpr ComposedSql kOneUser(kUserSeals + " AND user_id = $2");
constexpr ComposedSql kUsersAfter(kUserSeals + " AND user_id > $2 ORDER BY user_id LIMIT $3");
constexpr Sql kUserCount("SELECT count(*) FROM users WHERE operator_id = $1");
constexpr std::array<SealedMember, 4> kUserMembers{{{"email", SealedType::kText, kUserSeal["email"]},
                                                    {"role", SealedType::kText, kUserSeal["role"]},
                                                    {"affiliateId", SealedType::kId, kUserSeal["affiliate_id"]},
                                                    {"status", SealedType::kText, kUserSeal["status"]}}};

constexpr SqlText kApiKeySeal("key_id, name, hash, active, scopes, allowed_ips, requests_per_minute");
constexpr auto kApiKeySeals = "SELECT " + kApiKeySeal + " FROM api_keys WHERE operator_id = $1";
constexpr ComposedSql kOneApiKey(kApiKeySeals + " AND key_id = $2");
constexpr ComposedSql kApiKeysAfter(kApiKeySeals + " AND key_id > $2 ORDER BY key_id LIMIT $3");
constexpr Sql kApiKeyCount("SELECT count(*) FROM api_keys WHERE operator_id = $1");
constexpr std::array<SealedMember, 6> kApiKeyMembers{
    {{"name", SealedType::kText, kApiKeySeal["name"]},
     {"hash", SealedType::kDigest, kApiKeySeal["hash"]},
     {"active", SealedType::kFlag, kApiKeySeal["active"]},
     {"scopes", SealedType::kText, kApiKeySeal["scopes"]},
     {"allowedIps", SealedType::kText, kApiKeySeal["allowed_ips"]},
     {"requestsPerMinute", SealedType::kNumber, kApiKeySeal["requests_per_minute"]}}};

constexpr SqlText kLinkSeal("link_id, code, affiliate_id, brand_id, destination_url, active");
constexpr auto kLinkSeals = "SELECT " + kLinkSeal + " FROM links WHERE operator_id = $1";
constexpr ComposedSql kOneLink(kLinkSeals + " AND link_id = $2");
constexpr ComposedSql kLinksAfter(kLinkSeals + " AND link_id > $2 ORDER BY link_id LIMIT $3");
constexpr Sql kLinkCount("SELECT count(*) FROM links WHERE operator_id = $1");
constexpr std::array<SealedMember, 5> kLinkMembers{{{"code", SealedType::kText, kLinkSeal["code"]},
                                                    {"affiliateId", SealedType::kId, kLinkSeal["affiliate_id"]},
                                                    {"brandId", SealedType::kId, kLinkSeal["brand_id"]},
                                                    {"destinationUrl", SealedType::kText, kLinkSeal["destination_url"]},
                                                    {"active", SealedType::kFlag, kLinkSeal["active"]}}};

constexpr SqlText kStatementSeal(
    "statement_id, affiliate_id, period, currency, payable, closed_at, closed_by, commit_no, content, content_hash,"
    " previous_hash");
constexpr auto kStatementSeals = "SELECT " + kStatementSeal + " FROM statements WHERE operator_id = $1";
constexpr ComposedSql kOneSealedStatement(kStatementSeals + " AND statement_id = $2");
constexpr ComposedSql kStatementsAfter(kStatementSeals + " AND statement_id > $2 ORDER BY statement_id LIMIT $3");
constexpr Sql kStatementCount("SELECT count(*) FROM statements WHERE operator_id = $1");
constexpr std::array<SealedMember, 10> kStatementMembers{
    {{"affiliateId", SealedType::kId, kStatementSeal["affiliate_id"]},
     {"period", SealedType::kPeriod, kStatementSeal["period"]},
     {"currency", SealedType::kText, kStatementSeal["currency"]},
     {"payable", SealedType::kDecimal, kStatementSeal["payable"]},
     {"closedAt", SealedType::kTime, kStatementSeal["closed_at"]},
     {"closedBy", SealedType::kText, kStatementSeal["closed_by"]},
     {"commit", SealedType::kNumber, kStatementSeal["commit_no"]},
     {"content", SealedType::kDigest, kStatementSeal["content"]},
     {"contentHash", SealedType::kBytes, kStatementSeal["content_hash"]},
     {"previousHash", SealedType::kBytes, kStatementSeal["previous_hash"]}}};

constexpr SqlText kStepSeal(
    "statement_id, number, status, actor, at, payment_date, payment_method, payment_reference, reason");
constexpr auto kStepSeals = "SELECT " + kStepSeal + " FROM statement_steps WHERE operator_id = $1";
constexpr ComposedSql kOneStep(kStepSeals + " AND statement_id = $2 AND number = $3");
constexpr ComposedSql kStepsAfter(kStepSeals +
                                  " AND (statement_id, number) > ($2, $3) ORDER BY statement_id, number LIMIT $4");
constexpr Sql kStepCount("SELECT count(*) FROM statement_steps WHERE operator_id = $1");
constexpr std::array<SealedMember, 7> kStepMembers{{{"status", SealedType::kText, kStepSeal["status"]},
                                                    {"actor", SealedType::kText, kStepSeal["actor"]},
                                                    {"at", SealedType::kTime, kStepSeal["at"]},
                                                    {"date", SealedType::kText, kStepSeal["payment_date"]},
                                                    {"method", SealedType::kText, kStepSeal["payment_method"]},
                                                    {"reference", SealedType::kText, kStepSeal["payment_reference"]},
                                                    {"reason", SealedType::kText, kStepSeal["reason"]}}};

constexpr SqlText kAdjustmentSeal(
    "adjustment_id, affiliate_id, amount, currency, reason, actor, made_at, commit_no, reverses");
constexpr auto kAdjustmentSeals = "SELECT " + kAdjustmentSeal + " FROM adjustments WHERE operator_id = $1";
constexpr ComposedSql kOneSealedAdjustment(kAdjustmentSeals + " AND adjustment_id = $2");
constexpr ComposedSql kAdjustmentsAfter(kAdjustmentSeals + " AND adjustment_id > $2 ORDER BY adjustment_id LIMIT $3");
constexpr Sql kAdjustmentCount("SELECT count(*) FROM adjustments WHERE operator_id = $1");
constexpr std::array<SealedMember, 8> kAdjustmentMembers{
    {{"affiliateId", SealedType::kId, kAdjustmentSeal["affiliate_id"]},
     {"amount", SealedType::kDecimal, kAdjustmentSeal["amount"]},
     {"currency", SealedType::kText, kAdjustmentSeal["currency"]},
     {"reason", SealedType::kText, kAdjustmentSeal["reason"]},
     {"actor", SealedType::kText, kAdjustmentSeal["actor"]},
     {"createdAt", SealedType::kTime, kAdjustmentSeal["made_at"]},
     {"commit", SealedType::kNumber, kAdjustmentSeal["commit_no"]},
     {"reverses", SealedType::kId, kAdjustmentSeal["reverses"]}}};

constexpr SqlText kAuditSeal("entry_id, at, actor, action, subject, before, after");
constexpr auto kAuditSeals = "SELECT " + kAuditSeal + " FROM audit_log WHERE operator_id = $1";
constexpr ComposedSql kOneAuditEntry(kAuditSeals + " AND entry_id = $2");
constexpr ComposedSql kAuditEntriesAfter(kAuditSeals + " AND entry_id > $2 ORDER BY entry_id LIMIT $3");
constexpr Sql kAuditCount("SELECT count(*) FROM audit_log WHERE operator_id = $1");
constexpr std::array<SealedMember, 6> kAuditMembers{{{"at", SealedType::kTime, kAuditSeal["at"]},
                                                     {"actor", SealedType::kText, kAuditSeal["actor"]},
                                                     {"action", SealedType::kText, kAuditSeal["action"]},
                                                     {"subject", SealedType::kText, kAuditSeal["subject"]},
                                                     {"before", SealedType::kDigest, kAuditSeal["before"]},
                                                     {"after", SealedType::kDigest, kAuditSeal["after"]}}};

constexpr SqlText kSignalSeal(
    "signal_id, rule_id, rule_version, cause, affiliate_id, holds, found_at, state, reason, decided_by, decided_at");
constexpr auto kSignalSeals = "SELECT " + kSignalSeal + " FROM fraud_signals WHERE operator_id = $1";
constexpr ComposedSql kOneSealedSignal(kSignalSeals + " AND signal_id = $2");
constexpr ComposedSql kSignalsAfter(kSignalSeals + " AND signal_id > $2 ORDER BY signal_id LIMIT $3");
constexpr Sql kSignalCount("SELECT count(*) FROM fraud_signals WHERE operator_id = $1");
constexpr std::array<SealedMember, 10> kSignalMembers{
    {{"ruleId", SealedType::kId, kSignalSeal["rule_id"]},
     {"ruleVersion", SealedType::kNumber, kSignalSeal["rule_version"]},
     {"cause", SealedType::kText, kSignalSeal["cause"]},
     {"affiliateId", SealedType::kId, kSignalSeal["affiliate_id"]},
     {"holds", SealedType::kFlag, kSignalSeal["holds"]},
     {"foundAt", SealedType::kTime, kSignalSeal["found_at"]},
     {"state", SealedType::kText, kSignalSeal["state"]},
     {"reason", SealedType::kText, kSignalSeal["reason"]},
     {"decidedBy", SealedType::kText, kSignalSeal["decided_by"]},
     {"decidedAt", SealedType::kTime, kSignalSeal["decided_at"]}}};

constexpr bool kRowsChange = false;
constexpr bool kRowsAreOnlyAdded = true;

// In the order of SealedKind.
constexpr std::array<SealedTable, 11> kSealedTables{
    {{"operator", "operators", "operator", kRowsChange, &kOneOperator, &kOperatorsAfter, &kSealedOperatorCount,
      kOperatorSeal["operator_id"], std::nullopt, kOperatorMembers},
     {"brand", "brands", "brand", kRowsChange, &kOneBrand, &kBrandsAfter, &kBrandCount, kBrandSeal["brand_id"],
      std::nullopt, kBrandMembers},
     {"affiliate", "affiliates", "affiliate", kRowsChange, &kOneAffiliate, &kAffiliatesAfter, &kAffiliateCount,
      kAffiliateSeal["affiliate_id"], std::nullopt, kAffiliateMembers},
     {"user", "users", "user", kRowsChange, &kOneUser, &kUsersAfter, &kUserCount, kUserSeal["user_id"], std::nullopt,
      kUserMembers},
     {"apiKey", "api_keys", "API key", kRowsChange, &kOneApiKey, &kApiKeysAfter, &kApiKeyCount, kApiKeySeal["key_id"],
      std::nullopt, kApiKeyMembers},
     {"link", "links", "link", kRowsChange, &kOneLink, &kLinksAfter, &kLinkCount, kLinkSeal["link_id"], std::nullopt,
      kLinkMembers},
     {"statement", "statements", "statement", kRowsAreOnlyAdded, &kOneSealedStatement, &kStatementsAfter,
      &kStatementCount, kStatementSeal["statement_id"], std::nullopt, kStatementMembers},
     {"statementStep", "statement_steps", "statement", kRowsAreOnlyAdded, &kOneStep, &kStepsAfter, &kStepCount,
      kStepSeal["statement_id"], kStepSeal["number"], kStepMembers},
     {"adjustment", "adjustments", "adjustment", kRowsAreOnlyAdded, &kOneSealedAdjustment, &kAdjustmentsAfter,
      &kAdjustmentCount, kAdjustmentSeal["adjustment_id"], std::nullopt, kAdjustmentMembers},
     {"auditEntry", "audit_log", "audit entry", kRowsAreOnlyAdded, &kOneAuditEntry, &kAuditEntriesAfter, &kAuditCount,
      kAuditSeal["entry_id"], std::nullopt, kAuditMembers},
     {"fraudSignal", "fraud_signals", "fraud signal", kRowsChange, &kOneSealedSignal, &kSignalsAfter, &kSignalCount,
      kSignalSeal["signal_id"], std::nullopt, kSignalMembers}}};

constexpr std::size_t kShownDigestDigits = 32;

std::span<const std::uint8_t> BytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// The same text for the same value, on both engines.
std::string MemberTextAt(const ResultRows& rows, std::size_t row, const SealedMember& member) {
    const Column column = member.column;
    switch (member.type) {
        case SealedType::kText: return rows.String(row, column);
        case SealedType::kNumber: return std::to_string(rows.Integer(row, column));
        case SealedType::kFlag: return rows.Integer(row, column) != 0 ? "true" : "false";
        case SealedType::kTime: return rows.Time(row, column).ToIso8601();
        case SealedType::kPeriod: return Period{static_cast<std::int32_t>(rows.Integer(row, column))}.ToString();
        case SealedType::kId: return rows.Identifier<Id<void>>(row, column).ToString();
        case SealedType::kDecimal: {
            const auto decimal = Decimal::Parse(rows.Text(row, column));
            return decimal ? decimal->ToString() : rows.String(row, column);
        }
        case SealedType::kBytes: return ToHex(BytesOf(rows.Text(row, column)));
        case SealedType::kDigest: return ToHex(Digest256(rows.Text(row, column))).substr(0, kShownDigestDigits);
    }
    return {};
}

SealedRow ReadSealedRow(const ResultRows& rows, std::size_t row, const SealedTable& table) {
    SealedRow read;
    read.key.id = rows.Identifier<Id<void>>(row, table.id).uuid;
    if (table.number) read.key.number = rows.Integer(row, *table.number);
    for (const SealedMember& member : table.members) {
        const bool is_null = rows.IsNull(row, member.column);
        read.members.push_back(
            {std::string(member.name), is_null ? std::nullopt : std::optional(MemberTextAt(rows, row, member))});
    }
    return read;
}

void AppendLineText(std::string& out, std::string_view text) {
    for (const char character : text) {
        if (character == '\\')
            out += "\\\\";
        else if (character == '\n')
            out += "\\n";
        else
            out += character;
    }
}

std::string ReadLineText(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool escaped = text[at] == '\\' && at + 1 < text.size();
        if (escaped) ++at;
        plain += escaped && text[at] == 'n' ? '\n' : text[at];
    }
    return plain;
}

}  // namespace

std::span<const SealedTable> SealedTables() { return kSealedTables; }

const SealedTable& TableOf(SealedKind kind) { return kSealedTables[static_cast<std::size_t>(kind)]; }

const SealedTable* FindSealedTable(std::string_view kind) {
    const auto found = std::ranges::find(kSealedTables, kind, &SealedTable::kind);
    return found == kSealedTables.end() ? nullptr : &*found;
}

std::string SealedKey::ToText(const SealedTable& table) const {
    return table.number ? id.ToString() + "/" + std::to_string(number) : id.ToString();
}

std::optional<SealedKey> SealedKey::Parse(const SealedTable& table, std::string_view text) {
    const auto id = Uuid::Parse(text.substr(0, Uuid::kTextLength));
    if (!id) return std::nullopt;
    SealedKey key{*id, 0};
    if (!table.number) return text.size() == Uuid::kTextLength ? std::optional(key) : std::nullopt;
    if (text.size() < Uuid::kTextLength + 2 || text[Uuid::kTextLength] != '/') return std::nullopt;
    const std::string_view digits = text.substr(Uuid::kTextLength + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), key.number);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole ? std::optional(key) : std::nullopt;
}

std::string EncodeMembers(const MemberTexts& members) {
    std::string content;
    for (const auto& [name, value] : members) {
        if (!content.empty()) content += '\n';
        content += name;
        if (!value) continue;
        content += '=';
        AppendLineText(content, *value);
    }
    return content;
}

MemberTexts DecodeMembers(std::string_view content) {
    MemberTexts members;
    while (!content.empty()) {
        const std::string_view line = content.substr(0, content.find('\n'));
        content.remove_prefix(std::min(line.size() + 1, content.size()));
        const std::size_t equals = line.find('=');
        MemberText member{std::string(line.substr(0, equals)), std::nullopt};
        if (equals != std::string_view::npos) member.value = ReadLineText(line.substr(equals + 1));
        members.push_back(std::move(member));
    }
    return members;
}

Result<std::vector<std::optional<SealedRow>>> ReadSealedRows(Connection& connection, OperatorId owner,
                                                             const SealedTable& table,
                                                             std::span<const SealedKey> keys) {
    std::vector<std::optional<SealedRow>> found(keys.size());
    if (keys.empty()) return found;
    ParameterRows parameters(table.number ? 3 : 2);
    for (const SealedKey& key : keys) {
        parameters.Add({Value::Of(owner), Value::Of(key.id)});
        if (table.number) parameters.Add({Value::Of(key.number)});
    }
    const auto rows = TRY(connection.QueryEach(*table.one, parameters));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        found[rows.SourceOf(row)] = ReadSealedRow(rows, row, table);
    }
    return found;
}

Result<std::vector<SealedRow>> ReadSealedRowsAfter(Connection& connection, OperatorId owner, const SealedTable& table,
                                                   const SealedKey& after, std::int64_t limit) {
    std::vector<Value> parameters{Value::Of(owner), Value::Of(after.id)};
    if (table.number) parameters.push_back(Value::Of(after.number));
    parameters.push_back(Value::Of(limit));
    const auto rows = TRY(connection.Query(*table.after, std::span<const Value>(parameters)));
    std::vector<SealedRow> read;
    read.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) read.push_back(ReadSealedRow(rows, row, table));
    return read;
}

Result<std::int64_t> CountSealedRows(Connection& connection, OperatorId owner, const SealedTable& table) {
    const auto rows = TRY(connection.Query(*table.count, {Value::Of(owner)}));
    return rows.Integer(0);
}

}  // namespace fairlead::ledger
