// A body is parsed if and only if another JSON library can read it, and the parsed values are the same.
#include "http/codec/events/event_body.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "base/assert.hpp"
#include "http/codec/json/canonical_json.hpp"
#include "http/server/request.hpp"

namespace {

using namespace fairlead;
using events::EventDraft;
using events::Member;
namespace json = boost::json;

constexpr std::size_t kOracleDepthMax = 500;

struct Known {
    std::string_view name;
    Member EventDraft::* member;
};

const std::vector<Known> kKnown{
    {"event_type", &EventDraft::event_type},
    {"event_time", &EventDraft::event_time},
    {"brand_id", &EventDraft::brand_id},
    {"player_external_ref", &EventDraft::player_external_ref},
    {"idempotency_key", &EventDraft::idempotency_key},
    {"amount", &EventDraft::amount},
    {"currency", &EventDraft::currency},
    {"click_id", &EventDraft::click_id},
    {"country", &EventDraft::country},
    {"product", &EventDraft::product},
    {"game", &EventDraft::game},
    {"ip", &EventDraft::ip},
    {"user_agent", &EventDraft::user_agent},
};

struct Reading {
    json::value value;
    json::error_code error;

    // Limits of the other library, which do not make the text invalid.
    bool Undecided() const { return error == json::error::too_deep || error == json::error::exponent_overflow; }
};

Reading ReadElsewhere(std::string_view text) {
    json::parse_options options;
    options.max_depth = kOracleDepthMax;
    Reading reading;
    reading.value = json::parse(text, reading.error, {}, options);
    return reading;
}

json::value ReadKept(std::string_view canonical) {
    Reading reading = ReadElsewhere(canonical);
    FAIRLEAD_ASSERT(!reading.error);
    return std::move(reading.value);
}

// Whether two values are equal, except for the last bits of numbers, which the other library does not always read
// exactly.
bool IsSame(const json::value& a, const json::value& b) {
    if (a.is_number() && b.is_number()) {
        const auto x = a.to_number<double>();
        const auto y = b.to_number<double>();
        return x == y || std::abs(x - y) <= 1e-12 * std::abs(x);
    }
    if (a.is_array() && b.is_array()) return std::ranges::equal(a.get_array(), b.get_array(), IsSame);
    if (!a.is_object() || !b.is_object()) return a == b;
    const json::object& other = b.get_object();
    return a.get_object().size() == other.size() && std::ranges::all_of(a.get_object(), [&](const auto& member) {
               const auto* value = other.if_contains(member.key());
               return value != nullptr && IsSame(member.value(), *value);
           });
}

int DepthOf(const json::value& value) {
    int below = 0;
    if (const auto* object = value.if_object()) {
        for (const auto& member : *object) below = std::max(below, DepthOf(member.value()));
    } else if (const auto* array = value.if_array()) {
        for (const auto& item : *array) below = std::max(below, DepthOf(item));
    } else {
        return 0;
    }
    return below + 1;
}

void CheckKnown(const Member& member, const json::value* expected) {
    switch (member.kind) {
        case Member::Kind::kAbsent: FAIRLEAD_ASSERT(expected == nullptr || expected->is_null()); return;
        case Member::Kind::kString:
            FAIRLEAD_ASSERT(expected != nullptr && expected->is_string());
            FAIRLEAD_ASSERT(std::string_view(expected->get_string()) == member.text);
            return;
        case Member::Kind::kNumber:
            FAIRLEAD_ASSERT(expected != nullptr && expected->is_number());
            FAIRLEAD_ASSERT(IsSame(ReadKept(member.text), *expected));
            return;
        case Member::Kind::kOther:
            FAIRLEAD_ASSERT(expected != nullptr && (expected->is_bool() || expected->is_structured()));
    }
}

// A draft without errors has the same values as its object.
void CheckDraft(const EventDraft& draft, const json::value& event) {
    if (!draft.errors.empty()) return;
    FAIRLEAD_ASSERT(event.is_object() && DepthOf(event) <= http::kJsonDepthMax);
    json::object unknown = event.get_object();
    for (const auto& [name, member] : kKnown) {
        CheckKnown(draft.*member, unknown.if_contains(name));
        unknown.erase(name);
    }
    FAIRLEAD_ASSERT(unknown.empty() == draft.unknown_members.empty());
    if (!unknown.empty()) FAIRLEAD_ASSERT(IsSame(ReadKept(draft.unknown_members), unknown));
}

void CheckMeaning(const http::EventBody& body, const json::value& value) {
    FAIRLEAD_ASSERT(value.is_object());
    const auto* events = value.get_object().if_contains("events");
    FAIRLEAD_ASSERT(body.is_batch == (events != nullptr));
    if (events == nullptr) return CheckDraft(body.drafts.at(0), value);
    FAIRLEAD_ASSERT(events->is_array() && events->get_array().size() == body.drafts.size());
    for (std::size_t i = 0; i < body.drafts.size(); ++i) CheckDraft(body.drafts[i], events->get_array()[i]);
}

// Validation must also handle any draft. A valid event has the members that every event needs.
void CheckValidation(const http::EventBody& body) {
    static const events::BrandEventYears kBrands{{BrandId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071").value(), 10}};
    static const std::vector<Currency> kDeclared{Currency::Parse("USDT").value()};
    static const Bytes32 kAddressKey{};
    const events::EventPolicy policy{kBrands, kDeclared, kAddressKey, Timestamp{1'773'151'509'000'000}};
    for (const EventDraft& draft : body.drafts) {
        events::Event event;
        if (!Validate(draft, policy, event).empty()) continue;
        FAIRLEAD_ASSERT(draft.errors.empty() && kBrands.contains(event.brand));
        FAIRLEAD_ASSERT(!event.player_ref.empty() && !event.idempotency_key.empty());
        FAIRLEAD_ASSERT(event.idempotency_key == draft.idempotency_key.text);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // An exact copy on the heap, so that reading beyond the padding is detected.
    const std::unique_ptr<char[]> buffer(new char[size + http::kBodyPadding]());
    std::copy_n(data, size, buffer.get());
    const std::string_view text(buffer.get(), size);
    const auto body = http::DecodeEventBody(text);
    const Reading reading = ReadElsewhere(text);
    if (!body) {
        const bool not_json = body.error().code == ErrorCode::kInvalidJson;
        FAIRLEAD_ASSERT(!not_json || reading.error);
        return 0;
    }
    CheckValidation(*body);
    if (reading.Undecided()) return 0;
    // The parser skips the rest of an event after an error, so only a body without errors is known to be valid JSON.
    const bool faultless = std::ranges::all_of(body->drafts, [](const auto& draft) { return draft.errors.empty(); });
    FAIRLEAD_ASSERT(!faultless || !reading.error);
    if (!reading.error) CheckMeaning(*body, reading.value);
    return 0;
}
