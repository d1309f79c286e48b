#pragma once

#include <boost/json.hpp>

namespace fairlead::app {

// All group keys and metrics, as in GET /reports/dimensions and in the OpenAPI document.
boost::json::object DescribeDimensions();
// The group keys and metrics that affiliates may use, as in GET /portal/reports/dimensions.
boost::json::object DescribeDimensionsForAffiliates();

}  // namespace fairlead::app
