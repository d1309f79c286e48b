#include "ledger/engine/ledger_epoch.hpp"

#include <string>

#include "telemetry/log.hpp"

namespace fairlead::ledger {

void LedgerEpoch::ReportMovedBackwards(OperatorId owner, std::string_view missing) {
    const std::string id = owner.ToString();
    telemetry::LogError("the ledger moved backwards: commits that this node has seen are missing",
                        {{"operator", std::string_view(id)}, {"missing", missing}});
    if (alarm_) alarm_();
    Advance();
}

}  // namespace fairlead::ledger
