#pragma once

#include <string>
#include <vector>

#include "app/ports/accrual_records.hpp"
#include "app/ports/audit.hpp"
#include "app/ports/chain_head.hpp"
#include "app/ports/event_records.hpp"
#include "app/ports/feed_health.hpp"
#include "app/ports/player_records.hpp"
#include "app/ports/row_filter.hpp"
#include "domain/deals/dated_rate.hpp"

namespace fairlead::app {

// Reads the record. Safe from any thread; each answer is consistent.
class RecordQueries {
public:
    virtual ~RecordQueries() = default;

    // The entries of the query that match the filter. An empty filter matches everything.
    virtual void ReadEvents(EventQuery query, RowFilter filter, AnswerDone<EventPage> done) = 0;
    virtual void ReadClicks(ClickQuery query, RowFilter filter, AnswerDone<ClickPage> done) = 0;
    // Unpriced accruals come first, then all others, the newest first.
    virtual void ReadAccruals(AccrualQuery query, RowFilter filter, AnswerDone<AccrualPage> done) = 0;

    // The events that used these idempotency keys, in the order of the keys. The entry of a new key is empty.
    virtual void FindEventsOfKeys(OperatorId owner, std::vector<events::KeyDigest> keys,
                                  AnswerDone<std::vector<std::optional<EventId>>> done) = 0;

    virtual void ReadPlayers(PlayerQuery query, AnswerDone<PlayerPage> done) = 0;
    // kNotFound if the operator has no such player.
    virtual void ReadPlayerHistory(OperatorId owner, PlayerId player, AnswerDone<PlayerHistory> done) = 0;
    // The operator's references of these players, in their order; empty for an unknown player.
    virtual void ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                                AnswerDone<std::vector<std::string>> done) = 0;
    // The players of all brands with these references.
    virtual void FindPlayers(OperatorId owner, std::vector<std::string> refs,
                             AnswerDone<std::vector<PlayerId>> done) = 0;

    // All rates into a currency, ordered by source currency and day.
    virtual void ReadRatesInto(OperatorId owner, Currency into,
                               AnswerDone<std::vector<commission::DatedRate>> done) = 0;

    // Newest first.
    virtual void ReadAudit(OperatorId owner, AuditQuery query, AnswerDone<std::vector<AuditRecord>> done) = 0;
    // Its number is 0 if the operator has no commit yet.
    virtual void ReadChainHead(OperatorId owner, AnswerDone<ChainHead> done) = 0;
    virtual void ReadHealth(OperatorId owner, AnswerDone<FeedHealth> done) = 0;
};

}  // namespace fairlead::app
