#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "facts/duckdb/duck_database.hpp"

namespace fairlead::facts {

struct OpenedDuckDatabase {
    std::unique_ptr<DuckDatabase> database;
    bool was_set_aside = false;
};

// Renames a file, which is not open, and its log, and removes what was set aside before.
Status SetAside(const std::string& path);

// Opens the file, or where it is damaged sets it aside and opens an empty one. What was not made here is never moved:
// kInvalidValue. kFactsFailed where it may work another time.
Result<OpenedDuckDatabase> OpenOrSetAside(const std::string& path, const DuckOptions& options);

}  // namespace fairlead::facts
