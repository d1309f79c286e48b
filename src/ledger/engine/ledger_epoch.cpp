#include "ledger/engine/ledger_epoch.hpp"

#include <string>

#include "telemetry/log.hpp"

namespace fairlead::ledger {

void LedgerEpoch::ReportMovedBackwards(OperatorId owner, std::string_view missing) {
    const std::string id = owner.ToString();
    telemetry::LogError("the ledger moved backwards: it lacks what this node has seen committed",
                        {{"operator", std::string_view(id)}, {"missing", missing}});
    if (alarm_) alarm_();
    Advance();
}

}  // namespace fairlead::ledger
