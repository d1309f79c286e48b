#pragma once

#include <cstdint>

namespace fairlead::service {

// Lets this process have as many files open as so many connections and the engines need, as far as the machine allows
// it, and warns where it does not. A shell usually begins with 1024, whatever the machine would allow.
void AllowOpenFilesFor(std::int64_t connections);

}  // namespace fairlead::service
