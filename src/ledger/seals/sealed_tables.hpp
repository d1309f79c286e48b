#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The tables whose rows are sealed: the hash of a commit covers a copy of their members. This is the only list of such
// tables. To seal another member, add its column to its table in sealed_tables.cpp.
enum class SealedKind : std::uint8_t {
    kOperator,
    kBrand,
    kAffiliate,
    kUser,
    kApiKey,
    kLink,
    kStatement,
    kStatementStep,
    kAdjustment,
    kAuditEntry,
    kFraudSignal,
};

enum class SealedType : std::uint8_t {
    kText,
    kNumber,
    kFlag,
    kTime,
    kPeriod,
    kId,
    kDecimal,
    kBytes,
    kDigest,  // The digest of a text or of bytes that would be too long for a copy.
};

struct SealedMember {
    std::string_view name;
    SealedType type = SealedType::kText;
    Column column;
};

struct SealedTable {
    std::string_view kind;     // In the table `seals`.
    std::string_view table;    // Its name in the database.
    std::string_view subject;  // What a row is called in messages.
    bool is_only_added_to = false;
    const Sql* one = nullptr;    // Parameters: operator, id, and the number if rows have one.
    const Sql* after = nullptr;  // The rows after that row, in order. Parameters: the same, and the limit.
    const Sql* count = nullptr;  // Parameter: operator.
    Column id;
    std::optional<Column> number;
    std::span<const SealedMember> members;
};

std::span<const SealedTable> SealedTables();
const SealedTable& TableOf(SealedKind kind);
// Null if no table has this kind.
const SealedTable* FindSealedTable(std::string_view kind);

// The key of a row. Steps of statements have a number besides the id of the statement.
struct SealedKey {
    Uuid id;
    std::int64_t number = 0;

    // "ID" or "ID/NUMBER".
    std::string ToText(const SealedTable& table) const;
    static std::optional<SealedKey> Parse(const SealedTable& table, std::string_view text);
};

// A member of a row as a text. The value is empty for NULL.
struct MemberText {
    std::string name;
    std::optional<std::string> value;

    bool operator==(const MemberText&) const = default;
};
using MemberTexts = std::vector<MemberText>;

// One member per line, as "name=value" or "name". The text is the same on both engines.
std::string EncodeMembers(const MemberTexts& members);
MemberTexts DecodeMembers(std::string_view content);

// A row of a sealed table.
struct SealedRow {
    SealedKey key;
    MemberTexts members;
};

// The rows with these keys, in the order of the keys. The entry of a missing row is empty.
Result<std::vector<std::optional<SealedRow>>> ReadSealedRows(Connection& connection, OperatorId owner,
                                                             const SealedTable& table, std::span<const SealedKey> keys);
// The rows after a key, in the order of keys. Begin with a key of zeros.
Result<std::vector<SealedRow>> ReadSealedRowsAfter(Connection& connection, OperatorId owner, const SealedTable& table,
                                                   const SealedKey& after, std::int64_t limit);
Result<std::int64_t> CountSealedRows(Connection& connection, OperatorId owner, const SealedTable& table);

}  // namespace fairlead::ledger
