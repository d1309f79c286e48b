#include "ledger/verify/verify.hpp"

#include <algorithm>

#include "app/catalogue/operator_zone.hpp"
#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/verify/operator_check.hpp"

namespace fairlead::ledger {
namespace {

// The tables of an older release lack columns that the checks read.
Status CheckMigrated(Connection& connection) {
    const std::size_t schema = TRY(ReadSchemaVersion(connection));
    if (schema == LatestSchema()) return {};
    return Fail(ErrorCode::kUnavailable,
                "the ledger has schema " + std::to_string(schema) + ", and this program verifies schema " +
                    std::to_string(LatestSchema()) +
                    ". Start fairlead serve once, which upgrades the ledger, or verify it with "
                    "the release that wrote it");
}

void ReadAgain(Connection& connection) {
    connection.Rollback();
    (void)connection.BeginReading();
}

// On a machine without its time zone, an operator's record would seem to be damaged. A record that is damaged is left
// to the check of the operator.
Status CheckZonesOf(Connection& connection, OperatorId owner) try {
    app::OperatorRecords records;
    if (ReadSelf(connection, owner, records)) return app::CheckZones(records.self.settings, records.self.name);
    ReadAgain(connection);
    return {};
} catch (const std::exception&) {
    return {};
}

Result<app::VerificationReport> VerifyEach(Connection& connection, const app::OnVerificationProgress& progress,
                                           const app::VerificationRequest& request) {
    app::VerificationReport report;
    const auto operators = TRY(ReadOperatorVersions(connection));
    for (const app::ChainHead& head : request.expected) {
        if (std::ranges::find(operators, head.owner, &app::OperatorVersion::id) != operators.end()) continue;
        report.Add("the expected head " + head.ToText() + " is not in the ledger, which has no such operator");
    }
    for (const app::OperatorVersion& each : operators) TRY(CheckZonesOf(connection, each.id));
    for (const app::OperatorVersion& each : operators) {
        ++report.operators;
        OperatorCheck check(connection, each.id, progress, report, request);
        try {
            // If a part of one operator's record cannot be read, the other operators are still checked.
            if (const Status done = check.Run(); !done) {
                report.Add("operator " + each.id.ToString() +
                           ": a part of the record cannot be read: " + done.error().message);
                // Nothing more can be read in the transaction of a statement that failed.
                ReadAgain(connection);
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
        if (const Status migrated = CheckMigrated(connection); !migrated) {
            connection.Rollback();
            return std::unexpected(migrated.error());
        }
        report = VerifyEach(connection, progress, request);
    } catch (const std::exception& error) {
        report->Add(std::string("the operators cannot be read: ") + error.what());
    }
    connection.Rollback();
    return report;
}

}  // namespace fairlead::ledger
