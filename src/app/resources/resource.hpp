#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "base/error.hpp"
#include "base/json_text.hpp"

namespace fairlead::app {

using Errors = std::vector<Error>;

enum class MemberUse : std::uint8_t {
    kRequired,  // Must be given at creation; may be changed.
    kOptional,
    kReadOnly,  // Only ever answered; refused in a body.
};

// One member of a resource, declared once: how it is read from JSON, checked, and written. `read` answers what is wrong
// with the value, or nothing.
template <class Resource>
struct Member {
    std::string_view name;
    MemberUse use = MemberUse::kOptional;
    std::function<std::vector<Error>(const boost::json::value&, Resource&)> read;
    std::function<boost::json::value(const Resource&)> write;
};

template <class Resource>
using Members = std::vector<Member<Resource>>;

// What is wrong with one value: the pointer is filled in by the caller.
inline Errors Wrong(ErrorCode code, std::string message, std::string pointer = {}) {
    return {Error{code, std::move(pointer), std::move(message)}};
}

// Checks a text: at least 1 and at most `length_max` code points, no control characters.
Errors CheckText(const boost::json::value& value, std::size_t length_max, std::string& out);
Errors CheckInteger(const boost::json::value& value, std::int64_t min, std::int64_t max, std::int64_t& out);
// The index of the value in `names`.
Errors CheckName(const boost::json::value& value, std::span<const std::string_view> names, std::size_t& out);
// An absolute http or https URL.
Errors CheckUrl(const boost::json::value& value, std::string& out);

template <class Resource>
Member<Resource> TextMember(std::string_view name, MemberUse use, std::string Resource::* field) {
    return {name, use,
            [field](const boost::json::value& value, Resource& r) { return CheckText(value, 255, r.*field); },
            [field](const Resource& r) { return boost::json::value(r.*field); }};
}

// An integer of any width, as JSON writes it.
template <class Resource, class Integer>
Member<Resource> IntegerMember(std::string_view name, Integer Resource::* field, std::int64_t min, std::int64_t max) {
    return {name, MemberUse::kOptional,
            [=](const boost::json::value& value, Resource& r) {
                std::int64_t number = 0;
                Errors errors = CheckInteger(value, min, max, number);
                if (errors.empty()) r.*field = static_cast<Integer>(number);
                return errors;
            },
            [field](const Resource& r) { return boost::json::value(static_cast<std::int64_t>(r.*field)); }};
}

template <class Resource, class Enum, std::size_t Count>
Member<Resource> NameMember(std::string_view name, Enum Resource::* field,
                            const std::array<std::string_view, Count>& names) {
    return {
        name, MemberUse::kOptional,
        [&names, field](const boost::json::value& value, Resource& r) {
            std::size_t index = 0;
            Errors errors = CheckName(value, names, index);
            if (errors.empty()) r.*field = static_cast<Enum>(index);
            return errors;
        },
        [&names, field](const Resource& r) { return boost::json::value(names[static_cast<std::size_t>(r.*field)]); }};
}

template <class Resource>
Member<Resource> ReadOnlyMember(std::string_view name, std::function<boost::json::value(const Resource&)> write) {
    return {name, MemberUse::kReadOnly, nullptr, std::move(write)};
}

template <class Resource>
boost::json::object Encode(const Members<Resource>& members, const Resource& resource) {
    boost::json::object object;
    for (const auto& member : members) object[member.name] = member.write(resource);
    return object;
}

enum class DecodeMode : std::uint8_t { kCreate, kUpdate };

// Reads a body into `resource`: every member given is checked, unknown and read-only ones are refused.
template <class Resource>
Errors Decode(const Members<Resource>& members, const boost::json::value& body, DecodeMode mode, Resource& resource) {
    const auto* object = body.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "the body must be a JSON object");
    Errors all;
    for (const auto& [name, value] : *object) {
        const auto member = std::ranges::find(members, std::string_view(name), &Member<Resource>::name);
        Errors errors;
        if (member == members.end()) {
            errors = Wrong(ErrorCode::kUnknownMember, "is not a member of this resource");
        } else if (member->use == MemberUse::kReadOnly) {
            errors = Wrong(ErrorCode::kInvalidValue, "cannot be set");
        } else {
            errors = member->read(value, resource);
        }
        for (Error& error : errors) {
            error.pointer.insert(0, JsonPointerTo(name));
            all.push_back(std::move(error));
        }
    }
    for (const auto& member : members) {
        const bool missing = mode == DecodeMode::kCreate && member.use == MemberUse::kRequired;
        if (missing && !object->contains(member.name)) {
            all.push_back({ErrorCode::kRequired, JsonPointerTo(member.name), "is required"});
        }
    }
    return all;
}

}  // namespace fairlead::app
