#pragma once

#include <vector>

#include "base/error.hpp"

namespace fairlead::app {

// Everything that is wrong with a request, one entry per member.
using Errors = std::vector<Error>;

}  // namespace fairlead::app
