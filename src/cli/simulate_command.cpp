#include "cli/simulate_command.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

#include <CLI/CLI.hpp>

#include "cli/print_simulation.hpp"
#include "cli/progress_meter.hpp"

namespace fairlead::cli {
namespace {

namespace json = boost::json;

Result<json::object> ReadTermsFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) return Fail(ErrorCode::kInvalidValue, "cannot read " + path);
    boost::system::error_code error;
    const json::value parsed = json::parse(text, error);
    if (error || !parsed.is_object()) {
        return Fail(ErrorCode::kInvalidValue, path + " must contain a JSON object: the terms of a deal, or a deal");
    }
    return parsed.get_object();
}

// The file has terms, or a deal as the API returns it.
json::object RequestOf(const json::object& given) {
    if (!given.contains("terms")) return {{"terms", given}};
    json::object request;
    for (const std::string_view name : {"terms", "scope", "binding"}) {
        if (const auto* value = given.if_contains(name)) request[name] = *value;
    }
    return request;
}

// Shows progress only once per tenth of the work.
OnSimulationProgress InTenths(ProgressMeter& meter) {
    return [&meter, printed = std::int64_t{0}](std::int64_t done, std::int64_t total) mutable {
        const std::int64_t tenth = total > 0 ? done * 10 / total : 0;
        if (tenth <= printed) return;
        printed = tenth;
        meter.Show({"replaying", done, total, "commits"});
    };
}

}  // namespace

SimulateCommand::SimulateCommand(CLI::App& app, const AddCommand& add)
    : simulate_(add(app, "simulate", "compute what other terms would have cost; nothing is written")) {
    simulate_->add_option("terms", terms_file_, "JSON file with the terms of a deal, or with a deal of the API")
        ->required()
        ->check(CLI::ExistingFile);
    simulate_->add_option("--from", from_, "first month, such as 2026-01")->required();
    simulate_->add_option("--to", to_, "last month; default: the first month");
    simulate_->add_option("--affiliate", affiliates_, "id of an affiliate; can be repeated; default: all affiliates");
    simulate_->add_option("--operator", operator_id_, "id of the operator; not needed if there is only one");
}

bool SimulateCommand::parsed() const { return simulate_->parsed(); }

int SimulateCommand::Run(const Settings& settings, const Commands& commands, bool as_json) const {
    const auto given = ReadTermsFile(terms_file_);
    if (!given) {
        PrintErrors({given.error()});
        return kWrongUsage;
    }
    json::object request = RequestOf(*given);
    request["from"] = from_;
    request["to"] = to_.empty() ? from_ : to_;
    if (!affiliates_.empty()) request["affiliateIds"] = json::array(affiliates_.begin(), affiliates_.end());
    ProgressMeter meter;
    const auto result =
        commands.simulate(settings, {{"operator", operator_id_}, {"request", std::move(request)}}, InTenths(meter));
    meter.End();
    if (!result) {
        PrintErrors(result.error(), kOptionsOfSimulation);
        return kFailed;
    }
    if (result->at("status") != "done") {
        PrintErrors({{ErrorCode::kUnavailable, "",
                      "the simulation ended without a result: " + json::serialize(result->at("status"))}});
        return kFailed;
    }
    if (as_json) {
        std::cout << json::serialize(*result) << "\n";
    } else {
        PrintSimulation(*result, std::cout);
    }
    return kDone;
}

}  // namespace fairlead::cli
