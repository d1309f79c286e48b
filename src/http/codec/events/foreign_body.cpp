#include "http/codec/events/foreign_body.hpp"

#include <simdjson.h>

#include "base/text/json_text.hpp"
#include "http/codec/json/canonical_json.hpp"
#include "http/codec/json/json_number.hpp"
#include "http/framing/body_limits.hpp"

namespace fairlead::http {
namespace {

namespace ondemand = simdjson::ondemand;
using app::ForeignValue;
using simdjson::error_code;

// Enough for 100 events with 500 values each. The limit is needed because a value takes a hundred times as much memory
// as its shortest text.
constexpr std::size_t kForeignValuesMax = 50'000;

std::unexpected<Error> BrokenJson(error_code code) {
    return Fail(ErrorCode::kInvalidJson, std::string("the body is not valid JSON: ") + simdjson::error_message(code));
}

// Adds `step`, the place of a value in its list or object, to the pointer of the value's error. Pointers are built only
// for errors: a pointer for each value would copy the names of all levels above the value.
std::unexpected<Error> FailBelow(std::string_view step, Error error) {
    const bool has_place = error.code == ErrorCode::kTooDeep || error.code == ErrorCode::kDuplicateMember;
    if (has_place) error.pointer.insert(0, step);
    return std::unexpected(std::move(error));
}

// Reads a JSON document into a tree. simdjson On-Demand keeps the digits of numbers.
class ForeignReader {
public:
    Result<ForeignValue> Read(ondemand::document& document) {
        // simdjson returns a document as a value only if it is an object or a list.
        ondemand::value root;
        if (const auto error = document.get_value().get(root)) return BrokenJson(error);
        auto value = ReadValue(root, 0);
        if (value && !IsAtEnd(document)) return BrokenJson(simdjson::TRAILING_CONTENT);
        return value;
    }

private:
    Result<ForeignValue> ReadValue(ondemand::value value, int depth) {
        if (depth > kJsonDepthMax) return Fail(ErrorCode::kTooDeep, "is nested too deeply");
        if (++count_ > kForeignValuesMax) return Fail(ErrorCode::kTooLong, "the body has more than 50,000 values");
        ondemand::json_type type{};
        if (const auto error = value.type().get(type)) return BrokenJson(error);
        switch (type) {
            case ondemand::json_type::object: return ReadObject(value, depth);
            case ondemand::json_type::array: return ReadList(value, depth);
            case ondemand::json_type::string: return ReadText(value);
            case ondemand::json_type::number: return ReadToken(value, ForeignValue::Kind::kNumber);
            case ondemand::json_type::boolean: return ReadToken(value, ForeignValue::Kind::kBoolean);
            default: return ReadToken(value, ForeignValue::Kind::kNull);
        }
    }

    static Result<ForeignValue> ReadText(ondemand::value value) {
        std::string_view text;
        if (const auto error = value.get_string().get(text)) return BrokenJson(error);
        return ForeignValue{ForeignValue::Kind::kText, std::string(text)};
    }

    static Result<ForeignValue> ReadToken(ondemand::value value, ForeignValue::Kind kind) {
        const std::string text(TrimToken(value.raw_json_token()));
        const bool valid = kind == ForeignValue::Kind::kNumber    ? IsJsonNumber(text)
                           : kind == ForeignValue::Kind::kBoolean ? text == "true" || text == "false"
                                                                  : text == "null";
        if (!valid) return BrokenJson(simdjson::TAPE_ERROR);
        return ForeignValue{kind, text};
    }

    Result<ForeignValue> ReadList(ondemand::value value, int depth) {
        ondemand::array array;
        if (const auto error = value.get_array().get(array)) return BrokenJson(error);
        ForeignValue list{ForeignValue::Kind::kList, {}};
        for (auto element : array) {
            ondemand::value item;
            if (const auto error = element.get(item)) return BrokenJson(error);
            auto read = ReadValue(item, depth + 1);
            if (!read) return FailBelow("/" + std::to_string(list.items.size()), std::move(read.error()));
            list.items.push_back(std::move(*read));
        }
        return list;
    }

    Result<ForeignValue> ReadObject(ondemand::value value, int depth) {
        ondemand::object object;
        if (const auto error = value.get_object().get(object)) return BrokenJson(error);
        ForeignValue map{ForeignValue::Kind::kObject, {}};
        for (auto field : object) {
            std::string_view name;
            if (const auto error = field.unescaped_key().get(name)) return BrokenJson(error);
            const auto [entry, added] = map.members.try_emplace(std::string(name));
            if (!added) return Fail(ErrorCode::kDuplicateMember, "appears more than once", JsonPointerTo(name));
            ondemand::value member;
            if (const auto error = field.value().get(member)) return BrokenJson(error);
            auto read = ReadValue(member, depth + 1);
            if (!read) return FailBelow(JsonPointerTo(entry->first), std::move(read.error()));
            entry->second = std::move(*read);
        }
        return map;
    }

    std::size_t count_ = 0;
};

Result<ForeignValue> ParseForeign(std::string_view body) {
    thread_local ondemand::parser parser;
    ondemand::document document;
    const simdjson::padded_string_view padded(body.data(), body.size(), body.size() + kBodyPadding);
    if (const auto error = parser.iterate(padded).get(document)) return BrokenJson(error);
    ondemand::json_type type{};
    if (const auto error = document.type().get(type)) return BrokenJson(error);
    if (type != ondemand::json_type::object && type != ondemand::json_type::array) {
        return Fail(ErrorCode::kWrongType, "the body must be an object or a list");
    }
    return ForeignReader().Read(document);
}

}  // namespace

Result<ForeignBody> TranslateEventBody(const app::Adapter& adapter, const app::ForeignQuery& query,
                                       std::string_view body) {
    const ForeignValue root = TRY(ParseForeign(body));
    ForeignBody translated;
    if (!adapter.list) {
        translated.body.drafts.push_back(ApplyAdapter(adapter, root, query, translated.texts));
        return translated;
    }
    const ForeignValue* list = root.At(*adapter.list);
    if (list == nullptr || list->kind != ForeignValue::Kind::kList) {
        return Fail(ErrorCode::kWrongType, "must be a list of events", *adapter.list);
    }
    if (list->items.empty()) return Fail(ErrorCode::kBatchSize, "must have at least one event", *adapter.list);
    if (list->items.size() > kBatchEventsMax) {
        return Fail(ErrorCode::kBatchSize, "must have at most 100 events", *adapter.list);
    }
    translated.body.is_batch = true;
    for (const ForeignValue& event : list->items) {
        translated.body.drafts.push_back(ApplyAdapter(adapter, event, query, translated.texts));
    }
    return translated;
}

}  // namespace fairlead::http
