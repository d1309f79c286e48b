#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/declarations/value_checks.hpp"
#include "base/crypto/secrets.hpp"
#include "base/text/json_text.hpp"

namespace fairlead::app {

enum class MemberUse : std::uint8_t {
    kRequired,    // Required at creation; can be changed.
    kOptional,    //
    kAtCreation,  // Can be given at creation and never changes.
    kReadOnly,    // Only in responses; refused in a body.
    kInBody,      // Only in a body that changes the resource; not in responses.
    kDerived,     // Read-only and derived from other data, so not part of the audit log.
};

// What responses need in addition to the record.
struct View {
    const OperatorEntry& entry;
    std::string api_url;            // The public URL of this API: "https://host/api/v1".
    Bytes32 token_key{};            // Decrypts the tokens of saved reports.
    std::string tracking_url = {};  // The host of short tracking URLs: "https://host". Empty: the host of the API.
};

// True if a record matches.
template <class Record>
using Filter = std::function<bool(const Record&)>;

// One member of a resource, declared once: how it is read from JSON, checked, written, filtered by and described in the
// OpenAPI document.
template <class Record>
struct Member {
    std::string_view name;
    MemberUse use = MemberUse::kOptional;
    boost::json::object schema;  // A JSON Schema.
    // The errors in the value; empty if it is valid.
    std::function<Errors(const boost::json::value&, Record&)> read;
    std::function<boost::json::value(const Record&, const View&)> write;
    // The errors in what the member refers to; empty if it refers to nothing.
    std::function<Errors(const OperatorEntry&, const Record&)> refer;
    // The text that a search looks at; empty if it is not searched.
    std::function<std::string_view(const Record&)> text;
    // The same for a member with several texts.
    std::function<std::vector<std::string_view>(const Record&)> texts = {};
    // Creates the test for a value of a query. If this function is empty, the value is compared with the written
    // member.
    std::function<Filter<Record>(std::string_view wanted)> filter;
    bool brief = false;            // If true, the member is left out instead of written as null.
    std::string_view unless = {};  // If set, required at creation unless this other member is given.

    Member RequiredUnless(std::string_view other) && {
        unless = other;
        return std::move(*this);
    }

    // The description in the OpenAPI document.
    Member Says(std::string_view description, boost::json::value example = nullptr) && {
        schema["description"] = description;
        if (!example.is_null()) schema["examples"] = boost::json::array{std::move(example)};
        return std::move(*this);
    }
};

template <class Record>
using Members = std::vector<Member<Record>>;

template <class Record>
boost::json::object Encode(const Members<Record>& members, const Record& record, const View& view) {
    boost::json::object object;
    for (const auto& member : members) {
        if (member.use == MemberUse::kInBody) continue;
        boost::json::value written = member.write(record, view);
        if (!member.brief || !written.is_null()) object[member.name] = std::move(written);
    }
    return object;
}

// The members of a record in the audit log.
template <class Record>
boost::json::object EncodeForAudit(const Members<Record>& members, const Record& record, const OperatorEntry& entry) {
    boost::json::object object;
    const View view{entry, {}};
    for (const auto& member : members) {
        if (member.use != MemberUse::kDerived && member.use != MemberUse::kInBody)
            object[member.name] = member.write(record, view);
    }
    return object;
}

enum class DecodeMode : std::uint8_t { kCreate, kUpdate };

template <class Record>
Errors DecodeMember(const Member<Record>* member, const boost::json::value& value, DecodeMode mode, Record& record) {
    if (member == nullptr) return Wrong(ErrorCode::kUnknownMember, "is not a member of this resource");
    switch (member->use) {
        case MemberUse::kReadOnly:
        case MemberUse::kDerived: return Wrong(ErrorCode::kInvalidValue, "cannot be set");
        case MemberUse::kAtCreation:
            if (mode == DecodeMode::kUpdate) return Wrong(ErrorCode::kInvalidValue, "cannot be changed");
            return member->read(value, record);
        case MemberUse::kRequired:
        case MemberUse::kInBody:
        case MemberUse::kOptional: return member->read(value, record);
    }
    return {};
}

// Reads a body into `record`. Checks every given member; refuses unknown and read-only members.
template <class Record>
Errors Decode(const Members<Record>& members, const boost::json::value& body, DecodeMode mode, Record& record) {
    const auto* object = body.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "must be a JSON object");
    Errors all;
    for (const auto& [name, value] : *object) {
        const auto found = std::ranges::find(members, std::string_view(name), &Member<Record>::name);
        const auto* member = found == members.end() ? nullptr : &*found;
        AppendAt(JsonPointerTo(name), DecodeMember(member, value, mode, record), all);
        if (all.HasMore()) return all;
    }
    for (const auto& member : members) {
        if (mode != DecodeMode::kCreate || object->contains(member.name)) continue;
        const auto* other = member.unless.empty() ? nullptr : object->if_contains(member.unless);
        const bool replaced = other != nullptr && !other->is_null();
        if (member.use == MemberUse::kRequired) {
            all.push_back({ErrorCode::kRequired, JsonPointerTo(member.name), "is required"});
        } else if (!member.unless.empty() && !replaced) {
            all.push_back({ErrorCode::kRequired, JsonPointerTo(member.name),
                           "is required, unless " + std::string(member.unless) + " is given"});
        }
    }
    return all;
}

}  // namespace fairlead::app
