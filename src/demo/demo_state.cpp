#include "demo/demo_state.hpp"

#include <fstream>
#include <sstream>

namespace fairlead::demo {

namespace json = boost::json;

namespace {

std::string PathIn(const std::string& folder) { return folder + "/demo.json"; }

std::string TextOf(const json::value& value, std::string_view name) {
    const auto* object = value.if_object();
    const auto* member = object == nullptr ? nullptr : object->if_contains(name);
    return member != nullptr && member->is_string() ? std::string(member->get_string()) : std::string();
}

}  // namespace

std::optional<DemoState> ReadDemoState(const std::string& folder) {
    std::ifstream file(PathIn(folder));
    std::stringstream text;
    text << file.rdbuf();
    boost::system::error_code error;
    const json::value value = json::parse(text.str(), error);
    if (!file || error) return std::nullopt;
    const auto owner = OperatorId::Parse(TextOf(value, "operatorId"));
    const auto first = Date::Parse(TextOf(value, "firstDay"));
    const auto last = Date::Parse(TextOf(value, "lastDay"));
    if (!owner || !first || !last) return std::nullopt;
    return DemoState{{*owner, TextOf(value, "apiKey"), TextOf(value, "feedKey")}, {*first, last->days - first->days}};
}

Status WriteDemoState(const std::string& folder, const DemoState& state) {
    const Date last{state.span.first_day.days + state.span.days};
    std::ofstream file(PathIn(folder));
    file << json::serialize(json::object{{"operatorId", state.account.owner.ToString()},
                                         {"apiKey", state.account.api_key},
                                         {"feedKey", state.account.feed_key},
                                         {"firstDay", state.span.first_day.ToString()},
                                         {"lastDay", last.ToString()}})
         << "\n";
    if (!file.flush()) return Fail(ErrorCode::kUnavailable, "cannot write " + PathIn(folder));
    return {};
}

}  // namespace fairlead::demo
