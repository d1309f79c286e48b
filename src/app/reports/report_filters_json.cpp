#include "app/reports/report_filters_json.hpp"

#include <boost/json.hpp>

namespace fairlead::app {

std::string FiltersToText(const ReportFilters& filters) {
    return boost::json::serialize(boost::json::value_from(filters));
}

ReportFilters FiltersFromText(std::string_view text) {
    return boost::json::value_to<ReportFilters>(boost::json::parse(text));
}

}  // namespace fairlead::app
