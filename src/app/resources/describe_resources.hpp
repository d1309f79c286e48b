#pragma once

#include <boost/json.hpp>

namespace fairlead::app {

// All declared resources with their names and schemas. api/document.py builds a part of the OpenAPI document from them.
boost::json::object DescribeResources();

}  // namespace fairlead::app
