#include "demo/keepsake.hpp"

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

std::optional<Keepsake> ReadKeepsake(const std::string& folder) {
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
    return Keepsake{{*owner, TextOf(value, "apiKey"), TextOf(value, "feedKey")}, {*first, last->days - first->days}};
}

Status WriteKeepsake(const std::string& folder, const Keepsake& keepsake) {
    const Date last{keepsake.span.first_day.days + keepsake.span.days};
    std::ofstream file(PathIn(folder));
    file << json::serialize(json::object{{"operatorId", keepsake.founded.owner.ToString()},
                                         {"apiKey", keepsake.founded.api_key},
                                         {"feedKey", keepsake.founded.feed_key},
                                         {"firstDay", keepsake.span.first_day.ToString()},
                                         {"lastDay", last.ToString()}})
         << "\n";
    if (!file.flush()) return Fail(ErrorCode::kUnavailable, "cannot write " + PathIn(folder));
    return {};
}

}  // namespace fairlead::demo
