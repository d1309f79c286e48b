#include "http/codec/events/event_body.hpp"

#include <algorithm>
#include <array>

#include <simdjson.h>

#include "base/text/json_text.hpp"
#include "domain/events/known_members.hpp"
#include "http/codec/json/canonical_json.hpp"
#include "http/codec/json/json_number.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {
namespace {

namespace ondemand = simdjson::ondemand;
using events::EventDraft;
using events::kKnownMembers;
using events::Member;
using simdjson::error_code;

static_assert(kBodyPadding >= simdjson::SIMDJSON_PADDING);

// More unknown members of an event are not compared with the known names.
constexpr std::size_t kComparedMax = 32;

std::unexpected<Error> NotJsonBecause(error_code code) {
    return Fail(ErrorCode::kInvalidJson, std::string("the body is not valid JSON: ") + simdjson::error_message(code));
}

// Reads the members of one event in the order of the body.
class DraftReader {
public:
    explicit DraftReader(EventDraft& draft) : draft_(draft) {}

    // Reads one member. An error code means that the whole body is not JSON.
    error_code Take(std::string_view name, ondemand::value value) {
        for (std::size_t i = 0; i < kKnownMembers.size(); ++i) {
            if (kKnownMembers[i].name == name) return TakeKnown(i, value);
        }
        return TakeUnknown(name, value);
    }

    // Must be called after the last member.
    void Finish() {
        if (unknown_.empty()) return;
        NoteNearMisses();
        for (const std::string& name : AppendMembers(unknown_, draft_.unknown_members)) AddRepeated(name);
    }

private:
    // A sender that also uses the right name has made no mistake.
    void NoteNearMisses() {
        for (std::size_t i = 0; i < std::min(unknown_.size(), kComparedMax); ++i) {
            const auto meant = events::MeantMember(unknown_[i].name);
            if (!meant) continue;
            const auto known = std::ranges::find(kKnownMembers, *meant, &events::KnownMember::name);
            if ((draft_.*known->member).kind != Member::Kind::kAbsent) continue;
            draft_.near_misses.push_back({unknown_[i].name, *meant});
        }
    }

    void Wrong(std::string_view member, ErrorCode code, std::string message) {
        // Reading goes on after the last listed error, because the rest of the body may not be JSON.
        if (!draft_.errors.HasMore()) draft_.errors.push_back({code, JsonPointerTo(member), std::move(message)});
    }

    void AddRepeated(std::string_view member) { Wrong(member, ErrorCode::kDuplicateMember, "appears more than once"); }

    error_code TakeKnown(std::size_t index, ondemand::value value) {
        const std::uint32_t bit = 1U << index;
        if ((seen_ & bit) != 0) AddRepeated(kKnownMembers[index].name);
        seen_ |= bit;
        Member& member = draft_.*kKnownMembers[index].member;
        ondemand::json_type type{};
        if (const auto error = value.type().get(type)) return error;
        switch (type) {
            case ondemand::json_type::string:
                member.kind = Member::Kind::kString;
                return value.get_string().get(member.text);
            case ondemand::json_type::number:
                member = {Member::Kind::kNumber, TrimToken(value.raw_json_token())};
                return IsJsonNumber(member.text) ? simdjson::SUCCESS : simdjson::NUMBER_ERROR;
            case ondemand::json_type::null:
                member.kind = Member::Kind::kAbsent;
                return TrimToken(value.raw_json_token()) == "null" ? simdjson::SUCCESS : simdjson::TAPE_ERROR;
            default: {
                member.kind = Member::Kind::kOther;
                std::string ignored;
                return Note(kKnownMembers[index].name, AppendCanonical(value, 1, ignored));
            }
        }
    }

    error_code TakeUnknown(std::string_view name, ondemand::value value) {
        CanonicalMember& member = unknown_.emplace_back(std::string(name), std::string());
        return Note(name, AppendCanonical(value, 1, member.value));
    }

    error_code Note(std::string_view name, const JsonFault& fault) {
        if (fault.unwanted == ErrorCode::kTooDeep) Wrong(name, *fault.unwanted, "is nested too deeply");
        if (fault.unwanted == ErrorCode::kDuplicateMember) Wrong(name, *fault.unwanted, "has a member more than once");
        return fault.broken;
    }

