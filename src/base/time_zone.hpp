#pragma once

#include <string_view>

namespace fairlead {

// Whether the name is one of the IANA database's, as this machine has it (Debian's package tzdata). UTC is known
// everywhere; a machine without the database knows nothing else. Names are matched exactly. Reads a file.
bool IsTimeZone(std::string_view name);

}  // namespace fairlead
