#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "domain/replay/replay.hpp"
#include "domain/simulation/player_watch.hpp"
#include "domain/simulation/selection.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::simulation {

// The lines of statements, added up by their type, and what is paid out.
struct MonthSums {
    std::array<Decimal, statements::kLineTypeNames.size()> lines{};
    Decimal payable;
};

// The key of sums: an affiliate, a month and a currency.
struct MonthOf {
    AffiliateId affiliate;
    Period period;
    Currency currency = *Currency::Parse("EUR");

    auto operator<=>(const MonthOf&) const = default;
};

// What a player brought, by affiliate and currency.
struct PlayerPart {
    AffiliateId affiliate;
    Money money{Decimal(), *Currency::Parse("EUR")};
};

struct ReplayedSums {
    std::map<MonthOf, MonthSums> months;
    std::map<MonthOf, Decimal> ngr;
    std::unordered_map<PlayerId, std::vector<PlayerPart>> players;
};

// Replays the record of one operator, either as it is or with another deal for the selected affiliates, as if they had
// had it from the beginning. Months that the record has not closed are closed at the end.
class ReplayedTerms {
public:
    // Without a deal, the record is replayed as it is.
    ReplayedTerms(Selection selection, std::optional<commission::Deal> deal,
                  commission::Replay::ChangedLater changed_later);

    // Keeps the records that explain these players. Must be called before the first commit.
    void Watch(std::span<const PlayerId> players) { watch_.emplace(players, selection_); }

    void Take(const commission::RecordedCommit& commit);
    // Closes the open periods and returns the sums. Calls `goes_on` before every period. Fails with kConflict if it
    // returns false, or if the affiliates have too many deals and open periods.
    using GoesOn = std::function<bool()>;
    Result<ReplayedSums> Finish(const GoesOn& goes_on);
    // Must be called after Finish, and only if there are watched players.
    ExplainedPlayers ExplainWatched(Timestamp now) const { return watch_->Explain(replay_, now); }

    const commission::Plan& plan() const { return replay_.plan(); }

private:
    void Apply(commission::Change change);
    void CountNgr(const commission::RecordedEvent& event, const std::optional<Decimal>& delta);
    void CountAccruals(std::span<const commission::RecordedEvent> events);
    void CountStatements();
    Status CloseOpenPeriods(AffiliateId affiliate, Date first, const GoesOn& goes_on);

    Selection selection_;
    std::optional<commission::Deal> deal_;
    commission::Replay replay_;
    std::map<AffiliateId, Date> first_days_;  // The day on which the record first names it.
    std::size_t groups_max_ = 0;              // The limit of groups while open periods are closed.
    ReplayedSums sums_;
    std::optional<PlayerWatch> watch_;
};

}  // namespace fairlead::simulation
