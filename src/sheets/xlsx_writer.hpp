#pragma once

#include "app/ports/outgoing/sheet_writer.hpp"

namespace fairlead::sheets {

// Writes XLSX with libxlsxwriter. The file is in memory; libxlsxwriter also uses the folder of temporary files.
class XlsxWriter final : public app::SheetWriter {
public:
    Result<std::string> Write(const reporting::ReportTable& table) override;
};

}  // namespace fairlead::sheets
