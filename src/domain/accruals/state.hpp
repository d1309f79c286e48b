#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/accruals/accrual.hpp"
#include "domain/events/event_type.hpp"

namespace fairlead::commission {

// The progress of a player towards CPA.
enum class CpaStanding : std::uint8_t { kOpen, kQualified, kClawedBack };

// What a player has added to the activity of a period (activity.hpp).
struct PlayerActivity {
    Period period;
    bool active = false;
    bool new_depositor = false;
    bool qualified = false;  // Only if the deal counted qualified players when it did.
    Decimal deposits = {};

    Activity Sum() const { return {new_depositor ? 1 : 0, qualified ? 1 : 0, active ? 1 : 0, deposits}; }
    bool operator==(const PlayerActivity&) const = default;
};

// What a player has added to the base of a period, for deals that ring-fence players (docs/commission.md §6.4).
struct PlayerRevenue {
    Period period;
    std::int32_t version = 1;
    RevShareSums sums;

    bool operator==(const PlayerRevenue&) const = default;
};

// A deposit that was recorded before the player's first deposit, although it may have happened after it.
struct EarlyDeposit {
    Timestamp time;
    Decimal amount;

    bool operator==(const EarlyDeposit&) const = default;
};

// Deposits that are not part of a player's stored state (PlayerState::counted_until). The reader of a stored state
// adds them from the player's events before an event that needs them (NeedsLaterDeposits).
struct LaterDeposits {
    Decimal sum;
    bool read = false;  // Whether the events that were recorded before the state was read are part of the sum.

    // These deposits are not part of the state, so they make no two states differ.
    bool operator==(const LaterDeposits&) const { return true; }
};

// The state of a player between events. Amounts are in the deal's currency.
struct PlayerState {
    std::optional<DealId> deal;
    std::int32_t version = 0;              // 0 if each event uses the version in force.
    std::optional<Decimal> first_deposit;  // Only if it came within the days to qualify.
    Decimal deposits_in_time;              // This and the next two count only events within the days to qualify.
    Decimal chargebacks_in_time;
    Decimal wagered_in_time;
    Decimal deposits;
    Decimal chargebacks;
    CpaStanding cpa = CpaStanding::kOpen;
    std::int32_t cpa_version = 0;  // Set with the next two if the player has qualified: the version of its state.
    Period cpa_period;
    std::int64_t cpa_position = 0;

    // Only for deals whose terms need them.
    std::optional<Timestamp> first_deposit_at = {};  // Of `first_deposit`.
    std::int64_t bets_in_time = 0;
    bool kyc_in_time = false;
    bool self_excluded = false;  // This and the next one are set only before the player qualifies.
    bool blocked = false;
    std::vector<PlayerActivity> activities = {};  // Ordered by period. Closed periods are left out.
    std::vector<PlayerRevenue> revenue = {};      // Closed periods are left out.
    // Until the first deposit is recorded, and only if deposits after it are added to it.
    std::vector<EarlyDeposit> early_deposits = {};
    std::optional<Timestamp> last_active = {};  // The latest time of a deposit, a wager or NGR.
    bool inactive = false;                      // It was inactive for too long, and earns no RevShare any more.
    // The number of the first event whose activity reports show under the deal. Nothing if there is none yet.
    std::optional<std::int64_t> deal_shown_from = {};
    std::int64_t suspended_events = 0;  // Events that earned nothing because the affiliate was suspended.
    // The number of the last event that `deposits` includes. Later deposits in the deal's currency are only in the
    // record, so that they change no state. Nothing if `deposits` includes all.
    std::optional<std::int64_t> counted_until = {};
    LaterDeposits later_deposits = {};

    Decimal AllDeposits() const { return deposits + later_deposits.sum; }
    bool operator==(const PlayerState&) const = default;
};

// The deal under which reports show an event of the player: all zeros if it was recorded before the player had a deal.
inline DealId ShownDeal(const PlayerState& state, std::int64_t event_seq) {
    const bool shown = state.deal && state.deal_shown_from && event_seq >= *state.deal_shown_from;
    return shown ? *state.deal : DealId{};
}

// Whether an event of this type needs the deposits that are not part of the state.
bool NeedsLaterDeposits(const PlayerState& state, events::EventType type);
// Makes all deposits part of the state. `seq` is the number of the last event that they include.
void CountLaterDeposits(PlayerState& state, std::int64_t seq);

std::string EncodePlayerState(const PlayerState& state);
// Returns a new state for empty bytes, and nothing if the bytes are damaged.
std::optional<PlayerState> DecodePlayerState(std::string_view bytes);

// The position of a qualified player in the period.
struct Position {
    enum class Standing : std::uint8_t { kTaken, kClawedBack, kVacant };

