#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "domain/commission/engine.hpp"
#include "domain/events/event.hpp"
#include "domain/ngr/ngr.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::commission {

// An event of the record.
struct RecordedEvent {
    std::int64_t seq = 0;
    PlayerId player;
    events::EventType type = events::EventType::kRegistration;
    Timestamp time;
    BrandId brand;
    std::optional<Money> money;
    std::string product;
    // Set in a player's first registration: the affiliate that brought the player, if any, and the country that counts.
    std::optional<AffiliateId> affiliate;
    std::string country;
};

// The part of a recorded commit that commission depends on. The changes come before the events.
struct RecordedCommit {
    Timestamp recorded_at;
    std::vector<Change> changes;
    std::vector<RecordedEvent> events;
};

// Recomputes the commission of one operator in memory. It takes the changes and events of the record in their order and
// makes the accruals and statements. `verify` compares the ledger with it. It needs no stored state, but much memory.
class Replay {
public:
    // Players that the record reassigns later, or whose accruals it reverses later. Only their events and
    // accruals are kept. If these players are not known, everything is kept.
    using ChangedLater = std::optional<std::unordered_set<PlayerId>>;

    explicit Replay(ChangedLater changed_later = std::nullopt)
        : engine_(plan_, groups_, 0, 0), changed_later_(std::move(changed_later)) {}

    // Apply the changes of a commit before its events.
    void Apply(const Change& change);
    void OnEvent(const RecordedEvent& event);

    // Drops the data of a closed period that only later events and reversals need. Call it after the last change of the
    // record, when only closings follow.
    void ForgetClosed(AffiliateId affiliate, Period period);
    // The same for accruals without a player, of all periods.
    void ForgetFees() { without_player_.clear(); }

    // The results since the last call, in order.
    std::vector<Accrual> TakeAccruals();
    std::vector<statements::Statement> TakeStatements() { return std::exchange(made_, {}); }
    // The events that have begun to count for an affiliate since the last call, in order. They are collected only while
    // there are subscriptions.
    struct Counted {
        std::int64_t seq = 0;
        PlayerId player;
        AffiliateId affiliate;
        events::EventType type = events::EventType::kRegistration;
        BrandId brand;
        bool left = false;  // The registration no longer counts for the affiliate.
    };
    std::vector<Counted> TakeCounted() { return std::exchange(counted_, {}); }
    // What each ngr_update adds, by the number of its event. Only for events where this is not the amount.
    std::map<std::int64_t, Decimal> TakeNgrDeltas() { return std::exchange(ngr_deltas_, {}); }

    const Plan& plan() const { return plan_; }
    const GroupStates& groups() const { return groups_; }
    const std::map<std::int64_t, UnpricedAccrual>& unpriced() const { return unpriced_; }
    // Every group that has an accrual, shown or not.
    const std::map<StateKey, Currency>& group_currencies() const { return group_currencies_; }
    // Null if the player is unknown.
    const PlayerState* StateOf(PlayerId player) const;
    std::optional<AffiliateId> AffiliateOf(PlayerId player) const;
    // The country that counts for the player. Empty if unknown.
    std::string_view CountryOf(PlayerId player) const;
    // The marks of NGR of a player. Null if the player is unknown.
    const PlayerNgr* NgrOf(PlayerId player) const;
    // The number of marks, of all players, that include a total.
    std::size_t TotalsTaken() const;

private:
    struct ReplayedPlayer {
        Player player;
        bool registered = false;
        bool attributed = false;
        bool deposited = false;
        PlayerState state;
        std::vector<PlayerEvent> events;  // Without repeated milestones, in the order in which they were recorded.
        PlayerNgr ngr;
    };

    void Process(ReplayedPlayer& player, const PlayerEvent& event);
    void ProcessAll(ReplayedPlayer& player);
    void Reassign(const PlayerReassigned& change);
    void Close(const PeriodClosed& change);
    void CloseFor(AffiliateId affiliate, Period period);
    // The states of those players that still belong to the affiliate.
    std::map<PlayerId, PlayerState> StatesOf(AffiliateId affiliate, const std::vector<PlayerId>& players) const;
    void Resolve(const UnpricedResolved& change);
    void Reverse(const AccrualReversed& change);
    void Gather();
    void Count(const ReplayedPlayer& player, const PlayerEvent& event, bool left);
    // Whether the player's events and accruals are needed again.
    bool IsNeededAgain(PlayerId player) const { return !changed_later_ || changed_later_->contains(player); }

    Plan plan_;
    GroupStates groups_;
    CommissionEngine engine_;
    ChangedLater changed_later_;
    std::unordered_map<PlayerId, ReplayedPlayer> players_;
    std::unordered_map<PlayerId, std::vector<Accrual>> accruals_of_;
    std::vector<Accrual> without_player_;
    std::vector<Accrual> fresh_;
    std::vector<Counted> counted_;
    std::map<std::int64_t, UnpricedAccrual> unpriced_;
    std::map<std::int64_t, Decimal> ngr_deltas_;
    std::map<StateKey, Currency> group_currencies_;  // All groups, with the currency of their deals.
    std::map<std::pair<AffiliateId, Currency>, statements::Statement> last_statement_;
    std::map<AffiliateId, Bytes32> last_hash_;  // Of its newest statement in any currency.
    std::map<std::pair<AffiliateId, Currency>, std::vector<statements::Adjustment>> pending_;
    std::vector<statements::Statement> made_;
};

}  // namespace fairlead::commission
