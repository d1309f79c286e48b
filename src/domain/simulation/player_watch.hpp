#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "domain/explanation/deal_choice.hpp"
#include "domain/explanation/explain.hpp"
#include "domain/replay/replay.hpp"
#include "domain/simulation/selection.hpp"

namespace fairlead::simulation {

// The newest accruals of a component are kept for each player.
inline constexpr std::size_t kSimulatedAccrualsMax = 25;

// An accrual under the simulated terms, with the data that explain it.
struct SimulatedAccrual {
    commission::Accrual accrual;
    std::optional<commission::RecordedEvent> event;  // Nothing if it is no longer kept.
    std::optional<Decimal> ngr_delta;                // What the event added, if that is not its amount.
    std::optional<commission::Accrual> child;        // For a sub-affiliate share: the sub-affiliate's accrual.
    std::optional<commission::ReRating> re_rating;   // If the player reached a tier for the whole period.
};

// The accruals of one component and currency.
struct ComponentSum {
    commission::Component component = commission::Component::kCpa;
    Money money{Decimal(), *Currency::Parse("EUR")};
    std::int64_t count = 0;
};

// What affiliates of the selection earn with one player in the selected months, and which components have not paid for
// the player.
struct ExplainedPlayer {
    std::vector<ComponentSum> sums;
    std::vector<SimulatedAccrual> accruals;  // The newest first.
    std::int64_t left_out = 0;               // Older accruals, which are only part of the sums.
    std::optional<Timestamp> registered_at;
    std::vector<commission::Unpaid> unpaid;         // At present, under the simulated terms.
    std::vector<commission::DealStanding> choices;  // The deals of its affiliate.
};

struct ExplainedPlayers {
    std::map<PlayerId, ExplainedPlayer> players;
    std::map<DealId, commission::Deal> deals;  // Those of the accruals, like the calendars.
    std::map<AffiliateId, commission::StatementCalendar> calendars;
    TimeZone zone;
};

// Keeps what explains the money of a few players while the record is replayed. Its memory is bounded for each player.
class PlayerWatch {
public:
    PlayerWatch(std::span<const PlayerId> players, Selection selection);

    // `ngr_delta` is what an ngr_update added, if that is not its amount.
    void TakeEvent(const commission::RecordedEvent& event, const std::optional<Decimal>& ngr_delta);
    // The accruals of a commit, after its events.
    void TakeAccruals(std::span<const commission::Accrual> accruals, std::span<const commission::RecordedEvent> events);

    // The replay must have processed everything that this watch was given.
    ExplainedPlayers Explain(const commission::Replay& replay, Timestamp now) const;

private:
    struct KeptEvent {
        commission::RecordedEvent event;
        std::optional<Decimal> ngr_delta;
    };
    template <class Kept>
    using ByComponent = std::array<std::deque<Kept>, commission::kComponentNames.size()>;

    struct Kept {
        BrandId brand;
        std::optional<Timestamp> registered_at;
        bool has_first_deposit = false;
        bool has_ngr = false;
        std::int64_t deposits = 0;
        std::int64_t of_minimums = 0;  // Events that minimums may count.
        std::deque<KeptEvent> events;
        ByComponent<commission::Accrual> all;        // Of all affiliates and months.
        ByComponent<SimulatedAccrual> in_selection;  // Those that the simulation reports.
        std::vector<ComponentSum> sums;
    };

    ExplainedPlayer ExplainOne(PlayerId id, const Kept& kept, const commission::Replay& replay, Timestamp now) const;
    commission::Activity ActivityOf(const commission::AskedPlayer& asked, const commission::Replay& replay) const;

    Selection selection_;
    std::unordered_map<PlayerId, Kept> players_;
};

}  // namespace fairlead::simulation
