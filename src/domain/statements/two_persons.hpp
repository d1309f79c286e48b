#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead::statements {

// The two-person rule: the person who adjusts or closes a statement, or reverses an accrual in it, cannot approve it,
// and the person who approves it cannot pay it. People have the names of the audit log, such as "user/<id>". All API
// keys together are one person, because a person with one program of the operator may have all of them. The user who
// created a key knows it, so the key also counts as this user.

// The creators of API keys, by the names of the keys. A key of the command line has none.
using KeyCreators = std::map<std::string, std::string, std::less<>>;

// The people behind a statement.
struct StatementPeople {
    std::vector<std::string> adjusted_by;  // Of all adjustments that the amount contains.
    std::string closed_by;
    std::vector<std::string> approved_by;
    std::vector<std::string> reversed_by = {};  // Of all accruals that were reversed by hand in the statement.
    KeyCreators key_creators = {};              // Of the keys among these people and of the one that acts now.
};

bool IsApiKey(std::string_view person);
bool IsSamePerson(std::string_view one, std::string_view other, const KeyCreators& creators = {});

// Why this person may not approve or pay the statement: a sentence that says who did the earlier step. Nothing if the
// person may do it.
std::optional<std::string> WhyNotApprove(const StatementPeople& people, std::string_view person);
std::optional<std::string> WhyNotPay(const StatementPeople& people, std::string_view person);

}  // namespace fairlead::statements
