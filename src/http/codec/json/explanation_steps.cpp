#include "http/codec/json/explanation_steps.hpp"

#include <concepts>

#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;

namespace {

using commission::Name;
using events::Name;

// Encodes a value of a step. An enumerator becomes its name, an empty text becomes null.
json::value Encode(std::string_view text) { return TextOrNull(text); }
json::value Encode(const std::string& text) { return TextOrNull(text); }
json::value Encode(bool value) { return value; }
json::value Encode(std::int32_t value) { return value; }
json::value Encode(std::int64_t value) { return value; }
json::value Encode(Decimal value) { return json::value(value.ToString()); }
json::value Encode(Currency value) { return json::value(value.code()); }
json::value Encode(Timestamp value) { return json::value(value.ToIso8601()); }
json::value Encode(const Money& money) {
    return json::object{{"amount", money.amount.ToString()}, {"currency", money.currency.code()}};
}
json::value Encode(const commission::Conversion& conversion) {
    return json::object{{"amount", conversion.original.amount.ToString()},
                        {"currency", conversion.original.currency.code()},
                        {"converted", conversion.converted.ToString()},
                        {"rate", conversion.rate_text},
                        {"date", conversion.rate_date.ToString()}};
}
json::value Encode(const attribution::DecisionReason& reason) { return EncodeDecisionReason(reason); }
json::value Encode(attribution::Outcome outcome) {
    return json::value(attribution::kOutcomeNames[static_cast<std::size_t>(outcome)]);
}

// Ids, days and months.
template <class T>
    requires requires(const T& value) {
        { value.ToString() } -> std::convertible_to<std::string>;
    }
json::value Encode(const T& value) {
    return json::value(value.ToString());
}

template <class T>
    requires std::is_enum_v<T>
json::value Encode(T value) {
    return json::value(Name(value));
}

json::value Encode(const std::vector<std::int32_t>& values) { return json::value_from(values); }

template <class T>
json::value Encode(const std::optional<T>& value) {
    return value ? Encode(*value) : json::value(nullptr);
}

json::object EncodeExplanationStep(const commission::Step& step) {
    json::object object{{"rule", commission::RuleOf(step)}};
    const auto add = [&](std::string_view name, const auto& value) { object[name] = Encode(value); };
    std::visit([&](const auto& one) { one.Fields(add); }, step);
    object["text"] = commission::TextOf(step);
    return object;
}

}  // namespace

json::array EncodeSteps(std::span<const commission::Step> steps) {
    json::array encoded;
    for (const commission::Step& step : steps) encoded.push_back(EncodeExplanationStep(step));
    return encoded;
}

json::array EncodeSentences(std::span<const commission::Step> steps) {
    json::array sentences;
    for (const commission::Step& step : steps) sentences.emplace_back(commission::TextOf(step));
    return sentences;
}

json::object EncodeDecisionReason(const attribution::DecisionReason& reason) {
    return {{"rule", Name(reason.rule)},
            {"namedClick", TextOrNull(reason.named.value_or(""))},
            {"windowDays", reason.window_days},
            {"note", TextOrNull(reason.note)},
            {"text", attribution::TextOf(reason)}};
}

}  // namespace fairlead::http
