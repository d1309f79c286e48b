#pragma once

#include <memory>

#include "app/ports/facts.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "app/reports/resolve_filters.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/reporting/measures.hpp"
#include "domain/reporting/rate_book.hpp"
#include "domain/reporting/tally.hpp"

namespace fairlead::app {

// The error of a report with a figure that is beyond the largest number.
std::unexpected<Error> SumTooLarge(const Currency& currency);

// Moves the days and months of groups, so that the groups of two periods can be compared.
struct TimeShift {
    std::int64_t days = 0;
    std::int64_t months = 0;
};

// The sums of a report by group, before they are named, sorted and cut. The request, the calendar and the stores must
// outlive it.
class ReportSums {
public:
    ReportSums(const ReportRequest& request, const reporting::Calendar& calendar, FactStore& facts,
               RecordQueries& records, TimeShift shift = {});
    ReportSums(const ReportSums&) = delete;
    ReportSums& operator=(const ReportSums&) = delete;

    // Blocks. Called once, before anything else.
    Status Run();

    const reporting::Tally& tally() const { return tally_; }
    // The rates into currency(). Empty if the metrics have no amounts.
    const reporting::RateBook& rates() const { return rates_; }
    const Currency& currency() const { return currency_; }

    // Adds the groups of `other` that are missing here.
    void Include(const ReportSums& other) { tally_.Include(other.tally_); }

private:
    bool GroupsByCurrency() const;
    Status LoadRates();
    FactSelection Select(std::span<const reporting::FactKind> kinds) const;
    Status Sum();
    std::span<const GroupCell> Shifted(std::span<const GroupCell> group);
    bool IsInOneGroup(Entity entity) const;
    Status CountDistinct();

    const ReportRequest& request_;
    const reporting::Calendar& calendar_;
    FactStore& facts_;
    RecordQueries& records_;
    reporting::Measures measures_;
    std::vector<Grouping> groups_;
    ResolvedFilters filters_;
    reporting::RateBook rates_;
    // One for the whole report, also if it includes days before a change of the base currency: amounts can be added
    // and compared only in one currency.
    Currency currency_;
    reporting::Tally tally_;
    TimeShift shift_;
    std::vector<GroupCell> shifted_;
};

}  // namespace fairlead::app
