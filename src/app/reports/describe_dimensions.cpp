#include "app/reports/describe_dimensions.hpp"

#include "domain/reporting/for_affiliates.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using reporting::Metric;

std::string_view TypeOf(const Metric& metric) {
    if (metric.IsMoney()) return "money";
    return std::holds_alternative<reporting::Quotient>(metric.computation) ? "ratio" : "count";
}

json::object DescribeDimension(const Metric& metric) {
    const std::string_view opens = reporting::kOpensAsNames[static_cast<std::size_t>(metric.opens)];
    return {{"name", metric.name},
            {"description", metric.description},
            {"formula", metric.formula},
            {"type", TypeOf(metric)},
            {"additive", metric.IsAdditive()},
            {"opens", opens.empty() ? json::value(nullptr) : json::value(opens)}};
}

json::object DescribeDimension(const reporting::GroupKey& key) {
    return {{"name", key.name}, {"description", key.description}};
}

}  // namespace

json::object DescribeDimensions() {
    json::array group_keys;
    for (const auto& key : reporting::GroupKeys()) group_keys.push_back(DescribeDimension(key));
    json::array metrics;
    for (const Metric& metric : reporting::Metrics()) metrics.push_back(DescribeDimension(metric));
    return {{"groupKeys", std::move(group_keys)}, {"metrics", std::move(metrics)}};
}

json::object DescribeDimensionsForAffiliates() {
    json::array group_keys;
    for (const auto& key : reporting::GroupKeys()) {
        if (reporting::IsForAffiliates(key)) group_keys.push_back(DescribeDimension(key));
    }
    json::array metrics;
    for (const Metric& metric : reporting::Metrics()) {
        if (!reporting::IsForAffiliates(metric)) continue;
        json::object described = DescribeDimension(metric);
        // The accruals are the only list that a number of the portal can open.
        if (metric.opens != reporting::OpensAs::kAccruals) described["opens"] = nullptr;
        metrics.push_back(std::move(described));
    }
    return {{"groupKeys", std::move(group_keys)}, {"metrics", std::move(metrics)}};
}

}  // namespace fairlead::app
