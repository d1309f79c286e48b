#pragma once

#include <string>

#include "base/result.hpp"
#include "domain/reporting/report_table.hpp"

namespace fairlead::app {

// Writes reports as files for a spreadsheet. Safe from any thread.
class SheetWriter {
public:
    virtual ~SheetWriter() = default;

    // The bytes of an XLSX file with the report: a head, the rows, and the totals. Blocks. kTooLong if a sheet cannot
    // have so many rows.
    virtual Result<std::string> Write(const reporting::ReportTable& table) = 0;
};

}  // namespace fairlead::app
