#pragma once

#include <boost/json.hpp>

#include "app/declarations/resource.hpp"

namespace fairlead::app {

// Derives the OpenAPI schemas of a resource from the declaration of its members.

inline bool IsWritable(MemberUse use, DecodeMode mode) {
    if (use == MemberUse::kAtCreation) return mode == DecodeMode::kCreate;
    if (use == MemberUse::kInBody) return mode == DecodeMode::kUpdate;
    return use == MemberUse::kRequired || use == MemberUse::kOptional;
}

template <class Record>
boost::json::object AnswerSchemaOf(const Members<Record>& members) {
    boost::json::array required;
    boost::json::object properties;
    for (const auto& member : members) {
        if (member.use == MemberUse::kInBody) continue;
        required.emplace_back(member.name);
        properties[member.name] = member.schema;
    }
    return {{"type", "object"}, {"required", std::move(required)}, {"properties", std::move(properties)}};
}

// The default of a member is its value in a default-constructed record.
template <class Record>
boost::json::object BodySchemaOf(const Members<Record>& members, DecodeMode mode) {
    static const OperatorEntry kNoOperator;
    boost::json::array required;
    boost::json::object properties;
    for (const auto& member : members) {
        if (!IsWritable(member.use, mode)) continue;
        boost::json::object schema = member.schema;
        const bool creating = mode == DecodeMode::kCreate;
        if (creating && member.use == MemberUse::kRequired) required.emplace_back(member.name);
        if (creating && member.use == MemberUse::kOptional && member.unless.empty()) {
            boost::json::value usual = member.write(Record{}, {kNoOperator, {}});
            if (!usual.is_null() && !usual.is_object()) schema["default"] = std::move(usual);
        }
        properties[member.name] = std::move(schema);
    }
    boost::json::object schema{{"type", "object"}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = std::move(required);
    schema["properties"] = std::move(properties);
    return schema;
}

// Lists and objects cannot be written in a query. A list with a filter of its own takes one of its items, or null.
template <class Record>
boost::json::object FilterSchemasOf(const Members<Record>& members) {
    boost::json::object schemas;
    for (const auto& member : members) {
        const boost::json::value* type = member.schema.if_contains("type");
        const bool plain = type != nullptr && *type != "array" && *type != "object" && member.use != MemberUse::kInBody;
        if (plain) schemas[member.name] = member.schema;
        if (type == nullptr || *type != "array" || !member.filter) continue;
        boost::json::object item = member.schema.at("items").as_object();
        item["type"] = boost::json::array{item.at("type"), "null"};
        schemas[member.name] = std::move(item);
    }
    return schemas;
}

}  // namespace fairlead::app
