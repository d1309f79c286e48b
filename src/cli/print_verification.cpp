#include "cli/print_verification.hpp"

#include <iostream>

#include <boost/json.hpp>

#include "base/text/text.hpp"

namespace fairlead::cli {
namespace {

boost::json::object ChainJson(const app::VerifiedChain& chain) {
    boost::json::object json{{"operatorId", chain.head.owner.ToString()},
                             {"operator", Readable(chain.operator_name)},
                             {"number", chain.head.number},
                             {"hash", ToHex(chain.head.hash)},
                             {"at", chain.head.at.ToIso8601()},
                             {"head", chain.head.ToText()},
                             {"wideFrom", nullptr},
                             {"wideFromAt", nullptr}};
    if (chain.wide_from == 0) return json;
    json["wideFrom"] = chain.wide_from;
    json["wideFromAt"] = chain.wide_at.ToIso8601();
    return json;
}

boost::json::array ChainsJson(const std::vector<app::VerifiedChain>& chains) {
    boost::json::array list;
    for (const app::VerifiedChain& chain : chains) list.push_back(ChainJson(chain));
    return list;
}

// A damaged record may have damaged text.
boost::json::array FoundJson(const std::vector<std::string>& differences) {
    boost::json::array list;
    for (const std::string& difference : differences) list.emplace_back(Readable(difference));
    return list;
}

// Says from which commit on the chain of an upgraded ledger covers more. Empty if all commits have the wider chain.
std::string DescribeWidth(const app::VerifiedChain& chain) {
    if (chain.wide_from == 1 || chain.head.number == 0) return {};
    const std::string what = "; settings, steps of statements, audit entries and blocks of facts are ";
    if (chain.wide_from == 0) return what + "not in the chain yet: start the service once";
    return what + "in the chain from commit " + std::to_string(chain.wide_from) + " of " + chain.wide_at.ToIso8601() +
           " on";
}

boost::json::object ReportJson(const app::VerificationReport& report) {
    return {{"operators", report.operators},
            {"commits", report.commits},
            {"events", report.events},
            {"attributions", report.attributions},
            {"accruals", report.accruals},
            {"statements", report.statements},
            {"messages", report.messages},
            {"chains", ChainsJson(report.chains)},
            {"differences", report.difference_count},
            {"found", FoundJson(report.differences)}};
}

}  // namespace

void PrintVerification(const app::VerificationReport& report, bool as_json, std::ostream& out) {
    if (as_json) {
        out << boost::json::serialize(ReportJson(report)) << "\n";
        return;
    }
    for (const std::string& difference : report.differences) out << Readable(difference) << "\n";
    for (const app::VerifiedChain& chain : report.chains) {
        out << "head of " << Readable(chain.operator_name) << ": " << chain.head.ToText() << DescribeWidth(chain)
            << "\n";
    }
    out << "verified " << report.commits << " commits of " << report.operators << " operators: " << report.events
        << " events, " << report.attributions << " attributions, " << report.accruals << " accruals, "
        << report.statements << " statements, " << report.messages << " messages; " << report.difference_count
        << " differences\n";
}

}  // namespace fairlead::cli
