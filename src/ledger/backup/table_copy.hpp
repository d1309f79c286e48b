#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/backup/portable_row.hpp"

namespace fairlead::ledger {

// Reads whole tables of a ledger, also beside the service that uses it, all as of one moment: that of its opening.
class TableReader {
public:
    virtual ~TableReader() = default;
    virtual std::string_view engine() const = 0;
    // The newest migration that was applied.
    virtual std::size_t schema() const = 0;
    virtual Result<std::vector<std::string>> Columns(const std::string& table) = 0;
    // Rows with their cells in the order of the columns.
    virtual Status ReadAll(const std::string& table, const RowTaken& take) = 0;
};

// Makes a new ledger out of tables. There is nothing to be seen of it before Finish has answered; what is given up
// leaves nothing behind. Calls come in the order in which they stand here.
class TableLoader {
public:
    virtual ~TableLoader() = default;
    // Makes empty tables as this migration left them. Refused where there is a ledger.
    virtual Status Start(std::size_t schema) = 0;
    virtual Status StartTable(const std::string& table, const std::vector<std::string>& columns) = 0;
    virtual Status Add(std::span<const Value> row) = 0;
    virtual Status EndTable() = 0;
    // Brings the schema up to date, derives what is derived, and makes the ledger durable and visible.
    virtual Status Finish() = 0;
};

// The tables that hold the record after this migration, in the order in which they were made. Not among them are those
// that an engine has for itself, which are derived, and what belongs to the running service alone.
std::vector<std::string> RecordTables(std::size_t schema);

}  // namespace fairlead::ledger
