#pragma once

#include <libpq-fe.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// Adds what the server answered to one row of parameters.
void AddRows(const PGresult* result, std::size_t source, ResultRows& rows);
// Of a BulkLookup: the first column says which row of parameters it is about.
void AddFoundRows(const PGresult* result, ResultRows& rows);

}  // namespace fairlead::ledger
