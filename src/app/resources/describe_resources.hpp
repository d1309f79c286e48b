#pragma once

#include <boost/json.hpp>

namespace fairlead::app {

// Every declared resource with its words and schemas: what api/document.py makes its part of the OpenAPI document of.
boost::json::object DescribeResources();

}  // namespace fairlead::app
