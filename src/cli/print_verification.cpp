#include "cli/print_verification.hpp"

#include <iostream>

#include <boost/json.hpp>

namespace fairlead::cli {
namespace {

boost::json::object ReportJson(const app::VerificationReport& report) {
    return {{"operators", report.operators},
            {"commits", report.commits},
            {"events", report.events},
            {"attributions", report.attributions},
            {"accruals", report.accruals},
            {"statements", report.statements},
            {"differences", report.difference_count},
            {"found", boost::json::value_from(report.differences)}};
}

}  // namespace

void PrintVerificationProgress(const app::VerificationProgress& progress) {
    std::cerr << "verifying " << progress.operator_name << ": " << progress.done << " of " << progress.total
              << " commits\n";
}

void PrintVerification(const app::VerificationReport& report, bool as_json, std::ostream& out) {
    if (as_json) {
        out << boost::json::serialize(ReportJson(report)) << "\n";
        return;
    }
    for (const std::string& difference : report.differences) out << difference << "\n";
    out << "verified " << report.commits << " commits of " << report.operators << " operators: " << report.events
        << " events, " << report.attributions << " attributions, " << report.accruals << " accruals, "
        << report.statements << " statements; " << report.difference_count << " differences\n";
}

}  // namespace fairlead::cli