    PlayerId player;
    BrandId brand;
    Decimal amount;  // The CPA for the player so far.
    PricedBy priced_by = PricedBy::kAmount;
    Timestamp payable_from;
    Standing standing = Standing::kTaken;

    bool operator==(const Position&) const = default;
};

// The sums of one line of a statement.
struct LineSum {
    std::optional<BrandId> brand;
    Component component = Component::kCpa;
    std::int64_t count = 0;
    std::optional<Decimal> base;
    Decimal amount;
    std::optional<Decimal> rate;
    bool several_rates = false;

    void Add(const Accrual& accrual);
    bool operator==(const LineSum&) const = default;
};

// Identifies a group. All sums are per affiliate, deal version and period.
struct StateKey {
    AffiliateId affiliate;
    Period period;
    DealId deal;
    std::int32_t version = 1;

    auto operator<=>(const StateKey&) const = default;
};

// The group with the activity of a deal. Versions of deals start with 1.
inline StateKey ActivityKey(AffiliateId affiliate, Period period, DealId deal) { return {affiliate, period, deal, 0}; }

struct StateKeyHash {
    std::size_t operator()(const StateKey& key) const;
};

// The part of the sums that belongs to one brand.
struct BrandSums {
    BrandId brand;
    RevShareSums sums;

    bool operator==(const BrandSums&) const = default;
};

// A player that may be ring-fenced (docs/commission.md §6.4): its base of this period is at most minus the limit, or it
// owes a negative base of earlier periods.
struct WatchedPlayer {
    PlayerId player;
    BrandId brand;
    RevShareSums sums;  // Its own, of this period.
    Decimal owed;       // At most 0: what is left of earlier periods.

    bool operator==(const WatchedPlayer&) const = default;
};

// A negative base that the closing of an earlier period carried into this one.
struct CarriedBase {
    Period from;  // The period in which it arose.
    Decimal base;

    bool operator==(const CarriedBase&) const = default;
};

struct GroupState {
    RevShareSums sums;  // Its opening is the sum of `openings`.
    // Whether the sums are also kept by brand, so that a change of the rate re-rates each brand. It is decided when the
    // first amount arrives (docs/commission.md §6.8).
    bool by_brand = false;
    std::vector<BrandSums> brands;       // In the order in which they came. Empty if not `by_brand`.
    std::vector<ProductSum> turnover;    // Ordered by product.
    std::vector<WatchedPlayer> watched;  // Ordered by player.
    std::vector<CarriedBase> openings;   // Ordered by period.
    Activity activity;                   // Only in the group of the deal's activity: see ActivityKey.
    std::vector<Position> positions;     // The first is position 1.
    std::size_t vacant = 0;              // The number of vacant positions. If it is 0, no search is needed.
    std::vector<LineSum> lines;

    // The position with this number. Throws MissingReference where there is none.
    Position& PositionAt(std::int64_t number);
    // The sums of a brand. Adds the brand if it is missing.
    RevShareSums& SumsOf(BrandId brand);

    bool operator==(const GroupState&) const = default;
};

// Writes the sums and lines. Positions are stored separately.
std::string EncodeGroup(const GroupState& group);
bool DecodeGroup(std::string_view bytes, GroupState& group);

// The groups that a decision works on, and the changes to them. A missing group is loaded with `load`.
class GroupStates {
public:
    using Load = std::function<GroupState(const StateKey&)>;

    explicit GroupStates(Load load = {}) : load_(std::move(load)) {}

    GroupState& Group(const StateKey& key);
    const GroupState* Find(const StateKey& key) const;
    void Put(const StateKey& key, GroupState group);
    void Drop(const StateKey& key) { groups_.erase(key); }

    // Marks a group that must be stored.
    void Changed(const StateKey& key) { changed_.try_emplace(key); }
    void PositionChanged(const StateKey& key, std::size_t index);

    // The changed groups, each with the indexes of its changed positions.
    using Changes = std::map<StateKey, std::vector<std::size_t>>;
    Changes TakeChanges() { return std::exchange(changed_, {}); }

    std::size_t size() const { return groups_.size(); }
    void Clear();

private:
    Load load_;
    std::unordered_map<StateKey, GroupState, StateKeyHash> groups_;
    Changes changed_;
};

}  // namespace fairlead::commission
