#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fairlead::app {

// Where the value of a member of our event comes from, and how it is written.
struct AdapterValue {
    enum class Kind : std::uint8_t { kConstant, kFrom, kQuery, kTemplate };
    enum class Form : std::uint8_t { kText, kSeconds, kMilliseconds, kUtc, kCents, kNegated };

    Kind kind = Kind::kConstant;
    std::string text;  // The constant, the JSON Pointer, the name of the parameter, or the template.
    Form form = Form::kText;
    bool optional = false;                          // A missing value leaves the member out.
    std::map<std::string, std::string> names = {};  // If not empty, only these values are accepted and replaced.
};

// A condition on a foreign event: a JSON Pointer, or "?" and the name of a parameter of the query.
struct AdapterCondition {
    std::string place;
    std::vector<std::string> any_of;  // If empty, the condition is only whether there is a value.
    bool present = true;
};

// What becomes of the foreign events that meet all conditions.
struct AdapterRule {
    std::vector<AdapterCondition> when;
    bool ignore = false;  // Such events mean nothing to us. They are confirmed and not stored.
    std::vector<std::pair<std::string, AdapterValue>> members = {};  // By the name of our member.
};

// How the events of another system become ours. The first rule that matches decides.
struct Adapter {
    std::string name;
    std::string title;
    // The JSON Pointer to the list of events in the body; "" if the body itself is the list. If not set, the body is
    // one event.
    std::optional<std::string> list;
    std::vector<AdapterRule> rules;
};

using Adapters = std::map<std::string, Adapter, std::less<>>;

}  // namespace fairlead::app
