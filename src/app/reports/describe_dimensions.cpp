#include "app/reports/describe_dimensions.hpp"

#include "domain/reporting/group_keys.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using reporting::Metric;

std::string_view TypeOf(const Metric& metric) {
    if (metric.IsMoney()) return "money";
    return std::holds_alternative<reporting::Quotient>(metric.computation) ? "ratio" : "count";
}

json::object Describe(const Metric& metric) {
    const std::string_view opens = reporting::kOpensAsNames[static_cast<std::size_t>(metric.opens)];
    return {{"name", metric.name},
            {"description", metric.description},
            {"formula", metric.formula},
            {"type", TypeOf(metric)},
            {"additive", metric.IsAdditive()},
            {"opens", opens.empty() ? json::value(nullptr) : json::value(opens)}};
}

}  // namespace

json::object DescribeDimensions() {
    json::array group_keys;
    for (const auto& key : reporting::GroupKeys()) {
        group_keys.push_back(json::object{{"name", key.name}, {"description", key.description}});
    }
    json::array metrics;
    for (const Metric& metric : reporting::Metrics()) metrics.push_back(Describe(metric));
    return {{"groupKeys", std::move(group_keys)}, {"metrics", std::move(metrics)}};
}

}  // namespace fairlead::app
