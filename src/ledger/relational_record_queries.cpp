#include "ledger/relational_record_queries.hpp"

#include "ledger/queries/accrual_queries.hpp"
#include "ledger/queries/chain_heads.hpp"
#include "ledger/queries/event_queries.hpp"
#include "ledger/queries/health_rows.hpp"
#include "ledger/queries/player_queries.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/fx_rate_rows.hpp"

namespace fairlead::ledger {

void RelationalRecordQueries::ReadEvents(app::EventQuery query, app::RowFilter filter,
                                         app::AnswerDone<app::EventPage> done) {
    const OperatorId owner = query.owner;
    const bool by_key = query.idempotency_key.has_value();
    auto read = [&index = tasks_.index(), query = std::move(query), filter = std::move(filter)](Connection& open) {
        return ReadEventPage(open, index, query, filter);
    };
    // Only a writer can look up idempotency keys.
    if (by_key) return tasks_.ReadOnWriter(owner, std::move(done), std::move(read));
    tasks_.Read(owner, std::move(done), std::move(read));
}

void RelationalRecordQueries::ReadClicks(app::ClickQuery query, app::RowFilter filter,
                                         app::AnswerDone<app::ClickPage> done) {
    tasks_.Read(query.owner, std::move(done),
                [&index = tasks_.index(), query, filter = std::move(filter)](Connection& open) {
                    return ReadClickPage(open, index, query, filter);
                });
}

void RelationalRecordQueries::ReadAccruals(app::AccrualQuery query, app::RowFilter filter,
                                           app::AnswerDone<app::AccrualPage> done) {
    tasks_.Read(query.owner, std::move(done),
                [&index = tasks_.index(), query, filter = std::move(filter)](Connection& open) {
                    return ReadAccrualPage(open, index, query, filter);
                });
}

void RelationalRecordQueries::FindEventsOfKeys(OperatorId owner, std::vector<events::KeyDigest> keys,
                                               app::AnswerDone<std::vector<std::optional<EventId>>> done) {
    tasks_.ReadOnWriter(owner, std::move(done),
                        [&index = tasks_.index(), owner, keys = std::move(keys)](Connection& open) {
                            return ledger::FindEventsOfKeys(open, index, owner, keys);
                        });
}

void RelationalRecordQueries::ReadPlayers(app::PlayerQuery query, app::AnswerDone<app::PlayerPage> done) {
    const OperatorId owner = query.owner;
    tasks_.Read(owner, std::move(done), [&index = tasks_.index(), query = std::move(query)](Connection& open) {
        return ReadPlayerPage(open, index, query);
    });
}

void RelationalRecordQueries::ReadPlayerHistory(OperatorId owner, PlayerId player,
                                                app::AnswerDone<app::PlayerHistory> done) {
    tasks_.Read(owner, std::move(done), [&index = tasks_.index(), owner, player](Connection& open) {
        return ledger::ReadPlayerHistory(open, index, owner, player);
    });
}

void RelationalRecordQueries::ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                                             app::AnswerDone<std::vector<std::string>> done) {
    tasks_.Read(owner, std::move(done), [owner, players = std::move(players)](Connection& open) {
        return ledger::ReadPlayerRefs(open, owner, players);
    });
}

void RelationalRecordQueries::FindPlayers(OperatorId owner, std::vector<std::string> refs,
                                          app::AnswerDone<std::vector<PlayerId>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, refs = std::move(refs)](Connection& open) { return ledger::FindPlayers(open, owner, refs); });
}

void RelationalRecordQueries::ReadRatesInto(OperatorId owner, Currency into,
                                            app::AnswerDone<std::vector<commission::DatedRate>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, into](Connection& open) { return ledger::ReadRatesInto(open, owner, into); });
}

void RelationalRecordQueries::ReadAudit(OperatorId owner, app::AuditQuery query,
                                        app::AnswerDone<std::vector<app::AuditRecord>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, query = std::move(query)](Connection& open) { return ReadAuditRows(open, owner, query); });
}

void RelationalRecordQueries::ReadChainHead(OperatorId owner, app::AnswerDone<app::ChainHead> done) {
    tasks_.Read(owner, std::move(done), [owner](Connection& open) { return ledger::ReadChainHead(open, owner); });
}

void RelationalRecordQueries::ReadHealth(OperatorId owner, app::AnswerDone<app::FeedHealth> done) {
    tasks_.Read(owner, std::move(done), [owner](Connection& open) { return ReadFeedHealth(open, owner); });
}

}  // namespace fairlead::ledger
