#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <libpq-fe.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// Runs a SELECT for many rows of parameters of one operator as one statement, which takes the operator and an array for
// each other parameter. The overhead of a statement in PostgreSQL is several times the cost of finding one row.
class BulkLookup {
public:
    // `types` are the types of the parameters. Nothing if the statement cannot be run in this way.
    static std::optional<BulkLookup> Of(std::string_view sql, std::span<const Oid> types);

    // The first column is the number of the row of parameters, from 1; the columns of the SELECT follow. Each row of
    // parameters is looked up separately with the plan of the SELECT, whatever the planner's statistics.
    const std::string& text() const { return text_; }

    // The parameters of the statement in binary. Nothing if the rows belong to several operators.
    std::optional<std::vector<std::string>> Arguments(const ParameterRows& rows) const;

private:
    std::string ArrayOf(const ParameterRows& rows, std::size_t column) const;

    BulkLookup(std::string text, std::span<const Oid> types)
        : text_(std::move(text)), types_(types.begin(), types.end()) {}

    std::string text_;
    std::vector<Oid> types_;
};

}  // namespace fairlead::ledger
