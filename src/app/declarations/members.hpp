#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/declarations/resource.hpp"

namespace fairlead::app {

// The kinds of members. A declaration is one call per member.

inline constexpr std::size_t kTextLengthMax = 255;
// The text in a query for a member that is absent.
inline constexpr std::string_view kAbsent = "null";

inline boost::json::object SchemaOf(std::string_view type) { return {{"type", type}}; }
inline boost::json::object TextSchema(std::size_t length_max) {
    return {{"type", "string"}, {"minLength", 1}, {"maxLength", length_max}};
}
inline boost::json::object FormatSchema(std::string_view format) { return {{"type", "string"}, {"format", format}}; }
inline boost::json::object DecimalSchema() {
    return {{"type", "string"}, {"pattern", R"(^\d{1,15}(\.\d{1,8})?$)"}, {"examples", {"100", "49.99"}}};
}
// The schema of a value that may also be null.
inline boost::json::object OrNull(boost::json::object schema) {
    schema["type"] = boost::json::array{schema["type"], "null"};
    schema.erase("minLength");
    return schema;
}

inline boost::json::value TextOrNull(const std::string& text) {
    return text.empty() ? boost::json::value(nullptr) : boost::json::value(text);
}

// A required text in a form that `check` checks.
using CheckTextForm = Errors (*)(const boost::json::value&, std::string&);

template <class Record>
Member<Record> FormMember(std::string_view name, MemberUse use, std::string Record::* field,
                          const boost::json::object& schema, CheckTextForm check) {
    return {.name = name,
            .use = use,
            .schema = schema,
            .read = [=](const boost::json::value& value, Record& record) { return check(value, record.*field); },
            .write = [field](const Record& record, const View&) { return boost::json::value(record.*field); },
            .text = [field](const Record& record) { return std::string_view(record.*field); },
            .filter = [field](std::string_view wanted) -> Filter<Record> {
                return [field, wanted = std::string(wanted)](const Record& record) { return record.*field == wanted; };
            }};
}

// An optional text. Null and an empty text both mean that it is absent.
template <class Record>
Member<Record> OptionalFormMember(std::string_view name, std::string Record::* field, boost::json::object schema,
                                  CheckTextForm check) {
    Member<Record> member = FormMember(name, MemberUse::kOptional, field, OrNull(std::move(schema)), check);
    member.read = [=](const boost::json::value& value, Record& record) {
        if (!value.is_null()) return check(value, record.*field);
        (record.*field).clear();
        return Errors();
    };
    member.write = [field](const Record& record, const View&) { return TextOrNull(record.*field); };
    member.filter = [field](std::string_view wanted) -> Filter<Record> {
        return [field, wanted = wanted == kAbsent ? std::string() : std::string(wanted),
                none = wanted.empty()](const Record& record) { return !none && record.*field == wanted; };
    };
    return member;
}

inline Errors CheckLabel(const boost::json::value& value, std::string& out) {
    return CheckText(value, kTextLengthMax, out);
}

// Like CheckLabel, but an empty text means that it is absent.
inline Errors CheckLabelOrNothing(const boost::json::value& value, std::string& out) {
    if (value.is_string() && value.get_string().empty()) {
        out.clear();
        return {};
    }
    return CheckLabel(value, out);
}

template <class Record>
Member<Record> TextMember(std::string_view name, MemberUse use, std::string Record::* field) {
    return FormMember(name, use, field, TextSchema(kTextLengthMax), CheckLabel);
}

template <class Record>
Member<Record> OptionalTextMember(std::string_view name, std::string Record::* field) {
    return OptionalFormMember(name, field, TextSchema(kTextLengthMax), CheckLabelOrNothing);
}

template <class Record>
Member<Record> OptionalUrlMember(std::string_view name, std::string Record::* field) {
    return OptionalFormMember(name, field, FormatSchema("uri"), CheckUrl);
}

// An integer of any width.
template <class Record, class Integer>
Member<Record> IntegerMember(std::string_view name, Integer Record::* field, std::int64_t min, std::int64_t max) {
    return {.name = name,
            .schema = {{"type", "integer"}, {"minimum", min}, {"maximum", max}},
            .read =
                [=](const boost::json::value& value, Record& record) {
                    std::int64_t number = 0;
                    Errors errors = CheckInteger(value, min, max, number);
                    if (errors.empty()) record.*field = static_cast<Integer>(number);
                    return errors;
                },
            .write = [field](const Record& record,
                             const View&) { return boost::json::value(static_cast<std::int64_t>(record.*field)); }};
}

template <class Record, class Integer>
Member<Record> OptionalIntegerMember(std::string_view name, std::optional<Integer> Record::* field, std::int64_t min,
                                     std::int64_t max) {
    return {.name = name,
            .schema = OrNull({{"type", "integer"}, {"minimum", min}, {"maximum", max}}),
            .read =
                [=](const boost::json::value& value, Record& record) {
                    std::int64_t number = 0;
                    Errors errors = value.is_null() ? Errors() : CheckInteger(value, min, max, number);
                    if (errors.empty()) {
                        record.*field = value.is_null() ? std::nullopt : std::optional(static_cast<Integer>(number));
                    }
                    return errors;
                },
            .write =
                [field](const Record& record, const View&) {
                    return record.*field ? boost::json::value(*(record.*field)) : boost::json::value(nullptr);
                }};
}

template <class Record>
Member<Record> BooleanMember(std::string_view name, bool Record::* field) {
    return {.name = name,
            .schema = SchemaOf("boolean"),
            .read = [=](const boost::json::value& value, Record& r) { return CheckBoolean(value, r.*field); },
            .write = [field](const Record& record, const View&) { return boost::json::value(record.*field); }};
}

// One of the names. Each name stands for the value at its position.
template <class Record, class Enum, std::size_t Count>
Member<Record> NameMember(std::string_view name, Enum Record::* field,
                          const std::array<std::string_view, Count>& names) {
    return {.name = name,
            .schema = {{"type", "string"}, {"enum", boost::json::array(names.begin(), names.end())}},
            .read =
                [&names, field](const boost::json::value& value, Record& record) {
                    std::size_t index = 0;
                    Errors errors = CheckName(value, names, index);
                    if (errors.empty()) record.*field = static_cast<Enum>(index);
                    return errors;
                },
            .write = [&names, field](
                         const Record& record,
                         const View&) { return boost::json::value(names[static_cast<std::size_t>(record.*field)]); },
            .filter = [&names, field](std::string_view wanted) -> Filter<Record> {
                const auto index = static_cast<std::size_t>(std::ranges::find(names, wanted) - names.begin());
                return
                    [field, index](const Record& record) { return static_cast<std::size_t>(record.*field) == index; };
            }};
}

inline constexpr std::array<std::string_view, 2> kStatusNames{"inactive", "active"};

template <class Record>
Member<Record> StatusMember(bool Record::* active) {
    return NameMember("status", active, kStatusNames);
}

template <class Record>
Member<Record> AmountMember(std::string_view name, Decimal Record::* field) {
    return {.name = name,
            .schema = DecimalSchema(),
            .read = [=](const boost::json::value& value, Record& r) { return CheckAmount(value, r.*field); },
            .write = [field](const Record& r, const View&) { return boost::json::value((r.*field).ToString()); }};
}

template <class Record>
Member<Record> OptionalAmountMember(std::string_view name, std::optional<Decimal> Record::* field) {
    return {.name = name,
            .schema = OrNull(DecimalSchema()),
            .read =
                [=](const boost::json::value& value, Record& record) {
                    Decimal amount;
                    Errors errors = value.is_null() ? Errors() : CheckAmount(value, amount);
                    if (errors.empty()) record.*field = value.is_null() ? std::nullopt : std::optional(amount);
                    return errors;
                },
            .write =
                [field](const Record& record, const View&) {
                    return record.*field ? boost::json::value((record.*field)->ToString())
                                         : boost::json::value(nullptr);
                }};
}

// The record's own id.
template <class Record>
Member<Record> IdMember(std::string_view name) {
    return {.name = name,
            .use = MemberUse::kReadOnly,
            .schema = FormatSchema("uuid"),
            .write = [](const Record& record, const View&) { return boost::json::value(record.id.ToString()); },
            .filter = [](std::string_view wanted) -> Filter<Record> {
                return [id = Uuid::Parse(wanted)](const Record& record) { return id && record.id.uuid == *id; };
            }};
}

template <class Record>
Member<Record> ReadOnlyMember(std::string_view name, const boost::json::object& schema,
                              std::function<boost::json::value(const Record&, const View&)> write,
                              MemberUse use = MemberUse::kReadOnly) {
    return {.name = name, .use = use, .schema = schema, .write = std::move(write)};
}

}  // namespace fairlead::app
