#include "http/codec/reports/rebuild_json.hpp"

#include <algorithm>
#include <array>

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 4> kStateNames{"none", "running", "done", "failed"};

}  // namespace

json::object EncodeRebuild(const app::RebuildProgress& progress) {
    return {{"state", kStateNames[static_cast<std::size_t>(progress.state)]},
            {"operators", progress.operators},
            {"blocks", progress.blocks},
            {"blocksTotal", progress.blocks_total},
            {"facts", progress.facts},
            {"seconds", progress.seconds},
            {"failure", progress.failure}};
}

Result<app::RebuildProgress> DecodeRebuild(const json::value& body) {
    try {
        const json::object& members = body.as_object();
        const auto state = std::ranges::find(kStateNames, std::string_view(members.at("state").as_string()));
        return app::RebuildProgress{.state = static_cast<app::RebuildProgress::State>(state - kStateNames.begin()),
                                    .operators = members.at("operators").to_number<std::int64_t>(),
                                    .blocks = members.at("blocks").to_number<std::int64_t>(),
                                    .blocks_total = members.at("blocksTotal").to_number<std::int64_t>(),
                                    .facts = members.at("facts").to_number<std::int64_t>(),
                                    .seconds = members.at("seconds").to_number<double>(),
                                    .failure = std::string(members.at("failure").as_string())};
    } catch (const std::exception&) {
        return Fail(ErrorCode::kUnavailable,
                    "the running server has another version and does not support this command");
    }
}

}  // namespace fairlead::http
