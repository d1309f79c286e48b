#include "base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace fairlead {

void AbortOnBug(const char* what, const std::source_location& where) {
    std::fprintf(stderr, "assertion failed: %s (%s:%u)\n", what, where.file_name(), where.line());
    std::abort();
}

}  // namespace fairlead
