#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id/ids.hpp"
#include "base/result.hpp"

namespace fairlead::app {

// What the record of one operator had and lacks now, for example because the end of the ledger's log is damaged.
struct LedgerLoss {
    OperatorId owner;
    std::int64_t commits = 0;  // At least this many are missing. 0: none are missing, but some are different.
};

std::int64_t CommitsMissing(std::span<const LedgerLoss> losses);

// One sentence that names the loss of each operator, for at most 20 operators. `witness` is what shows the loss.
std::string DescribeLoss(std::span<const LedgerLoss> losses, std::string_view witness);

// Logs the loss. Fails unless it is accepted; the message says what to do.
Status RequireAcceptance(std::span<const LedgerLoss> losses, std::string_view witness, bool is_accepted);

}  // namespace fairlead::app
