#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <libpq-fe.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// A SELECT that is asked for many rows of parameters of one operator, as one statement that takes the operator and an
// array for each other parameter: what PostgreSQL does for a statement costs several times what finding one row does.
class BulkLookup {
public:
    // `types` are those of the parameters. Nothing where the statement cannot be asked so.
    static std::optional<BulkLookup> Of(std::string_view sql, std::span<const Oid> types);

    // Its first column is the number of the row of parameters, from 1; then come those of the SELECT. Each row of
    // parameters is looked up as the SELECT itself would be, whatever the planner thinks of the tables.
    const std::string& text() const { return text_; }

    // What goes in as parameters, in binary. Nothing where the rows are not all of one operator.
    std::optional<std::vector<std::string>> Arguments(const ParameterRows& rows) const;

private:
    std::string ArrayOf(const ParameterRows& rows, std::size_t column) const;

    BulkLookup(std::string text, std::span<const Oid> types)
        : text_(std::move(text)), types_(types.begin(), types.end()) {}

    std::string text_;
    std::vector<Oid> types_;
};

}  // namespace fairlead::ledger
