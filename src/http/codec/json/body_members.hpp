#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "app/declarations/value_checks.hpp"

namespace fairlead::http {

// Reads the members of a request body one by one and collects their errors with pointers.
class BodyMembers {
public:
    BodyMembers(const boost::json::object& body, std::initializer_list<std::string_view> known) : body_(body) {
        for (const auto& [name, value] : body) {
            if (std::ranges::find(known, std::string_view(name)) != known.end()) continue;
            errors_.push_back({ErrorCode::kUnknownMember, JsonPointerTo(name), "is not a member of this request"});
            if (errors_.HasMore()) return;
        }
    }

    // Returns the value that `check(value, out)` reads into a copy of `blank`, or nothing if the member is absent, null
    // or invalid.
    template <class Out, class Check>
    std::optional<Out> Optional(std::string_view name, Out blank, const Check& check) {
        const auto* value = body_.if_contains(name);
        if (value == nullptr || value->is_null()) return std::nullopt;
        Errors errors = check(*value, blank);
        if (errors.empty()) return blank;
        AppendAt(JsonPointerTo(name), std::move(errors), errors_);
        return std::nullopt;
    }

    template <class Out, class Check>
    std::optional<Out> Required(std::string_view name, Out blank, const Check& check) {
        const auto* value = body_.if_contains(name);
        if (value == nullptr || value->is_null()) Refuse(name, ErrorCode::kRequired, "is required");
        return Optional(name, std::move(blank), check);
    }

    void Refuse(std::string_view name, ErrorCode code, std::string why) {
        errors_.push_back({code, JsonPointerTo(name), std::move(why)});
    }
    // Adds an error that already has its pointer.
    void Refuse(Error error) { errors_.push_back(std::move(error)); }

    const Errors& errors() const { return errors_; }

private:
    const boost::json::object& body_;
    Errors errors_;
};

}  // namespace fairlead::http
