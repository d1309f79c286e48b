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

// Renames a closed file and its log, and removes files that were set aside before.
Status SetAside(const std::string& path);

// Opens the file. A damaged file is set aside and replaced by an empty one. kInvalidValue if the file was not created
// by this service; it is not moved. kFactsFailed if another try may succeed.
Result<OpenedDuckDatabase> OpenOrSetAside(const std::string& path, const DuckOptions& options);

}  // namespace fairlead::facts
