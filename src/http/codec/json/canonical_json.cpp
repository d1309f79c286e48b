#include "http/codec/json/canonical_json.hpp"

#include <algorithm>
#include <vector>

#include "base/errors.hpp"
#include "base/text/json_text.hpp"
#include "http/codec/json/json_number.hpp"

namespace fairlead::http {
namespace {

namespace ondemand = simdjson::ondemand;

JsonFault Broken(simdjson::error_code code) { return {code, std::nullopt}; }
JsonFault Unwanted(ErrorCode code) { return {simdjson::SUCCESS, code}; }

JsonFault AppendObject(ondemand::value value, int depth, std::string& out) {
    ondemand::object object;
    if (const auto error = value.get_object().get(object)) return Broken(error);
    std::vector<CanonicalMember> members;
    for (auto field : object) {
        std::string_view name;
        if (const auto error = field.unescaped_key().get(name)) return Broken(error);
        ondemand::value member;
        CanonicalMember& canonical = members.emplace_back(std::string(name), std::string());
        if (const auto error = field.value().get(member)) return Broken(error);
        if (const JsonFault fault = AppendCanonical(member, depth, canonical.value); !fault.IsFine()) return fault;
    }
    const bool unique = AppendMembers(members, out).empty();
    return unique ? JsonFault() : Unwanted(ErrorCode::kDuplicateMember);
}

JsonFault AppendArray(ondemand::value value, int depth, std::string& out) {
    ondemand::array array;
    if (const auto error = value.get_array().get(array)) return Broken(error);
    out += '[';
    bool first = true;
    for (auto element : array) {
        if (!first) out += ',';
        first = false;
        ondemand::value item;
        if (const auto error = element.get(item)) return Broken(error);
        if (const JsonFault fault = AppendCanonical(item, depth, out); !fault.IsFine()) return fault;
    }
    out += ']';
    return {};
}

JsonFault AppendScalar(ondemand::value value, ondemand::json_type type, std::string& out) {
    if (type == ondemand::json_type::string) {
        std::string_view text;
        if (const auto error = value.get_string().get(text)) return Broken(error);
        AppendJsonString(out, text);
        return {};
    }
    const std::string_view token = TrimToken(value.raw_json_token());
    const bool valid = type == ondemand::json_type::number    ? IsJsonNumber(token)
                       : type == ondemand::json_type::boolean ? token == "true" || token == "false"
                                                              : token == "null";
    if (!valid) return Broken(simdjson::TAPE_ERROR);
    out += token;
    return {};
}

}  // namespace

std::vector<std::string> AppendMembers(std::vector<CanonicalMember>& members, std::string& out) {
    std::ranges::sort(members, {}, &CanonicalMember::name);
    std::vector<std::string> repeated;
    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
        const bool is_repeated = i != 0 && members[i].name == members[i - 1].name;
        if (is_repeated && repeated.size() <= kErrorsMax) repeated.push_back(members[i].name);
        if (i != 0) out += ',';
        AppendJsonString(out, members[i].name);
        out.append(":").append(members[i].value);
    }
    out += '}';
    return repeated;
}

JsonFault AppendCanonical(ondemand::value value, int depth, std::string& out) {
    ondemand::json_type type{};
    if (const auto error = value.type().get(type)) return Broken(error);
    const bool container = type == ondemand::json_type::object || type == ondemand::json_type::array;
    if (!container) return AppendScalar(value, type, out);
    if (depth + 1 > kJsonDepthMax) return Unwanted(ErrorCode::kTooDeep);
    return type == ondemand::json_type::object ? AppendObject(value, depth + 1, out)
                                               : AppendArray(value, depth + 1, out);
}

}  // namespace fairlead::http
