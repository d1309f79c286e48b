#include "facts/duckdb/duck_version.hpp"

#include <duckdb.h>

namespace fairlead::facts {

std::string DuckVersion() {
    std::string version = duckdb_library_version();
    return version.starts_with('v') ? version.substr(1) : version;
}

}  // namespace fairlead::facts
