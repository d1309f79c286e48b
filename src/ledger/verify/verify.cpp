#include "ledger/verify/verify.hpp"

#include <algorithm>

#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/verify/operator_check.hpp"

namespace fairlead::ledger {
namespace {

Result<app::VerificationReport> VerifyEach(Connection& connection, const app::OnVerificationProgress& progress,
                                           const app::VerificationRequest& request) {
    app::VerificationReport report;
    const auto operators = TRY(ReadOperatorVersions(connection));
    for (const app::ChainHead& head : request.expected) {
        if (std::ranges::find(operators, head.owner, &app::OperatorVersion::id) != operators.end()) continue;
        report.Add("the expected head " + head.ToText() + " is not in the ledger, which has no such operator");
    }
    for (const app::OperatorVersion& each : operators) {
        ++report.operators;
        OperatorCheck check(connection, each.id, progress, report, request);
        try {
            // What cannot be read of one operator does not keep the others from being checked.
            if (const Status done = check.Run(); !done) {
                report.Add("operator " + each.id.ToString() +
                           ": a part of the record cannot be read: " + done.error().message);
            }
        } catch (const std::exception& error) {
            report.Add("operator " + each.id.ToString() + ": a record cannot be read: " + error.what());
        }
    }
    return report;
}

}  // namespace

Result<app::VerificationReport> VerifyLedger(Connection& connection, const app::OnVerificationProgress& progress,
                                             const app::VerificationRequest& request) {
    TRY(connection.BeginReading());
    Result<app::VerificationReport> report;
    try {
        report = VerifyEach(connection, progress, request);
    } catch (const std::exception& error) {
        report->Add(std::string("the operators cannot be read: ") + error.what());
    }
    connection.Rollback();
    return report;
}

}  // namespace fairlead::ledger
