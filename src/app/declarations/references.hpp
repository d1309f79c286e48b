#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/declarations/members.hpp"

namespace fairlead::app {

// Members that name another record of the same operator. A record of another operator is treated as missing.

template <class IdType>
Errors CheckId(const boost::json::value& value, IdType& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a string");
    const auto id = IdType::Parse(*text);
    if (!id) return Wrong(ErrorCode::kInvalidValue, "must be an id");
    out = *id;
    return {};
}

inline Errors Unknown(std::string_view noun) {
    return Wrong(ErrorCode::kInvalidValue, "there is no such " + std::string(noun));
}

// The function that finds a record by its id.
template <class Target, class IdType>
using Finder = const Target* (OperatorEntry::*)(IdType) const;

template <class Record, class Target, class IdType>
Member<Record> ReferenceMember(std::string_view name, std::string_view noun, IdType Record::* field,
                               Finder<Target, IdType> find) {
    return {.name = name,
            .use = MemberUse::kRequired,
            .schema = FormatSchema("uuid"),
            .read = [=](const boost::json::value& value, Record& record) { return CheckId(value, record.*field); },
            .write = [=](const Record& record, const View&) { return boost::json::value((record.*field).ToString()); },
            .refer =
                [=](const OperatorEntry& entry, const Record& record) {
                    return (entry.*find)(record.*field) == nullptr ? Unknown(noun) : Errors();
                },
            .filter = [=](std::string_view wanted) -> Filter<Record> {
                return [field, id = IdType::Parse(wanted)](const Record& r) { return id && r.*field == *id; };
            }};
}

template <class Record, class Target, class IdType>
Member<Record> OptionalReferenceMember(std::string_view name, std::string_view noun,
                                       std::optional<IdType> Record::* field, Finder<Target, IdType> find) {
    return {.name = name,
            .schema = OrNull(FormatSchema("uuid")),
            .read =
                [=](const boost::json::value& value, Record& record) {
                    IdType id;
                    Errors errors = value.is_null() ? Errors() : CheckId(value, id);
                    if (errors.empty()) record.*field = value.is_null() ? std::nullopt : std::optional(id);
                    return errors;
                },
            .write =
                [=](const Record& record, const View&) {
                    return record.*field ? boost::json::value((record.*field)->ToString())
                                         : boost::json::value(nullptr);
                },
            .refer =
                [=](const OperatorEntry& entry, const Record& record) {
                    const bool known = !(record.*field) || (entry.*find)(*(record.*field)) != nullptr;
                    return known ? Errors() : Unknown(noun);
                },
            .filter = [=](std::string_view wanted) -> Filter<Record> {
                if (wanted == kAbsent) return [field](const Record& record) { return !(record.*field); };
                return [field, id = IdType::Parse(wanted)](const Record& r) { return id && r.*field == id; };
            }};
}

}  // namespace fairlead::app
