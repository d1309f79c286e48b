#include "ledger/postgres/bulk_lookup.hpp"

#include "ledger/postgres/binary_form.hpp"
#include "ledger/postgres/numbered_parameters.hpp"

namespace fairlead::ledger {
namespace {

// The name of an array's type; empty if items of this type are not sent in binary.
std::string_view ArrayName(Oid type) {
    switch (type) {
        case kPostgresBytes: return "bytea[]";
        case kPostgresInteger: return "bigint[]";
        case kPostgresText: return "text[]";
        case kPostgresUuid: return "uuid[]";
        default: return {};
    }
}

bool HasWord(std::string_view sql, std::string_view word) { return sql.find(word) != std::string_view::npos; }

// A subquery cannot have a limit per row of parameters, and it cannot lock rows.
bool CanBeSubquery(std::string_view sql) {
    return sql.starts_with("SELECT ") && !HasWord(sql, " LIMIT ") && !HasWord(sql, " FOR UPDATE");
}

}  // namespace

std::optional<BulkLookup> BulkLookup::Of(std::string_view sql, std::span<const Oid> types) {
    const bool of_operator = HasWord(sql, "operator_id = $1") && types.size() > 1 && types[0] == kPostgresUuid;
    if (!of_operator || !CanBeSubquery(sql)) return std::nullopt;
    std::string arrays;
    std::string names;
    for (std::size_t i = 1; i < types.size(); ++i) {
        const std::string_view type = ArrayName(types[i]);
        if (type.empty()) return std::nullopt;
        const std::string number = std::to_string(i + 1);
        arrays.append(i == 1 ? "$" : ", $").append(number).append("::").append(type);
        names.append("p").append(number).append(", ");
    }
    std::string inner;
    ForEachParameter(sql, [&](std::string_view between, int number) {
        inner.append(between);
        if (number > 0) inner.append(number == 1 ? "$" : "asked.p").append(std::to_string(number));
    });
    // OFFSET prevents the planner from turning this into a join, which might read a whole table.
    return BulkLookup("SELECT asked.row, found.* FROM unnest(" + arrays + ") WITH ORDINALITY AS asked(" + names +
                          "row) CROSS JOIN LATERAL (" + inner + " OFFSET 0) AS found",
                      types);
}

std::optional<std::vector<std::string>> BulkLookup::Arguments(const ParameterRows& rows) const {
    const std::string_view owner = rows.Row(0)[0].data;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        if (rows.Row(row)[0].data != owner) return std::nullopt;
    }
    std::vector<std::string> arguments{std::string(owner)};
    for (std::size_t column = 1; column < types_.size(); ++column) arguments.push_back(ArrayOf(rows, column));
    return arguments;
}

std::string BulkLookup::ArrayOf(const ParameterRows& rows, std::size_t column) const {
    std::string array;
    AppendInt32(array, 1);  // Dimensions.
    AppendInt32(array, 0);  // The array has no nulls: nothing equals a null.
    AppendInt32(array, static_cast<std::int32_t>(types_[column]));
    AppendInt32(array, static_cast<std::int32_t>(rows.size()));
    AppendInt32(array, 1);  // The number of the first item.
    for (std::size_t row = 0; row < rows.size(); ++row) AppendField(array, rows.Row(row)[column]);
    return array;
}

}  // namespace fairlead::ledger
