#include "http/codec/json/canonical_json.hpp"

#include <string>

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "http/codec/events/event_body.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// The canonical text of the members of an object. Events have no members with these names.
std::string Canonical(const std::string& object) {
    const std::string padded = object + std::string(kBodyPadding, '\0');
    const auto body = DecodeEventBody(std::string_view(padded).substr(0, object.size()));
    RC_ASSERT(body.has_value());
    RC_ASSERT(body->drafts.at(0).errors.empty());
    return body->drafts[0].unknown_members;
}

std::string AnySpace() { return *rc::gen::element<std::string>("", "", "", " ", "\n", "\t \r\n"); }

// A string literal that writes the same character in different ways.
std::string AnyLiteral(const std::string& unique = "") {
    std::string literal = "\"";
    for (const auto& piece : *rc::gen::container<std::vector<std::string>>(
             rc::gen::element<std::string>("a", "\\u0061", "é", "\\u00e9", "\\/", "/", "\\\"", "\\\\", "\\n", "\\u000a",
                                           "\\u0000", "😀", "\\ud83d\\ude00", "\\u2028", "\x7f", "{", "]", ",", " "))) {
        literal += piece;
    }
    return literal + unique + "\"";
}

// Numbers that are exact in binary. The other library may round the last bit of other numbers differently.
std::string AnyScalar() {
    if (*rc::gen::arbitrary<bool>()) return AnyLiteral();
    return *rc::gen::element<std::string>("0", "-0", "1.50", "-12e3", "5E-1", "9007199254740993", "0.25", "true",
                                          "false", "null");
}

// The text of any JSON value of at most `depth` levels, with any white space and escapes. The members of
// an object have different names.
std::string AnyJson(int depth);

std::vector<std::string> AnyMembers(int depth) {
    std::vector<std::string> members;
    const auto count = *rc::gen::inRange(0, 4);
    for (int i = 0; i < count; ++i) {
        const std::string name = AnyLiteral(std::to_string(i));
        members.push_back(AnySpace() + name + AnySpace() + ":" + AnySpace() + AnyJson(depth) + AnySpace());
    }
    return members;
}

std::string Join(const std::vector<std::string>& parts) {
    std::string joined;
    for (const auto& part : parts) joined += (joined.empty() ? "" : ",") + part;
    return joined;
}

std::string AnyJson(int depth) {
    const auto kind = depth <= 0 ? 0 : *rc::gen::inRange(0, 3);
    if (kind == 0) return AnyScalar();
    if (kind == 1) return "{" + Join(AnyMembers(depth - 1)) + AnySpace() + "}";
    std::vector<std::string> items;
    const auto count = *rc::gen::inRange(0, 4);
    for (int i = 0; i < count; ++i) items.push_back(AnySpace() + AnyJson(depth - 1) + AnySpace());
    return "[" + Join(items) + "]";
}

RC_GTEST_PROP(CanonicalJson, MeansTheSameAsTheOriginal, ()) {
    const std::string text = "{\"x\":" + AnyJson(7) + "}";
    const std::string canonical = Canonical(text);
    RC_LOG() << text << "\n" << canonical;
    RC_ASSERT(json::parse(canonical) == json::parse(text));
}

RC_GTEST_PROP(CanonicalJson, IsItsOwnCanonicalText, ()) {
    const std::string canonical = Canonical("{\"x\":" + AnyJson(7) + "}");
    RC_LOG() << canonical;
    RC_ASSERT(Canonical(canonical) == canonical);
}

RC_GTEST_PROP(CanonicalJson, DoesNotDependOnTheOrderOfMembers, ()) {
    auto members = AnyMembers(3);
    const std::string forward = "{\"x\":{" + Join(members) + "}," + "\"y\":1}";
    std::ranges::reverse(members);
    const std::string backward = "{\"y\":1,\"x\":{" + Join(members) + "}}";
    RC_ASSERT(Canonical(forward) == Canonical(backward));
}

RC_GTEST_PROP(CanonicalJson, NumbersKeepTheirDigits, ()) {
    const auto digits = rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789")));
    std::string number = *rc::gen::element<std::string>("", "-") + std::to_string(*rc::gen::inRange(1, 10)) + *digits;
    if (*rc::gen::arbitrary<bool>()) number += "." + *rc::gen::nonEmpty(digits);
    if (*rc::gen::arbitrary<bool>())
        number += *rc::gen::element<std::string>("e", "E+", "e-") + *rc::gen::nonEmpty(digits);
    RC_ASSERT(Canonical("{\"x\": [ " + number + " ]}") == "{\"x\":[" + number + "]}");
}

}  // namespace
}  // namespace fairlead::http
