#pragma once

#include "app/ports/outgoing/outbox.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads messages for people.
Result<app::DeliveryPage> ReadDeliveryPage(Connection& connection, const app::DeliveryQuery& query);
// kNotFound if the operator has no such message.
Result<app::DeliveryRecord> ReadDelivery(Connection& connection, OperatorId owner, MessageId id);
Result<app::OutboxHealth> ReadOutboxHealth(Connection& connection, OperatorId owner,
                                           std::span<const DestinationId> destinations);

// Make messages wait again from `now` on. ReplayMessage returns kNotFound if there is none with this id.
Status ReplayMessage(Connection& connection, OperatorId owner, MessageId id, Timestamp now);
Result<std::int64_t> ReplayMessages(Connection& connection, const app::ReplayRange& range, Timestamp now);

}  // namespace fairlead::ledger
