#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/commission/accrual.hpp"

namespace fairlead::commission {

// Where a player stands between registration and pay.
enum class CpaStanding : std::uint8_t { kOpen, kQualified, kClawedBack };

// What is kept of a player from event to event. Amounts are in the deal's currency.
struct PlayerState {
    std::optional<DealId> deal;
    std::int32_t version = 0;              // 0: the version in force at each event.
    std::optional<Decimal> first_deposit;  // One that came in time.
    Decimal deposits_in_time;              // Only what came within the days to qualify, as are the next two.
    Decimal chargebacks_in_time;
    Decimal wagered_in_time;
    Decimal deposits;
    Decimal chargebacks;
    CpaStanding cpa = CpaStanding::kOpen;
    std::int32_t cpa_version = 0;  // Where the player qualified: whose position, in which month.
    Period cpa_month;
    std::int64_t cpa_position = 0;

    bool operator==(const PlayerState&) const = default;
};

std::string EncodePlayerState(const PlayerState& state);
// Nothing where the bytes are damaged; a fresh state for none.
std::optional<PlayerState> DecodePlayerState(std::string_view bytes);

// A qualified player's place in the month.
struct Position {
    enum class Standing : std::uint8_t { kHeld, kClawedBack, kVacant };

    PlayerId player;
    BrandId brand;
    Decimal amount;  // What the player has earned so far.
    PricedBy priced_by = PricedBy::kAmount;
    Timestamp payable_from;
    Standing standing = Standing::kHeld;

    bool operator==(const Position&) const = default;
};

// What one line of a statement adds up.
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

// Everything is added up per affiliate, deal version and period.
struct StateKey {
    AffiliateId affiliate;
    Period period;
    DealId deal;
    std::int32_t version = 1;

    auto operator<=>(const StateKey&) const = default;
};

struct StateKeyHash {
    std::size_t operator()(const StateKey& key) const;
};

struct GroupState {
    RevShareSums sums;
    std::vector<Position> positions;  // The first is position 1.
    std::size_t vacant = 0;           // How many of them are: mostly none, and then nobody has to look.
    std::vector<LineSum> lines;

    // The position with this number, which must exist.
    Position& PositionAt(std::int64_t number);

    bool operator==(const GroupState&) const = default;
};

// The sums and lines as bytes; positions are kept one by one.
std::string EncodeGroup(const GroupState& group);
bool DecodeGroup(std::string_view bytes, GroupState& group);

// The groups a decision works on, and which of them it has changed. A group that is not there yet is asked for.
class GroupStates {
public:
    using Load = std::function<GroupState(const StateKey&)>;

    explicit GroupStates(Load load = {}) : load_(std::move(load)) {}

    GroupState& Group(const StateKey& key);
    const GroupState* Find(const StateKey& key) const;
    void Put(const StateKey& key, GroupState group);

    // Marks what has to be stored.
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
