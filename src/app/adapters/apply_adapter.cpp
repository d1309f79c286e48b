#include "app/adapters/apply_adapter.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/one_of.hpp"
#include "domain/events/known_members.hpp"

namespace fairlead::app {
namespace {

using events::EventDraft;
using Form = AdapterValue::Form;
using ForeignKind = ForeignValue::Kind;

bool IsScalar(const ForeignValue* value) {
    return value != nullptr && value->kind != ForeignKind::kNull && value->kind != ForeignKind::kList &&
           value->kind != ForeignKind::kObject;
}

const std::string* FindParameter(const ForeignQuery& query, std::string_view name) {
    const auto found = std::ranges::find(query, name, [](const auto& one) { return std::string_view(one.first); });
    return found == query.end() ? nullptr : &found->second;
}

std::string Unescaped(std::string_view part) {
    std::string name;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const bool escape = part[i] == '~' && i + 1 < part.size() && (part[i + 1] == '0' || part[i + 1] == '1');
        name += escape ? (part[++i] == '0' ? '~' : '/') : part[i];
    }
    return name;
}

bool Meets(const AdapterCondition& condition, const ForeignValue& event, const ForeignQuery& query) {
    const std::string* text = nullptr;
    if (condition.place.starts_with('?')) {
        text = FindParameter(query, std::string_view(condition.place).substr(1));
        if (condition.any_of.empty()) return (text != nullptr) == condition.present;
    } else {
        const ForeignValue* value = event.At(condition.place);
        if (condition.any_of.empty()) {
            return (value != nullptr && value->kind != ForeignKind::kNull) == condition.present;
        }
        if (IsScalar(value)) text = &value->text;
    }
    return text != nullptr && std::ranges::find(condition.any_of, *text) != condition.any_of.end();
}

// A whole number of seconds or milliseconds as a time.
std::optional<std::string> TimeOf(std::string_view digits, std::int64_t micros_each) {
    std::int64_t count = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    constexpr std::int64_t kSecondsMax = 253'402'300'799;  // The end of the year 9999.
    if (failed != std::errc() || end != digits.data() + digits.size() || count < 0) return std::nullopt;
    if (count > kSecondsMax * (kMicrosPerSecond / micros_each)) return std::nullopt;
    return Timestamp{count * micros_each}.ToIso8601();
}

// A date and a time of day in UTC, as "2026-03-02 08:27:58.72 UTC". The mark UTC or Z may be missing.
std::optional<std::string> FromUtc(std::string_view text) {
    constexpr std::string_view kMark = " UTC";
    if (text.ends_with(kMark)) text.remove_suffix(kMark.size());
    constexpr std::size_t kDateLength = 10;
    if (text.size() <= kDateLength || (text[kDateLength] != ' ' && text[kDateLength] != 'T')) return std::nullopt;
    std::string time(text);
    time[kDateLength] = 'T';
    if (!time.ends_with('Z')) time += 'Z';
    if (!Timestamp::ParseIso8601(time)) return std::nullopt;
    return time;
}

// A whole number of hundredths as a decimal number.
std::optional<std::string> FromCents(std::string_view number) {
    const bool negative = number.starts_with('-');
    if (negative) number.remove_prefix(1);
    const bool whole = !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    if (!whole) return std::nullopt;
    std::string digits(number);
    if (digits.size() < 3) digits.insert(0, 3 - digits.size(), '0');
    digits.insert(digits.size() - 2, ".");
    return negative ? "-" + digits : digits;
}

std::optional<std::string> InForm(Form form, const std::string& text) {
    switch (form) {
        case Form::kText: return text;
        case Form::kSeconds: return TimeOf(text, kMicrosPerSecond);
        case Form::kMilliseconds: return TimeOf(text, 1000);
        case Form::kUtc: return FromUtc(text);
        case Form::kCents: return FromCents(text);
        case Form::kNegated: return text.starts_with('-') ? text.substr(1) : "-" + text;
    }
    return std::nullopt;
}

std::string_view DescribeForm(Form form) {
    switch (form) {
        case Form::kSeconds: return "must be a time in whole seconds since 1970";
        case Form::kMilliseconds: return "must be a time in whole milliseconds since 1970";
        case Form::kUtc: return "must be a date and a time in UTC, such as 2026-03-02 08:27:58 UTC";
        case Form::kCents: return "must be a whole number of hundredths";
        default: return "is not valid";
    }
}

// Fills the members of one draft.
class Translation {
public:
    Translation(const ForeignValue& event, const ForeignQuery& query, std::deque<std::string>& texts)
        : event_(event), query_(query), texts_(texts) {}

    void Fill(const AdapterRule& rule, EventDraft& draft) {
        for (const auto& [name, value] : rule.members) {
            const auto known = std::ranges::find(events::kKnownMembers, name, &events::KnownMember::name);
            const events::Member member = Read(value, draft);
            draft.*known->member = member;
            if (value.kind == AdapterValue::Kind::kFrom) draft.origins.push_back({"/" + name, value.text});
        }
        draft.untranslated = !draft.errors.empty();
    }

private:
    events::Member Read(const AdapterValue& value, EventDraft& draft) {
        switch (value.kind) {
            case AdapterValue::Kind::kConstant: return Keep(value.text);
            case AdapterValue::Kind::kQuery: return ReadParameter(value, draft);
            case AdapterValue::Kind::kTemplate: return ReadTemplate(value, draft);
            case AdapterValue::Kind::kFrom: return ReadFrom(value, draft);
        }
        return {};
    }

