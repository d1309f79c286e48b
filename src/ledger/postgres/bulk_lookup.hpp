#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <libpq-fe.h>

#include "ledger/value.hpp"

namespace fairlead::ledger {

// A SELECT that is asked for many rows of parameters, as one statement that takes an array per parameter: what
// PostgreSQL does for a statement costs several times what finding one row does.
class BulkLookup {
public:
    // `types` are those of the parameters. Nothing where the statement cannot be asked so.
    static std::optional<BulkLookup> Of(std::string_view sql, std::span<const Oid> types);

    // Its first column is the number of the row of parameters, from 1; then come those of the SELECT. Each row of
    // parameters is looked up as the SELECT itself would be, whatever the planner thinks of the tables.
    const std::string& text() const { return text_; }

    // What goes in as a parameter: one column of the rows as a binary array.
    std::string ArrayOf(const ParameterRows& rows, std::size_t column) const;
    std::size_t parameters() const { return types_.size(); }

private:
    BulkLookup(std::string text, std::span<const Oid> types)
        : text_(std::move(text)), types_(types.begin(), types.end()) {}

    std::string text_;
    std::vector<Oid> types_;
};

}  // namespace fairlead::ledger
