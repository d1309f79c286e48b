#pragma once

#include <libpq-fe.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// Adds the results for one row of parameters.
void AddRows(const PGresult* result, std::size_t source, ResultRows& rows);
// Adds the results of a BulkLookup, whose first column is the row of parameters.
void AddFoundRows(const PGresult* result, ResultRows& rows);

}  // namespace fairlead::ledger
