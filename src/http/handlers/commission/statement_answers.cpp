#include "http/handlers/commission/statement_answers.hpp"

#include "http/codec/commission/statement_csv.hpp"

namespace fairlead::http {

Result<bool> AsksForCsv(const Request& request) {
    const auto parameters = request.QueryParameters();
    if (!parameters) return Fail(ErrorCode::kInvalidRequest, "the query is not well formed");
    bool csv = false;
    for (const auto& [name, value] : *parameters) {
        if (name != "format") return Fail(ErrorCode::kInvalidRequest, name + " is not a parameter of this request");
        if (value != "json" && value != "csv") return Fail(ErrorCode::kInvalidRequest, "format must be json or csv");
        csv = value == "csv";
    }
    return csv;
}

Response StatementDownload(const app::StatementRecord& record, const app::OperatorEntry& owner) {
    Response response{.content_type = kCsvType, .body = StatementCsv(record, owner)};
    const statements::Statement& statement = record.statement;
    response.AddHeader("Content-Disposition", "attachment; filename=\"statement-" + statement.period.ToString() + "-" +
                                                  std::string(statement.currency.code()) + "-" +
                                                  statement.affiliate.ToString() + ".csv\"");
    return response;
}

}  // namespace fairlead::http
