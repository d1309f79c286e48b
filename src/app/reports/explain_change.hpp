#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/reports/run_report.hpp"
#include "domain/comparison/change_causes.hpp"
#include "domain/comparison/change_split.hpp"
#include "domain/reporting/relative_period.hpp"

namespace fairlead::app {

// Why a metric is different in two periods: the difference, split by causes and by group keys.

struct ChangeQuestion {
    std::shared_ptr<const OperatorEntry> owner;
    std::optional<AffiliateId> affiliate = {};  // As in ReportRequest.
    const reporting::Metric* metric = nullptr;
    ReportFilters filters;
    UnknownNames unknown_names = UnknownNames::kRefuse;
    reporting::DateRange before;
    reporting::DateRange after;
    // The group keys by which the difference is split. Empty: the default keys that are useful for the metric.
    std::vector<const reporting::GroupKey*> by;
    std::size_t parts_max = 8;  // Of one split, without the rest.
};

enum class PartKind : std::uint8_t {
    kGroup,
    kCause,
    kOthers,   // The other groups together.
    kOverlap,  // Players or visitors in several groups.
};

struct ChangePart {
    PartKind kind = PartKind::kGroup;
    comparison::Cause cause = comparison::Cause::kActivity;  // For kCause.
    std::string name = {};                                   // Of the group, or of the deal with new terms.
    // For kGroup and new terms: the value that selects this part as a filter: an id, or a name.
    std::optional<std::string> filter = {};
    std::size_t count = 0;  // For kOthers: of groups.
    std::optional<Decimal> before = {};
    std::optional<Decimal> after = {};
    Decimal difference;
    std::string text = {};
};

// The parts add up exactly to the difference. The largest come first, the rest is the last one.
struct ChangeBreakdown {
    std::string_view by;  // A group key, or kByCause.
    std::vector<ChangePart> parts;
};
inline constexpr std::string_view kByCause = "cause";

struct ChangeExplanation {
    ChangeQuestion request;
    std::optional<Currency> currency;  // Of a money metric.
    comparison::BeforeAndAfter whole;
    std::optional<Decimal> percent;  // Of the value before. Nothing if that is 0.
    std::vector<ChangeBreakdown> splits;
    std::string_view suggested;  // The split that explains most with the fewest parts. Empty if there is none.
    std::string text;
};

// Blocks. Runs several reports, one after the other.
Result<ChangeExplanation> ExplainChange(ChangeQuestion request, RunReport& run_report);

// Whether a change can be split by the group key. Keys of time cannot split it, because the periods have no common
// time.
bool SplitsChanges(const reporting::GroupKey& key);

}  // namespace fairlead::app
