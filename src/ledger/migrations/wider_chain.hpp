#pragma once

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Earlier releases did not seal the steps of statements, audit entries and settings. Seals what existing operators
// have, one transaction per operator. Several nodes of a shared ledger may run it at the same time. Operators without
// commits are sealed by their first one.
Status StartWiderChain(Connection& connection);

}  // namespace fairlead::ledger
