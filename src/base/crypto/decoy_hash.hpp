#pragma once

#include <string>

namespace fairlead {

// A hash that no password has. IsPasswordOf takes as long with it as with one of HashPassword, and making it is fast.
std::string DecoyHash();

}  // namespace fairlead
