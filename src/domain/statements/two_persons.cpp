#include "domain/statements/two_persons.hpp"

#include <algorithm>
#include <span>

namespace fairlead::statements {
namespace {

constexpr std::string_view kApiKeyPrefix = "apiKey/";

std::string_view CreatorOf(std::string_view person, const KeyCreators& creators) {
    const auto found = creators.find(person);
    return found == creators.end() ? std::string_view() : std::string_view(found->second);
}

// The sentence that says who did the earlier step, and why this person counts as the same.
std::string Refusal(std::string_view who, std::string_view did, std::string_view next, std::string_view person,
                    const KeyCreators& creators) {
    std::string text = "the two-person rule is on: " + std::string(who) + " " + std::string(did) +
                       " this statement, so another person must " + std::string(next) + " it";
    if (who == person) return text;
    if (IsApiKey(who) && IsApiKey(person)) return text + ". All API keys count as one person";
    const std::string_view key = IsApiKey(who) ? who : person;
    return text + ". " + std::string(CreatorOf(key, creators)) + " created " + std::string(key) +
           ", which counts as the same person";
}

std::optional<std::string> RefuseOneOf(std::span<const std::string> people, std::string_view did, std::string_view next,
                                       std::string_view person, const KeyCreators& creators) {
    const auto found =
        std::ranges::find_if(people, [&](const auto& each) { return IsSamePerson(each, person, creators); });
    if (found == people.end()) return std::nullopt;
    return Refusal(*found, did, next, person, creators);
}

}  // namespace

bool IsApiKey(std::string_view person) { return person.starts_with(kApiKeyPrefix); }

bool IsSamePerson(std::string_view one, std::string_view other, const KeyCreators& creators) {
    if (one == other || (IsApiKey(one) && IsApiKey(other))) return true;
    if (one.empty() || other.empty()) return false;
    return CreatorOf(one, creators) == other || CreatorOf(other, creators) == one;
}

std::optional<std::string> WhyNotApprove(const StatementPeople& people, std::string_view person) {
    auto why = RefuseOneOf(std::span(&people.closed_by, 1), "closed", "approve", person, people.key_creators);
    if (!why) why = RefuseOneOf(people.adjusted_by, "adjusted", "approve", person, people.key_creators);
    if (!why) why = RefuseOneOf(people.reversed_by, "reversed an accrual in", "approve", person, people.key_creators);
    return why;
}

std::optional<std::string> WhyNotPay(const StatementPeople& people, std::string_view person) {
    return RefuseOneOf(people.approved_by, "approved", "pay", person, people.key_creators);
}

}  // namespace fairlead::statements