    // Numbers become texts. The only member of our events that is a number, the amount, may also be a text.
    events::Member Keep(std::string text) {
        return {events::Member::Kind::kString, texts_.emplace_back(std::move(text))};
    }

    events::Member ReadParameter(const AdapterValue& value, EventDraft& draft) {
        if (const std::string* text = FindParameter(query_, value.text)) {
            return Write(value, *text, "", draft);
        }
        if (!value.optional) {
            draft.errors.push_back(
                {ErrorCode::kRequired, "", "the parameter " + value.text + " of the URL is required"});
        }
        return {};
    }

    events::Member ReadFrom(const AdapterValue& value, EventDraft& draft) {
        const ForeignValue* found = event_.At(value.text);
        if (found == nullptr || found->kind == ForeignKind::kNull) {
            if (!value.optional) draft.errors.push_back({ErrorCode::kRequired, value.text, "is required"});
            return {};
        }
        if (!IsScalar(found)) {
            draft.errors.push_back({ErrorCode::kWrongType, value.text, "must be a text or a number"});
            return {};
        }
        return Write(value, found->text, value.text, draft);
    }

    // Replaces each {pointer} by its value.
    events::Member ReadTemplate(const AdapterValue& value, EventDraft& draft) {
        std::string written;
        std::string_view rest = value.text;
        for (std::size_t at = rest.find('{'); at != std::string_view::npos; at = rest.find('{')) {
            const std::size_t end = rest.find('}', at);
            const std::string pointer(rest.substr(at + 1, end - at - 1));
            const ForeignValue* found = event_.At(pointer);
            if (!IsScalar(found)) {
                draft.errors.push_back({ErrorCode::kRequired, pointer, "is required"});
                return {};
            }
            written.append(rest.substr(0, at)).append(found->text);
            rest.remove_prefix(end + 1);
        }
        return Keep(written.append(rest));
    }

    events::Member Write(const AdapterValue& value, const std::string& text, const std::string& pointer,
                         EventDraft& draft) {
        if (!value.names.empty()) {
            const auto found = value.names.find(text);
            if (found != value.names.end()) return Keep(found->second);
            std::vector<std::string> names;
            for (const auto& [name, to] : value.names) names.push_back(name);
            draft.errors.push_back({ErrorCode::kInvalidValue, pointer, MustBeOneOf(names)});
            return {};
        }
        auto written = InForm(value.form, text);
        if (!written) {
            draft.errors.push_back({ErrorCode::kInvalidValue, pointer, std::string(DescribeForm(value.form))});
            return {};
        }
        return Keep(std::move(*written));
    }

    const ForeignValue& event_;
    const ForeignQuery& query_;
    std::deque<std::string>& texts_;
};

std::string NoRule(const Adapter& adapter) { return "no rule of the adapter " + adapter.name + " matches this event"; }

// An error at the first place whose value is in no rule. Nothing if each value is in a rule, but no rule has this
// combination.
std::optional<Error> FindUnmatched(const Adapter& adapter, const ForeignValue& event) {
    std::map<std::string, std::vector<std::string>> values;
    for (const AdapterRule& rule : adapter.rules) {
        for (const AdapterCondition& condition : rule.when) {
            if (!condition.place.starts_with('/')) continue;
            auto& known = values[condition.place];
            known.insert(known.end(), condition.any_of.begin(), condition.any_of.end());
        }
    }
    for (auto& [place, known] : values) {
        const ForeignValue* value = event.At(place);
        if (known.empty() || !IsScalar(value) || std::ranges::find(known, value->text) != known.end()) continue;
        std::ranges::sort(known);
        const auto repeated = std::ranges::unique(known);
        known.erase(repeated.begin(), repeated.end());
        return Error{ErrorCode::kInvalidValue, place, NoRule(adapter) + ": " + MustBeOneOf(known)};
    }
    return std::nullopt;
}

}  // namespace

const ForeignValue* ForeignValue::At(std::string_view pointer) const {
    const ForeignValue* value = this;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        const std::string name = Unescaped(pointer.substr(0, end));
        pointer.remove_prefix(end);
        if (value->kind == ForeignKind::kObject) {
            const auto found = value->members.find(name);
            if (found == value->members.end()) return nullptr;
            value = &found->second;
        } else if (value->kind == ForeignKind::kList) {
            std::size_t index = 0;
            const auto [last, failed] = std::from_chars(name.data(), name.data() + name.size(), index);
            if (failed != std::errc() || last != name.data() + name.size() || index >= value->items.size())
                return nullptr;
            value = &value->items[index];
        } else {
            return nullptr;
        }
    }
    return value;
}

EventDraft ApplyAdapter(const Adapter& adapter, const ForeignValue& event, const ForeignQuery& query,
                        std::deque<std::string>& texts) {
    EventDraft draft;
    if (event.kind != ForeignKind::kObject) {
        draft.errors.push_back({ErrorCode::kWrongType, "", "an event must be a JSON object"});
        draft.untranslated = true;
        return draft;
    }
    for (const AdapterRule& rule : adapter.rules) {
        const auto meets = [&](const AdapterCondition& condition) { return Meets(condition, event, query); };
        if (!std::ranges::all_of(rule.when, meets)) continue;
        draft.ignored = rule.ignore;
        if (!rule.ignore) Translation(event, query, texts).Fill(rule, draft);
        return draft;
    }
    draft.errors.push_back(
        FindUnmatched(adapter, event).value_or(Error{ErrorCode::kInvalidValue, "", NoRule(adapter)}));
    draft.untranslated = true;
    return draft;
}

}  // namespace fairlead::app
