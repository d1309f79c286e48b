#pragma once

#include "ledger/retention/retention_site.hpp"

namespace fairlead::ledger {

// Drops the old messages of one operator that were delivered or have failed, with their attempts. Their number is kept
// in the table `outbox_counts`, and `verify` compares only later messages.
class MessageDropper {
public:
    MessageDropper(const RetentionSite& site, OperatorId owner) : site_(site), owner_(owner) {}

    // Drops messages that were created and last tried before this time. Returns their number.
    Result<std::int64_t> Run(Timestamp before, const std::stop_token& stop);

private:
    const RetentionSite& site_;
    OperatorId owner_;
};

}  // namespace fairlead::ledger
