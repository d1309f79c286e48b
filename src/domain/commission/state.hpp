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

// The progress of a player towards CPA.
enum class CpaStanding : std::uint8_t { kOpen, kQualified, kClawedBack };

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
    std::int32_t cpa_version = 0;  // The version, month and position with which the player qualified.
    Period cpa_month;
    std::int64_t cpa_position = 0;

    bool operator==(const PlayerState&) const = default;
};

std::string EncodePlayerState(const PlayerState& state);
// Returns a new state for empty bytes, and nothing if the bytes are damaged.
std::optional<PlayerState> DecodePlayerState(std::string_view bytes);

// The position of a qualified player in the month.
struct Position {
    enum class Standing : std::uint8_t { kHeld, kClawedBack, kVacant };

    PlayerId player;
    BrandId brand;
    Decimal amount;  // The CPA for the player so far.
    PricedBy priced_by = PricedBy::kAmount;
    Timestamp payable_from;
    Standing standing = Standing::kHeld;

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

struct StateKeyHash {
    std::size_t operator()(const StateKey& key) const;
};

struct GroupState {
    RevShareSums sums;
    std::vector<Position> positions;  // The first is position 1.
    std::size_t vacant = 0;           // The number of vacant positions. If it is 0, no search is needed.
    std::vector<LineSum> lines;

    // The position with this number. Throws MissingReference where there is none.
    Position& PositionAt(std::int64_t number);

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
