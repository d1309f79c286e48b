#include "http/server/problem.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text/json_text.hpp"
#include "http/server/status.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

TEST(Problem, FollowsRfc9457) {
    const Response response = Problem({ErrorCode::kNotFound, "", "there is no such resource"}, "r-1");
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(response.content_type, "application/problem+json");
    EXPECT_EQ(json::parse(response.body), json::parse(R"({"type": "about:blank", "title": "The resource does not exist",
        "status": 404, "detail": "there is no such resource", "code": "not_found", "requestId": "r-1"})"));
}

TEST(Problem, ErrorsOfMembersAreListedWithPointers) {
    const Errors errors{{ErrorCode::kRequired, "/event_time", "is required"},
                        {ErrorCode::kNegativeAmount, "/amount", "must not be negative"}};
    const Response response = Problem(errors, "r-1");
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(json::parse(response.body),
              json::parse(R"({"type": "about:blank", "title": "The request has invalid members",
        "status": 400, "detail": "/event_time is required", "code": "validation_failed", "requestId": "r-1", "errors": [
            {"pointer": "/event_time", "code": "required", "detail": "is required"},
            {"pointer": "/amount", "code": "negative_amount", "detail": "must not be negative"}]})"));
}

TEST(Problem, ErrorsThatWereLeftOutAreMentioned) {
    Errors errors;
    for (int i = 0; i < 100; ++i) errors.push_back({ErrorCode::kRequired, "/a" + std::to_string(i), "is required"});
    EXPECT_EQ(json::parse(Problem(errors, "r-1").body).at("detail"), json::value("/a0 is required"));
    errors.push_back({ErrorCode::kRequired, "/a100", "is required"});
    const json::value body = json::parse(Problem(errors, "r-1").body);
    EXPECT_EQ(body.at("detail"), json::value("/a0 is required; only the first 100 errors are listed"));
    EXPECT_EQ(body.at("errors").as_array().size(), 100U);
}

TEST(Problem, AnErrorAboutTheWholeBodyKeepsItsCode) {
    const Response response = Problem({ErrorCode::kInvalidJson, "", "the body is not valid JSON"}, "r-1");
    const json::object body = json::parse(response.body).as_object();
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(body.at("code"), json::value("invalid_json"));
    EXPECT_FALSE(body.contains("errors"));
}

TEST(Problem, AConflictOnAMemberIsStillAConflict) {
    const Response response = Problem({ErrorCode::kConflict, "/adminEmail", "is taken"}, "r-1");
    const json::object body = json::parse(response.body).as_object();
    EXPECT_EQ(response.status, 409);
    EXPECT_EQ(body.at("code"), json::value("conflict"));
    EXPECT_EQ(body.at("errors").at(0).at("pointer"), json::value("/adminEmail"));
}

TEST(Problem, ErrorsOfTheHttpLayerHaveTheirOwnCodes) {
    const Response response = EdgeProblem(413, "body_too_large", "the body must have at most 1 MiB", "r-1");
    EXPECT_EQ(response.status, 413);
    EXPECT_EQ(response.content_type, "application/problem+json");
    EXPECT_EQ(json::parse(response.body),
              json::parse(R"({"type": "about:blank", "title": "Content Too Large", "status": 413,
        "detail": "the body must have at most 1 MiB", "code": "body_too_large", "requestId": "r-1"})"));
}

TEST(Problem, EveryKindOfErrorHasItsStatus) {
    EXPECT_EQ(StatusOf(ErrorCode::kInvalidAmount), 400);
    EXPECT_EQ(StatusOf(ErrorCode::kBatchSize), 400);
    EXPECT_EQ(StatusOf(ErrorCode::kUnauthorized), 401);
    EXPECT_EQ(StatusOf(ErrorCode::kNotFound), 404);
    EXPECT_EQ(StatusOf(ErrorCode::kConflict), 409);
    EXPECT_EQ(StatusOf(ErrorCode::kRateLimited), 429);
    EXPECT_EQ(StatusOf(ErrorCode::kOverloaded), 503);
    EXPECT_EQ(StatusOf(ErrorCode::kUnavailable), 503);
    EXPECT_EQ(StatusOf(ErrorCode::kLedgerFailed), 500);
    EXPECT_EQ(StatusOf(ErrorCode::kInternal), 500);
}

TEST(Problem, AnOutageSaysWhenToTryAgain) {
    EXPECT_EQ(Problem({ErrorCode::kUnavailable, "", "away"}, "r-1").headers, "Retry-After: 2\r\n");
    EXPECT_EQ(Problem({ErrorCode::kFactsFailed, "", "away"}, "r-1").headers, "Retry-After: 5\r\n");
    EXPECT_EQ(Problem({ErrorCode::kLedgerFailed, "", "damaged"}, "r-1").headers, "");
}

TEST(Problem, EveryStatusThatIsAnsweredHasAPhrase) {
    for (const int status : {200, 201, 202, 400, 401, 404, 405, 408, 409, 413, 429, 431, 500, 503}) {
        EXPECT_NE(ReasonPhrase(status), "Unknown") << status;
    }
}

// Text with everything that JSON treats specially, in valid UTF-8.
std::string AnyText() {
    std::string text;
    for (const auto& piece : *rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
             rc::gen::element<std::string>("\"", "\\", "/", "é", "€", "😀", "\u2028", "\x7f", "\\u0000", "{", "'"),
             rc::gen::map(rc::gen::inRange(0, 0x80), [](int c) { return std::string(1, static_cast<char>(c)); })))) {
        text += piece;
    }
    return text;
}

RC_GTEST_PROP(Problem, AnyMessageArrivesUnchanged, ()) {
    const std::string message = AnyText();
    const std::string pointer = "/" + AnyText();
    const Response response = Problem({ErrorCode::kInvalidValue, pointer, message}, "r-1");
    RC_LOG() << response.body;
    const json::object body = json::parse(response.body).as_object();
    RC_ASSERT(body.at("detail") == json::value(pointer + " " + message));
    RC_ASSERT(body.at("errors").at(0).at("pointer") == json::value(pointer));
    RC_ASSERT(body.at("errors").at(0).at("detail") == json::value(message));
}

RC_GTEST_PROP(Problem, AJsonStringIsReadBackByAnotherLibrary, ()) {
    const std::string text = AnyText();
    std::string literal;
    AppendJsonString(literal, text);
    RC_ASSERT(json::parse(literal) == json::value(text));
}

RC_GTEST_PROP(Problem, AMemberIsFoundByItsPointer, ()) {
    const std::string name = AnyText();
    RC_PRE(name.size() <= 100);  // Longer names are cut.
    const json::value body = json::object{{name, "found"}, {"other", 1}};
    RC_ASSERT(body.at_pointer(JsonPointerTo(name)) == json::value("found"));
}

}  // namespace
}  // namespace fairlead::http
