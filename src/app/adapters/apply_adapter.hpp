#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/adapters/adapter.hpp"
#include "domain/events/validate.hpp"

namespace fairlead::app {

// A value of the body of another system. Numbers keep their digits.
struct ForeignValue {
    enum class Kind : std::uint8_t { kNull, kText, kNumber, kBoolean, kList, kObject };

    Kind kind = Kind::kNull;
    std::string text;                                               // Of a text, a number or a boolean.
    std::vector<ForeignValue> items = {};                           // Of a list.
    std::map<std::string, ForeignValue, std::less<>> members = {};  // Of an object.

    // The value at a JSON Pointer. Null if there is none.
    const ForeignValue* At(std::string_view pointer) const;
};

using ForeignQuery = std::vector<std::pair<std::string, std::string>>;

// Translates one foreign event. The draft points into `texts`, which must outlive it. Its errors have pointers into the
// foreign event.
events::EventDraft ApplyAdapter(const Adapter& adapter, const ForeignValue& event, const ForeignQuery& query,
                                std::deque<std::string>& texts);

}  // namespace fairlead::app
