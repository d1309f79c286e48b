#include "app/reports/unpriced_watch.hpp"

#include "app/reports/report_pool.hpp"
#include "app/reports/run_report.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kComputedAgainMicros = 5 * kMicrosPerSecond;
constexpr std::int32_t kDaysWatched = 30;

}  // namespace

std::optional<std::vector<reporting::UnpricedSum>> UnpricedWatch::Latest(
    const std::shared_ptr<const OperatorEntry>& owner) {
    const OperatorId id = owner->records.self.id;
    const std::lock_guard lock(mutex_);
    Known& known = known_[id];
    const std::int64_t now = SteadyMicros();
    const bool due = known.asked_micros == 0 || now - known.asked_micros >= kComputedAgainMicros;
    if (due && pool_.Submit(id, [this, owner] { Compute(owner); })) known.asked_micros = now;
    return known.sums;
}

void UnpricedWatch::Compute(const std::shared_ptr<const OperatorEntry>& owner) {
    const auto calendar = run_report_.CalendarOf(owner->records.self.settings);
    const Date today = calendar->zone().DateOf(Now());
    // The time of an event may be up to a day in the future.
    ReportRequest request{.owner = owner, .start = {today.days - kDaysWatched}, .end = {today.days + 1}};
    for (const std::string_view name : kMoneyMetrics) request.metrics.push_back(reporting::FindMetric(name));
    const auto table = run_report_.Run(request);
    if (!table) return;
    const std::lock_guard lock(mutex_);
    known_[owner->records.self.id].sums = (*table)->unpriced;
}

}  // namespace fairlead::app
