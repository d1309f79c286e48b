#pragma once

#include "app/ports/chain_head.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The newest commit of an operator.
Result<app::ChainHead> ReadChainHead(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
