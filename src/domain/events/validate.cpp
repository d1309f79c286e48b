#include "domain/events/validate.hpp"

#include <algorithm>
#include <ranges>

#include "base/net/ip_address.hpp"
#include "base/text/one_of.hpp"
#include "base/text/text.hpp"
#include "base/time/date.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::events {
namespace {

constexpr std::size_t kListedBrandsMax = 10;

// Reads members one by one and collects their errors.
class Checker {
public:
    Checker(const EventDraft& draft, const EventPolicy& policy)
        : errors_(draft.errors), near_misses_(draft.near_misses), policy_(policy) {}

    void Wrong(std::string_view name, ErrorCode code, std::string message) {
        errors_.push_back({code, "/" + std::string(name), std::move(message)});
    }

    // Checks that the member is a string. Returns false if it is missing or has another type.
    bool Text(std::string_view name, const Member& member, bool required) {
        if (member.kind == Member::Kind::kString) return true;
        if (member.kind == Member::Kind::kAbsent) {
            if (required) Wrong(name, ErrorCode::kRequired, MissingText(name));
        } else {
            Wrong(name, ErrorCode::kWrongType, "must be a string");
        }
        return false;
    }

    // A label: 1 to `length_max` code points without control characters.
    void Label(std::string_view name, const Member& member, bool required, std::string& out,
               std::size_t length_max = kTextLengthMax) {
        if (!Text(name, member, required)) return;
        if (member.text.empty()) return Wrong(name, ErrorCode::kInvalidValue, "must not be empty");
        // Most texts have few bytes, so their code points need not be counted.
        if (member.text.size() > length_max && CountCodePoints(member.text) > length_max) {
            return Wrong(name, ErrorCode::kTooLong, "must have at most " + std::to_string(length_max) + " characters");
        }
        if (HasControlCharacter(member.text)) {
            return Wrong(name, ErrorCode::kInvalidValue, "must not contain control characters");
        }
        out.assign(member.text);
    }

    void Type(const Member& member, EventType& out) {
        if (!Text("event_type", member, true)) return;
        if (const auto type = ParseEventType(member.text)) {
            out = *type;
            type_known_ = true;
        } else {
            Wrong("event_type", ErrorCode::kUnknownEventType, MustBeEventType());
        }
    }

    void Time(const Member& member, const Member& brand, Timestamp& out) {
        if (!Text("event_time", member, true)) return;
        const auto time = Timestamp::ParseIso8601(member.text);
        if (!time) return Wrong("event_time", time.error().code, time.error().message);
        out = *time;
        if (time->micros > policy_.now.micros + kFutureMicrosMax) {
            return Wrong("event_time", ErrorCode::kInvalidTime, "must not be more than 24 hours ahead");
        }
        const int years = YearsMax(brand);
        if (*time < YearsAgo(years)) Wrong("event_time", ErrorCode::kInvalidTime, TooOld(years));
    }

    void Brand(const Member& member, BrandId& out) {
        if (!Text("brand_id", member, true)) return;
        const auto id = BrandId::Parse(member.text);
        if (!id) return Wrong("brand_id", ErrorCode::kInvalidValue, "must be a UUID");
        out = *id;
        if (!policy_.brands.contains(*id)) {
            Wrong("brand_id", ErrorCode::kUnknownBrand, "is not a brand of this operator. It " + MustBeBrand());
        }
    }

    void Country(const Member& member, std::string& out) {
        if (!Text("country", member, false)) return;
        const std::string code = ToUpperAscii(member.text);
        const bool letters = std::ranges::all_of(code, [](char c) { return c >= 'A' && c <= 'Z'; });
        if (code.size() != 2 || !letters) return Wrong("country", ErrorCode::kInvalidValue, "must be two letters");
        out = code;
    }

    void Address(const Member& member, std::string& out) {
        if (!Text("ip", member, false)) return;
        const auto address = IpAddress::Parse(member.text);
        if (!address) return Wrong("ip", ErrorCode::kInvalidValue, "must be an IP address");
        out = HashAddress(address->ToString(), policy_.address_key);
    }

    void AmountAndCurrency(const EventDraft& draft, EventType type, std::optional<Money>& out) {
        const bool either = draft.amount.kind != Member::Kind::kAbsent || draft.currency.kind != Member::Kind::kAbsent;
        const bool required = either || (type_known_ && RulesOf(type).money == MoneyRule::kRequired);
        const auto amount = Amount(draft.amount, required, type);
        const auto currency = CurrencyCode(draft.currency, required);
        if (amount && currency) out = Money{*amount, *currency};
    }

