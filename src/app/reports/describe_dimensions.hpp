#pragma once

#include <boost/json.hpp>

namespace fairlead::app {

// Every group key and metric that there is, as GET /reports/dimensions answers and the OpenAPI document lists them.
boost::json::object DescribeDimensions();
// Those that affiliates may use, as GET /portal/reports/dimensions answers them.
boost::json::object DescribeDimensionsForAffiliates();

}  // namespace fairlead::app