    EventDraft& draft_;
    std::uint32_t seen_ = 0;
    std::vector<CanonicalMember> unknown_;
};

error_code ReadEvent(ondemand::object object, EventDraft& draft) {
    DraftReader reader(draft);
    for (auto field : object) {
        std::string_view name;
        if (const auto error = field.unescaped_key().get(name)) return error;
        ondemand::value value;
        if (const auto error = field.value().get(value)) return error;
        if (const auto error = reader.Take(name, value)) return error;
    }
    reader.Finish();
    return simdjson::SUCCESS;
}

error_code ReadEntry(ondemand::value entry, EventDraft& draft) {
    ondemand::json_type type{};
    if (const auto error = entry.type().get(type)) return error;
    if (type == ondemand::json_type::object) {
        ondemand::object object;
        if (const auto error = entry.get_object().get(object)) return error;
        return ReadEvent(object, draft);
    }
    draft.errors.push_back({ErrorCode::kWrongType, "", "an event must be a JSON object"});
    std::string ignored;
    return AppendCanonical(entry, 1, ignored).broken;
}

// Reads `events`. Stops at the first event over the limit.
Result<std::vector<EventDraft>> ReadBatch(ondemand::value value) {
    ondemand::json_type type{};
    if (const auto error = value.type().get(type)) return NotJsonBecause(error);
    if (type != ondemand::json_type::array) return Fail(ErrorCode::kWrongType, "must be an array of events", "/events");
    ondemand::array array;
    if (const auto error = value.get_array().get(array)) return NotJsonBecause(error);
    std::vector<EventDraft> drafts;
    for (auto element : array) {
        ondemand::value entry;
        if (const auto error = element.get(entry)) return NotJsonBecause(error);
        if (drafts.size() > kBatchEventsMax) {
            return Fail(ErrorCode::kBatchSize, "must have at most 100 events", "/events");
        }
        if (const auto error = ReadEntry(entry, drafts.emplace_back())) return NotJsonBecause(error);
    }
    if (drafts.empty()) return Fail(ErrorCode::kBatchSize, "must have at least one event", "/events");
    if (drafts.size() > kBatchEventsMax) return Fail(ErrorCode::kBatchSize, "must have at most 100 events", "/events");
    return drafts;
}

// Reads the members as those of a single event until `events` shows that the body is a batch.
Result<EventBody> ReadRoot(ondemand::object root) {
    EventBody body;
    EventDraft single;
    DraftReader reader(single);
    for (auto field : root) {
        std::string_view name;
        if (const auto error = field.unescaped_key().get(name)) return NotJsonBecause(error);
        ondemand::value value;
        if (const auto error = field.value().get(value)) return NotJsonBecause(error);
        if (name != "events") {
            if (const auto error = reader.Take(name, value)) return NotJsonBecause(error);
            continue;
        }
        if (body.is_batch) return Fail(ErrorCode::kDuplicateMember, "appears more than once", "/events");
        auto drafts = ReadBatch(value);
        if (!drafts) return std::unexpected(std::move(drafts.error()));
        body = {true, std::move(*drafts)};
    }
    if (!body.is_batch) {
        reader.Finish();
        body.drafts.push_back(std::move(single));
    }
    return body;
}

}  // namespace

Result<EventBody> DecodeEventBody(std::string_view body) {
    thread_local ondemand::parser parser;
    ondemand::document document;
    const simdjson::padded_string_view padded(body.data(), body.size(), body.size() + kBodyPadding);
    if (const auto error = parser.iterate(padded).get(document)) return NotJsonBecause(error);
    ondemand::json_type type{};
    if (const auto error = document.type().get(type)) return NotJsonBecause(error);
    if (type != ondemand::json_type::object) {
        return Fail(ErrorCode::kWrongType, "the body must be an event or an object with `events`");
    }
    ondemand::object root;
    if (const auto error = document.get_object().get(root)) return NotJsonBecause(error);
    auto read = ReadRoot(root);
    if (read && !IsAtEnd(document)) return NotJsonBecause(simdjson::TRAILING_CONTENT);
    return read;
}

}  // namespace fairlead::http
