#pragma once

#include <cstdint>

namespace fairlead::service {

// Raises this process's limit of open files to the number that these connections and the engines need. Logs a warning
// if the system does not allow that many. A shell usually starts with a limit of 1024.
void AllowOpenFilesFor(std::int64_t connections);

}  // namespace fairlead::service
