#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/backup/portable_row.hpp"

namespace fairlead::ledger {

// Reads whole tables of a ledger in one snapshot, that of its opening, even while the service uses the ledger.
class TableReader {
public:
    virtual ~TableReader() = default;
    virtual std::string_view engine() const = 0;
    // The newest applied migration.
    virtual std::size_t schema() const = 0;
    virtual Result<std::vector<std::string>> Columns(const std::string& table) = 0;
    // Calls `take` with every row; cells are in the order of Columns.
    virtual Status ReadAll(const std::string& table, const RowTaken& take) = 0;
};

// Creates a new ledger from tables. The ledger is visible only after Finish; an unfinished one leaves nothing behind.
// Call the methods in the order of their declaration.
class TableLoader {
public:
    virtual ~TableLoader() = default;
    // Creates empty tables with the schema of this migration. An Error if a ledger exists.
    virtual Status Start(std::size_t schema) = 0;
    virtual Status StartTable(const std::string& table, const std::vector<std::string>& columns) = 0;
    virtual Status Add(std::span<const Value> row) = 0;
    virtual Status EndTable() = 0;
    // Updates the schema, builds derived data, and makes the ledger durable and visible.
    virtual Status Finish() = 0;
};

// The tables of the record after this migration, in the order of their creation. Excludes the tables that only one
// engine has, which are derived, and the tables that only the running service needs.
std::vector<std::string> RecordTables(std::size_t schema);

}  // namespace fairlead::ledger
