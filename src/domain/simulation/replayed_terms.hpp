#pragma once

#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "domain/replay/replay.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::simulation {

// The affiliates and months that a simulation reports. Weeks and half-months count in the month in which they end.
struct Selection {
    std::vector<AffiliateId> affiliates;  // Sorted. Empty: all affiliates.
    Period from;
    Period to;

    bool Has(AffiliateId affiliate) const;
    bool Has(Period period) const { return from <= period.Month() && period.Month() <= to; }
};

// The lines of statements, added up by their type, and what is paid out.
struct MonthSums {
    std::array<Decimal, statements::kLineTypeNames.size()> lines{};
    Decimal payable;
};

// Of one affiliate, month and currency.
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

    void Take(const commission::RecordedCommit& commit);
    ReplayedSums Finish();

    const commission::Plan& plan() const { return replay_.plan(); }

private:
    void Apply(commission::Change change);
    void CountNgr(const commission::RecordedEvent& event);
    void CountAccruals();
    void CountStatements();
    void CloseOpenPeriods(AffiliateId affiliate, Date first);

    Selection selection_;
    std::optional<commission::Deal> deal_;
    commission::Replay replay_;
    std::map<AffiliateId, Date> first_days_;  // On which the record first names an affiliate.
    ReplayedSums sums_;
};

}  // namespace fairlead::simulation
