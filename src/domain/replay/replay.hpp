#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/commission/engine.hpp"
#include "domain/commission/ngr.hpp"
#include "domain/events/event.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::commission {

// An event as it lies in the record, in the order in which it was recorded.
struct RecordedEvent {
    std::int64_t seq = 0;
    PlayerId player;
    events::EventType type = events::EventType::kRegistration;
    Timestamp time;
    BrandId brand;
    std::optional<Money> money;
    // Of a player's first registration: who brought it, if anybody, and the country it counts under.
    std::optional<AffiliateId> affiliate;
    std::string country;
};

// The whole commission of one operator in memory: given the changes and events of its record in their order it makes
// the accruals and statements that follow. Slow to start and greedy for memory, but it needs nothing else: what
// `verify` holds the ledger against.
class Replay {
public:
    Replay() : engine_(plan_, groups_, 0, 0) {}

    // The changes of a commit come before its events.
    void Apply(const Change& change);
    void OnEvent(const RecordedEvent& event);

    // What has been made since the last call, in order.
    std::vector<Accrual> TakeAccruals();
    std::vector<statements::Statement> TakeStatements() { return std::exchange(made_, {}); }
    // What an ngr_update has added, by its event's number; only of those where that is not the amount itself.
    std::map<std::int64_t, Decimal> TakeNgrDeltas() { return std::exchange(ngr_deltas_, {}); }

    const Plan& plan() const { return plan_; }
    const GroupStates& groups() const { return groups_; }
    const std::map<std::int64_t, Held>& held() const { return held_; }
    // Every group that has an accrual, shown or not.
    const std::map<StateKey, Currency>& group_currencies() const { return group_currencies_; }
    // Null where nothing is known of such a player.
    const PlayerState* StateOf(PlayerId player) const;
    std::optional<AffiliateId> AffiliateOf(PlayerId player) const;
    // The country that the player counts under; empty where none is known.
    std::string_view CountryOf(PlayerId player) const;
    // What the player's totals are compared with on a day, or on kWholeLife; null where there is nothing.
    const NgrMark* MarkOf(PlayerId player, Currency currency, Date day) const;
    // Into how many marks of all players a total was taken.
    std::size_t TotalsTaken() const;

private:
    struct ReplayedPlayer {
        Player player;
        bool registered = false;
        bool attributed = false;
        bool deposited = false;
        PlayerState state;
        std::vector<PlayerEvent> events;  // All that repeat no milestone, in the order in which they were recorded.
        NgrMarks ngr;
    };

    void Process(ReplayedPlayer& player, const PlayerEvent& event);
    void ProcessAll(ReplayedPlayer& player);
    void Reassign(const PlayerReassigned& change);
    void Close(const PeriodClosed& change);
    void CloseFor(AffiliateId affiliate, Period period);
    void Resolve(const HeldResolved& change);
    void Gather();

    Plan plan_;
    GroupStates groups_;
    CommissionEngine engine_;
    std::unordered_map<PlayerId, ReplayedPlayer> players_;
    std::unordered_map<PlayerId, std::vector<Accrual>> accruals_of_;
    std::vector<Accrual> fresh_;
    std::map<std::int64_t, Held> held_;
    std::map<std::int64_t, Decimal> ngr_deltas_;
    std::map<StateKey, Currency> group_currencies_;  // Every group there is, with the currency of its deal.
    std::map<std::pair<AffiliateId, Currency>, statements::Statement> last_statement_;
    std::map<AffiliateId, Bytes32> last_hash_;  // Of its newest statement in any currency.
    std::map<std::pair<AffiliateId, Currency>, std::vector<statements::Adjustment>> pending_;
    std::vector<statements::Statement> made_;
};

}  // namespace fairlead::commission
