#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/ports/record_queries.hpp"
#include "domain/catalogue/settings_effects.hpp"

namespace fairlead::app {

class RunReport;

// The pending change as an object, or null.
boost::json::value PendingJson(const catalogue::DatedSettings& settings, Timestamp now);
boost::json::object PendingSchema();

// The zones for a change to a time zone. Without a name, the zone in force stays. Reads files.
catalogue::SettingsZones ZonesOf(const catalogue::DatedSettings& settings, const std::optional<std::string>& wanted,
                                 Timestamp now);

// An exchange rate that a new base currency needs.
struct MissingRate {
    std::string from;
    std::string to;
    std::string_view needed_for;    // reports or minPayout.
    std::int64_t count = 0;         // The number of entries in reports, or of deals.
    std::optional<Decimal> amount;  // Only for reports.
};
boost::json::array MissingRatesJson(const std::vector<MissingRate>& missing);

// The answer to a change with a date. If rates are missing, nothing was changed.
struct SettingsAnswer {
    boost::json::object body;
    std::vector<MissingRate> missing;
};

// Changes of an operator that have a date, and what a change would do. The methods block: they run on a report thread,
// because they look for money without an exchange rate in all of the past.
class ChangeSettings {
public:
    ChangeSettings(ManageCatalogue& manage, CatalogueStore& store, RunReport& run_report, RecordQueries& records)
        : manage_(manage), store_(store), run_report_(run_report), records_(records) {}

    using Owner = std::shared_ptr<const OperatorEntry>;
    using Outcome = std::expected<SettingsAnswer, Errors>;

    // Says what the change would do, and changes nothing. kDateRequired if it needs a date.
    Outcome Preview(const Owner& owner, const ManageCatalogue::Decide& decide);
    // Makes the change, unless exchange rates are missing.
    Outcome Change(const Owner& owner, const ManageCatalogue::Decide& decide);

private:
    struct Planned {
        catalogue::PlannedChange change;
        bool at_once = false;
    };

    std::expected<Planned, Errors> Plan(OperatorId owner, const ManageCatalogue::Decide& decide);
    Result<std::vector<MissingRate>> FindMissing(const Owner& owner, const Planned& planned, Timestamp now);
    Status AddMissingOfReports(const Owner& owner, Currency into, std::vector<MissingRate>& missing);
    Status AddMissingOfMinimums(const OperatorEntry& owner, const catalogue::SettingsChange& change,
                                std::vector<MissingRate>& missing);

    ManageCatalogue& manage_;
    CatalogueStore& store_;
    RunReport& run_report_;
    RecordQueries& records_;
};

}  // namespace fairlead::app