    Errors TakeErrors() { return std::move(errors_); }

private:
    std::string MissingText(std::string_view name) const {
        const auto sent = std::ranges::find(near_misses_, name, &NearMiss::meant);
        return sent == near_misses_.end() ? "is required" : "is required. The event has " + sent->sent + " instead";
    }

    // Most operators have few brands. A longer list would not help.
    std::string MustBeBrand() const {
        std::vector<std::string> ids;
        for (const auto& [brand, years] : policy_.brands) ids.push_back(brand.ToString());
        if (ids.empty() || ids.size() > kListedBrandsMax) return "must be the id of a brand, as GET /brands lists them";
        std::ranges::sort(ids);
        return MustBeOneOf(ids);
    }

    // An unknown brand has its own error, and the usual limit.
    int YearsMax(const Member& brand) const {
        const auto id = BrandId::Parse(brand.text);
        const auto found = id ? policy_.brands.find(*id) : policy_.brands.end();
        return found == policy_.brands.end() ? catalogue::kEventAgeYearsDefault : found->second;
    }

    // The same time of day, so that an event of exactly this age is still accepted.
    Timestamp YearsAgo(int years) const {
        const Date today = Date::OfUtc(policy_.now);
        const std::int64_t days = today.days - today.YearsBefore(years).days;
        return {policy_.now.micros - days * kMicrosPerDay};
    }

    static std::string TooOld(int years) {
        return "must not be more than " + std::to_string(years) + (years == 1 ? " year" : " years") +
               " in the past. The brand's maxEventAgeYears is the limit";
    }

    std::optional<Decimal> Amount(const Member& member, bool required, EventType type) {
        if (member.kind != Member::Kind::kNumber && member.kind != Member::Kind::kString) {
            if (member.kind == Member::Kind::kOther) Wrong("amount", ErrorCode::kWrongType, "must be a number");
            if (member.kind == Member::Kind::kAbsent && required) Wrong("amount", ErrorCode::kRequired, "is required");
            return std::nullopt;
        }
        const auto amount = Decimal::Parse(member.text);
        if (!amount) {
            Wrong("amount", amount.error().code, amount.error().message);
            return std::nullopt;
        }
        if (amount->IsNegative() && type_known_ && RulesOf(type).sign == SignRule::kNotNegative) {
            Wrong("amount", ErrorCode::kNegativeAmount, "must not be negative for this event type");
        }
        return *amount;
    }

    bool IsDeclared(const Currency& currency) const {
        return std::ranges::find(policy_.declared_currencies, currency) != policy_.declared_currencies.end();
    }

    std::optional<Currency> CurrencyCode(const Member& member, bool required) {
        if (!Text("currency", member, required)) return std::nullopt;
        const auto currency = Currency::Parse(member.text);
        const bool known = currency && (IsInIso4217(*currency) || IsDeclared(*currency));
        if (!known) Wrong("currency", ErrorCode::kInvalidCurrency, kUnknownCurrency);
        return currency;
    }

    Errors errors_;
    std::span<const NearMiss> near_misses_;
    const EventPolicy& policy_;
    bool type_known_ = false;
};

}  // namespace

Errors Validate(const EventDraft& draft, const EventPolicy& policy, Event& event) {
    Checker check(draft, policy);
    check.Type(draft.event_type, event.type);
    check.Time(draft.event_time, draft.brand_id, event.time);
    check.Brand(draft.brand_id, event.brand);
    check.Label("player_external_ref", draft.player_external_ref, true, event.player_ref);
    check.Label("idempotency_key", draft.idempotency_key, true, event.idempotency_key);
    check.AmountAndCurrency(draft, event.type, event.money);
    // Backends fill in templates, so an empty click_id means that there was no click. It must not fail the
    // registration.
    const bool click_named = draft.click_id.kind != Member::Kind::kString || !draft.click_id.text.empty();
    if (click_named) check.Label("click_id", draft.click_id, false, event.click_id);
    check.Country(draft.country, event.country);
    check.Label("product", draft.product, false, event.product);
    check.Label("game", draft.game, false, event.game);
    check.Label("user_agent", draft.user_agent, false, event.user_agent, kUserAgentLengthMax);
    check.Address(draft.ip, event.ip_hash);
    event.unknown_members = draft.unknown_members;
    return check.TakeErrors();
}

std::string MustBeEventType() { return MustBeOneOf(std::views::transform(kEventTypes, &EventTypeRules::name)); }

Bytes16 DigestAddress(std::string_view canonical_address, const Bytes32& address_key) {
    return Digester128(address_key).Add(canonical_address).Finish();
}

std::string HashAddress(std::string_view canonical_address, const Bytes32& address_key) {
    return ToHex(DigestAddress(canonical_address, address_key));
}

}  // namespace fairlead::events
