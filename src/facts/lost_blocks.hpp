#pragma once

#include <span>
#include <vector>

#include "app/ledger_loss.hpp"
#include "app/ports/fact_blocks.hpp"
#include "app/ports/facts.hpp"

namespace fairlead::facts {

// What the ledger lacks compared with the analytics store, which copied it before. Each block of facts belongs to one
// commit. Operators that are not `known` to the ledger are left out: their facts come from another ledger. Fails if one
// of the two cannot be read.
Result<std::vector<app::LedgerLoss>> FindLostBlocks(app::FactStore& store, app::FactBlocks& ledger,
                                                    std::span<const OperatorId> known);

}  // namespace fairlead::facts
