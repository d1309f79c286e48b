#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/reporting/fact_row.hpp"
#include "facts/clickhouse/fact_table.hpp"

namespace fairlead::facts {

// Rows of the table as one block of ClickHouse's Native format: the number of columns and of rows, then each column
// with its name, its type and all its values. A server that receives only a part of it can tell, which it cannot with
// rows one after the other: the end of a connection looks to it like the end of the rows.
class NativeBlock {
public:
    NativeBlock();

    void Add(const reporting::FactRow& row);
    std::size_t row_count() const { return row_count_; }

    // What to send, one after the other; valid until the next call.
    const std::vector<std::string_view>& Parts();

private:
    class RowWriter;

    std::size_t row_count_ = 0;
    std::string head_;
    std::vector<std::string> titles_;
    std::vector<std::string> values_;  // Of each column.
    std::vector<std::string_view> parts_;
};

}  // namespace fairlead::facts
