#include "domain/statements/two_persons.hpp"

#include <algorithm>

namespace fairlead::statements {
namespace {

constexpr std::string_view kApiKeyPrefix = "apiKey/";

bool IsApiKey(std::string_view person) { return person.starts_with(kApiKeyPrefix); }

std::string Refusal(std::string_view who, std::string_view did, std::string_view next) {
    std::string text = "the two-person rule is on: " + std::string(who) + " " + std::string(did) +
                       " this statement, so another person must " + std::string(next) + " it";
    if (IsApiKey(who)) text += ". All API keys count as one person";
    return text;
}

const std::string* FindPerson(const std::vector<std::string>& people, std::string_view person) {
    const auto found = std::ranges::find_if(people, [&](const auto& each) { return IsSamePerson(each, person); });
    return found == people.end() ? nullptr : &*found;
}

}  // namespace

bool IsSamePerson(std::string_view one, std::string_view other) {
    return one == other || (IsApiKey(one) && IsApiKey(other));
}

std::optional<std::string> WhyNotApprove(const StatementPeople& people, std::string_view person) {
    if (IsSamePerson(people.closed_by, person)) return Refusal(people.closed_by, "closed", "approve");
    if (const auto* adjuster = FindPerson(people.adjusted_by, person)) return Refusal(*adjuster, "adjusted", "approve");
    return std::nullopt;
}

std::optional<std::string> WhyNotPay(const StatementPeople& people, std::string_view person) {
    const auto* approver = FindPerson(people.approved_by, person);
    return approver == nullptr ? std::nullopt : std::optional(Refusal(*approver, "approved", "pay"));
}

}  // namespace fairlead::statements
