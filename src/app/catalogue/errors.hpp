#pragma once

#include "base/errors.hpp"

namespace fairlead::app {

using fairlead::Errors;

}  // namespace fairlead::app
