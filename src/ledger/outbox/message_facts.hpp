#pragma once

#include <span>
#include <vector>

#include "ledger/engine/ledger_index.hpp"
#include "ledger/outbox/message_rows.hpp"

namespace fairlead::ledger {

// What the record says about messages of one operator, in their order.
Result<std::vector<app::MessageFacts>> ReadMessageFacts(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                        std::span<const MessageRow> messages);

// The ids of the messages' events and accruals.
struct MessageCause {
    std::optional<EventId> event;
    std::optional<AccrualId> accrual;
    bool is_share = false;  // The accrual is a share of a sub-affiliate's commission.
};
Result<std::vector<MessageCause>> ReadMessageCauses(Connection& connection, OperatorId owner,
                                                    std::span<const MessageRow> messages);

}  // namespace fairlead::ledger
