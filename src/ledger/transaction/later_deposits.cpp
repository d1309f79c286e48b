#include "ledger/transaction/later_deposits.hpp"

#include <algorithm>

#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/event_rows.hpp"

namespace fairlead::ledger {

Status ReadLaterDeposits(OperatorTransaction& transaction, PlayerId player, events::EventType type,
                         commission::PlayerState& state) {
    if (!NeedsLaterDeposits(state, type) || state.later_deposits.read) return {};
    const OperatorId owner = transaction.moment.owner;
    auto seqs = TRY(EventNumbersOf(transaction.connection, transaction.index, owner, player));
    seqs.erase(seqs.begin(), std::ranges::upper_bound(seqs, *state.counted_until));
    const auto events = TRY(ReadEvents(transaction.connection, owner, seqs));
    const auto& terms = transaction.cache.plan().KnownVersion(*state.deal, state.version).version->terms;
    for (const ReadEventRow& row : events) {
        const events::Event& event = row.stored.event;
        const bool counts = row.player == player && event.type == events::EventType::kDeposit &&
                            event.money->currency == terms.currency;
        if (counts) state.later_deposits.sum += event.money->amount;
    }
    state.later_deposits.read = true;
    return {};
}

}  // namespace fairlead::ledger
