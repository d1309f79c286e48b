#include "ledger/verify/verify.hpp"

#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/verify/operator_check.hpp"

namespace fairlead::ledger {
namespace {

Result<app::VerificationReport> VerifyEach(Connection& connection, const app::OnVerificationProgress& progress) {
    app::VerificationReport report;
    const auto operators = TRY(ReadOperatorVersions(connection));
    for (const app::OperatorVersion& each : operators) {
        ++report.operators;
        OperatorCheck check(connection, each.id, progress, report);
        try {
            TRY(check.Run());
        } catch (const std::exception& error) {
            report.Add("operator " + each.id.ToString() + ": a record cannot be read: " + error.what());
        }
    }
    return report;
}

}  // namespace

Result<app::VerificationReport> VerifyLedger(Connection& connection, const app::OnVerificationProgress& progress) {
    TRY(connection.BeginReading());
    Result<app::VerificationReport> report;
    try {
        report = VerifyEach(connection, progress);
    } catch (const std::exception& error) {
        report->Add(std::string("the operators cannot be read: ") + error.what());
    }
    connection.Rollback();
    return report;
}

}  // namespace fairlead::ledger
