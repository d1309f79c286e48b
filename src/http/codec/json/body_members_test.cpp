#include "http/codec/json/body_members.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

namespace json = boost::json;

TEST(BodyMembers, AHundredUnknownMembersAreNamedAndTheRestIsNoted) {
    json::object body;
    for (int i = 0; i < 110'000; ++i) body["x" + std::to_string(i)] = 1;
    const BodyMembers members(body, {"email", "password"});
    ASSERT_EQ(members.errors().size(), 100U);
    EXPECT_EQ(members.errors()[99].pointer, "/x99");
    EXPECT_TRUE(members.errors().HasMore());
}

TEST(BodyMembers, ErrorsInsideAMemberHaveThePointerOfTheMember) {
    const json::object body{{"reasons", {"good", 1}}};
    BodyMembers members(body, {"reasons"});
    const auto check_text = [](const json::value& value, std::string& out) { return app::CheckText(value, 10, out); };
    const auto check = [&](const json::value& value, std::vector<std::string>& out) {
        return app::CheckList(value, 10, std::string(), check_text, out);
    };
    EXPECT_EQ(members.Optional("reasons", std::vector<std::string>(), check), std::nullopt);
    EXPECT_EQ(members.errors(), (Errors{{ErrorCode::kWrongType, "/reasons/1", "must be a string"}}));
}

}  // namespace
}  // namespace fairlead::http
