#include "http/codec/events/foreign_body.hpp"

#include <ctime>

#include <gtest/gtest.h>

#include "http/framing/body_limits.hpp"

namespace fairlead::http {
namespace {

// An adapter that ignores every event, so that only the body can be wrong.
app::Adapter Ignoring() {
    return {.name = "none", .title = "None", .list = {}, .rules = {{.when = {}, .ignore = true}}};
}

Result<ForeignBody> Translated(std::string body) {
    const std::size_t size = body.size();
    body.resize(size + kBodyPadding);
    return TranslateEventBody(Ignoring(), {}, std::string_view(body).substr(0, size));
}

std::string RefusalOf(std::string body) {
    const auto read = Translated(std::move(body));
    return read ? "none" : std::string(Name(read.error().code)) + " " + read.error().pointer;
}

TEST(AForeignBody, IsRefusedWithThePlaceOfItsFault) {
    EXPECT_EQ(RefusalOf(R"({"a":1,"b":[{"c/d":1,"c/d":2}]})"), "duplicate_member /b/0/c~1d");
    EXPECT_EQ(RefusalOf(R"({"a":1,"a":2})"), "duplicate_member /a");
    EXPECT_EQ(RefusalOf(R"({"a":[[1},2]})"), "invalid_json ") << "broken JSON has no place";
    EXPECT_EQ(RefusalOf(R"({"a":[1,{"b":null}],"c":true})"), "none");
}

TEST(AForeignBody, HasALimitedNumberOfValues) {
    std::string items = "0";
    for (int i = 0; i < 49'997; ++i) items += ",0";
    EXPECT_EQ(RefusalOf(R"({"a":[)" + items + "]}"), "none") << "50,000 values with the list and the object";
    EXPECT_EQ(RefusalOf(R"({"a":[)" + items + ",0]}"), "too_long ");
}

// If each value had a pointer, the time would grow with the length of the name times the number of values.
TEST(AForeignBody, IsReadAtOnceHoweverLongItsNamesAre) {
    const std::string name(900'000, 'n');
    std::string items = "0";
    for (int i = 0; i < 40'000; ++i) items += ",0";
    const std::clock_t begin = std::clock();
    EXPECT_EQ(RefusalOf(R"({")" + name + R"(":[)" + items + "]}"), "none");
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 4);
}

}  // namespace
}  // namespace fairlead::http
