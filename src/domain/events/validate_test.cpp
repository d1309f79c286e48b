#include "domain/events/validate.hpp"

#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::events {
namespace {

using Kind = Member::Kind;
using Codes = std::vector<std::pair<std::string, ErrorCode>>;

Member Text(std::string_view text) { return {Kind::kString, text}; }
Member Number(std::string_view token) { return {Kind::kNumber, token}; }
constexpr Member kAbsent{};
constexpr Member kOther{Kind::kOther, {}};

constexpr std::string_view kBrandText = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071";
constexpr std::string_view kForeignBrand = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6072";

// Starts with a valid first deposit at noon on 2026-03-10, which is also the current time.
class ValidateTest : public testing::Test {
protected:
    ValidateTest() {
        draft_.event_type = Text("first_deposit");
        draft_.event_time = Text("2026-03-10T12:00:00Z");
        draft_.brand_id = Text(kBrandText);
        draft_.player_external_ref = Text("player-7");
        draft_.idempotency_key = Text("first_deposit_player-7");
        draft_.amount = Number("100.50");
        draft_.currency = Text("EUR");
        std::iota(address_key_.begin(), address_key_.end(), std::uint8_t{0});
    }

    Errors Check() {
        event_ = {};
        return Validate(draft_, {brands_, declared_, address_key_, now_}, event_);
    }

    Codes Wrong() {
        Codes codes;
        for (const Error& error : Check()) codes.emplace_back(error.pointer, error.code);
        return codes;
    }

    // The errors if `member` is `value`. The draft is restored afterwards.
    Codes WrongWith(Member EventDraft::* member, Member value) {
        const Member before = std::exchange(draft_.*member, value);
        Codes codes = Wrong();
        draft_.*member = before;
        return codes;
    }

    void ExpectAccepted() { EXPECT_EQ(Wrong(), Codes()); }

    EventDraft draft_;
    Event event_;
    BrandEventYears brands_{{BrandId::Parse(kBrandText).value(), 10}};
    std::vector<Currency> declared_{Currency::Parse("USDT").value(), Currency::Parse("1IN").value()};
    Bytes32 address_key_{};
    Timestamp now_ = Timestamp::ParseIso8601("2026-03-10T12:00:00Z").value();
};

const std::vector<std::pair<std::string, Member EventDraft::*>> kRequired{
    {"/event_type", &EventDraft::event_type},
    {"/event_time", &EventDraft::event_time},
    {"/brand_id", &EventDraft::brand_id},
    {"/player_external_ref", &EventDraft::player_external_ref},
    {"/idempotency_key", &EventDraft::idempotency_key},
};

TEST_F(ValidateTest, AValidEventIsReadCompletely) {
    draft_.click_id = Text("0190a0b0-0000-7000-8000-000000000001");
    draft_.country = Text("de");
    draft_.product = Text("casino");
    draft_.game = Text("Book of Ra");
    draft_.user_agent = Text("Mozilla/5.0");
    draft_.ip = Text("203.0.113.7");
    draft_.unknown_members = R"({"campaign":"spring"})";
    ASSERT_EQ(Wrong(), Codes());
    EXPECT_EQ(event_, (Event{.type = EventType::kFirstDeposit,
                             .time = now_,
                             .brand = BrandId::Parse(kBrandText).value(),
                             .player_ref = "player-7",
                             .idempotency_key = "first_deposit_player-7",
                             .money = Money{Decimal::Parse("100.5").value(), Currency::Parse("EUR").value()},
                             .click_id = "0190a0b0-0000-7000-8000-000000000001",
                             .country = "DE",
                             .product = "casino",
                             .game = "Book of Ra",
                             .user_agent = "Mozilla/5.0",
                             .ip_hash = "f6ca52efe2219b29fb9bda9a723b0bf5",
                             .unknown_members = R"({"campaign":"spring"})"}));
}

TEST_F(ValidateTest, EveryEventNeedsTheFiveMembers) {
    for (const auto& [pointer, member] : kRequired) {
        EXPECT_EQ(WrongWith(member, kAbsent), (Codes{{pointer, ErrorCode::kRequired}}));
        EXPECT_EQ(WrongWith(member, Number("5")), (Codes{{pointer, ErrorCode::kWrongType}}));
        EXPECT_EQ(WrongWith(member, kOther), (Codes{{pointer, ErrorCode::kWrongType}}));
        EXPECT_FALSE(WrongWith(member, Text("")).empty()) << pointer;
    }
}

TEST_F(ValidateTest, AMissingMemberNamesTheOneThatWasSentInstead) {
    draft_.player_external_ref = kAbsent;
    draft_.near_misses.push_back({"playerRef", "player_external_ref"});
    ASSERT_EQ(Wrong(), (Codes{{"/player_external_ref", ErrorCode::kRequired}}));
    EXPECT_EQ(Check().front().message, "is required. The event has playerRef instead");
}

TEST_F(ValidateTest, AnUnknownTypeIsAnError) {
    EXPECT_EQ(WrongWith(&EventDraft::event_type, Text("login")),
              (Codes{{"/event_type", ErrorCode::kUnknownEventType}}));
    EXPECT_EQ(WrongWith(&EventDraft::event_type, Text("Deposit")),
              (Codes{{"/event_type", ErrorCode::kUnknownEventType}}));
}

TEST_F(ValidateTest, TheTimeIsIso8601AtMost24HoursAhead) {
    draft_.event_time = Text("2026-03-11T12:00:00Z");
    ExpectAccepted();
    draft_.event_time = Text("2026-03-11T13:00:00+01:00");
    ExpectAccepted();
    for (const std::string_view text : {"2026-03-11T12:00:00.000001Z", "2026-03-11T12:00:00-00:01",
                                        "2026-03-10T12:00:00", "2026-03-10", "yesterday", "2026-02-30T12:00:00Z"}) {
        EXPECT_EQ(WrongWith(&EventDraft::event_time, Text(text)), (Codes{{"/event_time", ErrorCode::kInvalidTime}}))
            << text;
    }
}

TEST_F(ValidateTest, TheTimeIsAtMostTenYearsAgo) {
    draft_.event_time = Text("2016-03-10T12:00:00Z");
    ExpectAccepted();
    for (const std::string_view text :
         {"2016-03-10T11:59:59.999999Z", "1999-01-01T00:00:00Z", "0001-01-01T00:00:00Z"}) {
        EXPECT_EQ(WrongWith(&EventDraft::event_time, Text(text)), (Codes{{"/event_time", ErrorCode::kInvalidTime}}))
            << text;
    }
}

TEST_F(ValidateTest, ABrandSetsTheGreatestAgeOfItsEvents) {
    brands_.begin()->second = 1;
    draft_.event_time = Text("2025-03-10T12:00:00Z");
    ExpectAccepted();
    draft_.event_time = Text("2025-03-10T11:59:59Z");
    ASSERT_EQ(Wrong(), (Codes{{"/event_time", ErrorCode::kInvalidTime}}));
    EXPECT_EQ(Check().begin()->message,
              "must not be more than 1 year in the past. The brand's maxEventAgeYears is the limit");
    brands_.begin()->second = 30;
    draft_.event_time = Text("1999-01-01T00:00:00Z");
    ExpectAccepted();
}

TEST_F(ValidateTest, AnOldEventOfAnUnknownBrandHasBothErrors) {
    draft_.event_time = Text("0001-01-01T00:00:00Z");
    EXPECT_EQ(WrongWith(&EventDraft::brand_id, Text(kForeignBrand)),
              (Codes{{"/event_time", ErrorCode::kInvalidTime}, {"/brand_id", ErrorCode::kUnknownBrand}}));
}

TEST_F(ValidateTest, TheBrandIsOneOfTheOperators) {
    draft_.brand_id = Text("0190A0B0-C0D0-7E0F-8A1B-2C3D4E5F6071");
    ExpectAccepted();
    EXPECT_EQ(event_.brand, BrandId::Parse(kBrandText));
    EXPECT_EQ(WrongWith(&EventDraft::brand_id, Text(kForeignBrand)), (Codes{{"/brand_id", ErrorCode::kUnknownBrand}}));
    EXPECT_EQ(WrongWith(&EventDraft::brand_id, Text("brand-1")), (Codes{{"/brand_id", ErrorCode::kInvalidValue}}));
}

TEST_F(ValidateTest, SixTypesNeedAmountAndCurrency) {
    draft_.amount = kAbsent;
    draft_.currency = kAbsent;
    for (const std::string_view type :
         {"first_deposit", "deposit", "ngr_update", "chargeback", "withdrawal", "bonus"}) {
        draft_.event_type = Text(type);
        EXPECT_EQ(Wrong(), (Codes{{"/amount", ErrorCode::kRequired}, {"/currency", ErrorCode::kRequired}})) << type;
    }
    for (const std::string_view type :
         {"registration", "wager_placed", "wager_settled", "kyc_verified", "self_exclusion", "player_blocked"}) {
        draft_.event_type = Text(type);
        EXPECT_EQ(Wrong(), Codes()) << type;
        EXPECT_FALSE(event_.money.has_value()) << type;
    }
}

TEST_F(ValidateTest, AnAmountNeedsACurrencyAndACurrencyAnAmount) {
    draft_.event_type = Text("wager_placed");
    ExpectAccepted();
    EXPECT_TRUE(event_.money.has_value());
    EXPECT_EQ(WrongWith(&EventDraft::currency, kAbsent), (Codes{{"/currency", ErrorCode::kRequired}}));
    EXPECT_EQ(WrongWith(&EventDraft::amount, kAbsent), (Codes{{"/amount", ErrorCode::kRequired}}));
}

TEST_F(ValidateTest, AnAmountIsANumberOrADecimalString) {
    for (const std::string_view text : {"100.5", "1.005e2", "1005E-1", "100.50000000000"}) {
        for (const Member& amount : {Number(text), Text(text)}) {
            draft_.amount = amount;
            ExpectAccepted();
            EXPECT_EQ(event_.money->amount.ToString(), "100.5") << text;
        }
    }
    EXPECT_EQ(WrongWith(&EventDraft::amount, kOther), (Codes{{"/amount", ErrorCode::kWrongType}}));
}

TEST_F(ValidateTest, AnAmountIsExactlyRepresentable) {
    draft_.amount = Number("999999999999999.99999999");
    ExpectAccepted();
    for (const std::string_view text : {"1e15", "0.000000001", "1e-9", "1000000000000000.5"}) {
        EXPECT_EQ(WrongWith(&EventDraft::amount, Number(text)), (Codes{{"/amount", ErrorCode::kInvalidAmount}}))
            << text;
    }
    for (const std::string_view text : {"", "1,5", " 1", "+1", "1 EUR", "abc", "0x1"}) {
        EXPECT_EQ(WrongWith(&EventDraft::amount, Text(text)), (Codes{{"/amount", ErrorCode::kInvalidAmount}})) << text;
    }
}

TEST_F(ValidateTest, AnAmountIsNegativeOnlyOnRevenueAndSettledWagers) {
    for (const auto& rules : kEventTypes) {
        draft_.event_type = Text(rules.name);
        const bool may = rules.name == "ngr_update" || rules.name == "wager_settled";
        const Codes expected = may ? Codes() : Codes{{"/amount", ErrorCode::kNegativeAmount}};
        EXPECT_EQ(WrongWith(&EventDraft::amount, Number("-0.00000001")), expected) << rules.name;
        EXPECT_EQ(WrongWith(&EventDraft::amount, Number("-0")), Codes()) << rules.name;
        EXPECT_EQ(WrongWith(&EventDraft::amount, Number("0")), Codes()) << rules.name;
    }
}

TEST_F(ValidateTest, ACurrencyIsInIso4217OrDeclared) {
    for (const auto& [text, code] : {std::pair("eur", "EUR"), {"ZWG", "ZWG"}, {"usdt", "USDT"}, {"1in", "1IN"}}) {
        draft_.currency = Text(text);
        ExpectAccepted();
        EXPECT_EQ(event_.money->currency.code(), code);
    }
    for (const std::string_view text :
         {"", "EU", "ZZZ", "XYZ", "EUX", "USDC", "US1", "EURO", "€UR", "EU R", "ABCDEFGHIJK"}) {
        EXPECT_EQ(WrongWith(&EventDraft::currency, Text(text)), (Codes{{"/currency", ErrorCode::kInvalidCurrency}}))
            << text;
    }
    EXPECT_EQ(WrongWith(&EventDraft::currency, Number("978")), (Codes{{"/currency", ErrorCode::kWrongType}}));
}

TEST_F(ValidateTest, AnInvalidEventHasTheMembersThatCouldBeRead) {
    ASSERT_EQ(Wrong(), Codes());
    const Event valid = event_;
    draft_.event_time = Text("2001-02-03T04:05:06Z");
    draft_.brand_id = Text(kForeignBrand);
    draft_.currency = Text("ZZZ");
    EXPECT_EQ(Check().size(), 3U);
    Event expected = valid;
    expected.time = Timestamp::ParseIso8601("2001-02-03T04:05:06Z").value();
    expected.brand = BrandId::Parse(kForeignBrand).value();
    expected.money->currency = Currency::Parse("ZZZ").value();
    EXPECT_EQ(event_, expected);
}

TEST_F(ValidateTest, ACountryIsTwoLettersAndUpperCased) {
    draft_.country = Text("dE");
    ExpectAccepted();
    EXPECT_EQ(event_.country, "DE");
    for (const std::string_view text : {"", "D", "DEU", "D1", "ß", "D "}) {
        EXPECT_EQ(WrongWith(&EventDraft::country, Text(text)), (Codes{{"/country", ErrorCode::kInvalidValue}})) << text;
    }
    EXPECT_EQ(WrongWith(&EventDraft::country, kOther), (Codes{{"/country", ErrorCode::kWrongType}}));
}

struct Label {
    std::string pointer;
    Member EventDraft::* member;
    std::size_t length_max;
};

const std::vector<Label> kLabels{
    {"/player_external_ref", &EventDraft::player_external_ref, 255},
    {"/idempotency_key", &EventDraft::idempotency_key, 255},
    {"/product", &EventDraft::product, 255},
    {"/game", &EventDraft::game, 255},
    {"/click_id", &EventDraft::click_id, 255},
    {"/user_agent", &EventDraft::user_agent, 2048},
};

TEST_F(ValidateTest, ALabelIsCountedInCodePoints) {
    for (const auto& [pointer, member, length_max] : kLabels) {
        std::string text;
        for (std::size_t i = 0; i < length_max; ++i) text += "😀";
        EXPECT_EQ(WrongWith(member, Text(text)), Codes()) << pointer;
        const std::string longer = text + "x";
        EXPECT_EQ(WrongWith(member, Text(longer)), (Codes{{pointer, ErrorCode::kTooLong}}));
    }
}

TEST_F(ValidateTest, ALabelHasNoControlCharacters) {
    using namespace std::string_view_literals;
    for (const auto& [pointer, member, length_max] : kLabels) {
        for (const std::string_view text : {"a\nb"sv, "a\0b"sv, "\x7f"sv, "a\u0085"sv, "\t"sv}) {
            EXPECT_EQ(WrongWith(member, Text(text)), (Codes{{pointer, ErrorCode::kInvalidValue}}));
        }
        EXPECT_EQ(WrongWith(member, Text(" \u00a0é")), Codes()) << pointer;
        EXPECT_EQ(WrongWith(member, Number("7")), (Codes{{pointer, ErrorCode::kWrongType}}));
    }
}

TEST_F(ValidateTest, ALabelThatIsGivenIsNotEmpty) {
    for (const auto& [pointer, member, length_max] : kLabels) {
        if (pointer == "/click_id") continue;
        EXPECT_EQ(WrongWith(member, Text("")), (Codes{{pointer, ErrorCode::kInvalidValue}}));
    }
}

TEST_F(ValidateTest, AnEmptyClickIdMeansThatThereWasNoClick) {
    draft_.click_id = Text("");
    ExpectAccepted();
    EXPECT_EQ(event_.click_id, "");
}

TEST_F(ValidateTest, AnAddressIsKeptOnlyAsItsKeyedHash) {
    draft_.ip = Text("203.0.113.7");
    ExpectAccepted();
    // BLAKE2b-128 with the key 00 01 … 1f over the length as 8 bytes and the text, computed by another implementation.
    EXPECT_EQ(event_.ip_hash, "f6ca52efe2219b29fb9bda9a723b0bf5");
    draft_.ip = Text("::ffff:203.0.113.7");
    ExpectAccepted();
    EXPECT_EQ(event_.ip_hash, "f6ca52efe2219b29fb9bda9a723b0bf5");
    draft_.ip = Text("2001:DB8:0::1");
    ExpectAccepted();
    EXPECT_EQ(event_.ip_hash, "fa1d15ec864b0c64289ef1a5554a2cc9");
    address_key_[0] = 1;
    ExpectAccepted();
    EXPECT_NE(event_.ip_hash, "fa1d15ec864b0c64289ef1a5554a2cc9");
}

TEST_F(ValidateTest, AnInvalidAddressIsRefused) {
    using namespace std::string_view_literals;
    for (const std::string_view text : {""sv, "203.0.113"sv, "203.0.113.7:80"sv, "unknown"sv, "203.0.113.7\0x"sv}) {
        EXPECT_EQ(WrongWith(&EventDraft::ip, Text(text)), (Codes{{"/ip", ErrorCode::kInvalidValue}})) << text;
    }
    EXPECT_EQ(WrongWith(&EventDraft::ip, Number("1")), (Codes{{"/ip", ErrorCode::kWrongType}}));
}

TEST_F(ValidateTest, ErrorsOfTheJsonAreReported) {
    draft_.errors = {{ErrorCode::kDuplicateMember, "/amount", "is given more than once"}};
    EXPECT_EQ(Wrong(), (Codes{{"/amount", ErrorCode::kDuplicateMember}}));
}

TEST_F(ValidateTest, AllErrorsAreReported) {
    draft_ = EventDraft{.event_type = Text("bonus"), .currency = Text("EURO"), .country = Text("Germany")};
    EXPECT_EQ(Wrong(), (Codes{{"/event_time", ErrorCode::kRequired},
                              {"/brand_id", ErrorCode::kRequired},
                              {"/player_external_ref", ErrorCode::kRequired},
                              {"/idempotency_key", ErrorCode::kRequired},
                              {"/amount", ErrorCode::kRequired},
                              {"/currency", ErrorCode::kInvalidCurrency},
                              {"/country", ErrorCode::kInvalidValue}}));
    for (const Error& error : Check()) EXPECT_FALSE(error.message.empty());
}

RC_GTEST_FIXTURE_PROP(ValidateTest, AKeyIsAcceptedIfItHas1To255CodePointsAndNoControls, ()) {
    const auto piece = rc::gen::element<std::string>("a", "é", "€", "😀");
    const auto length = *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 10), rc::gen::inRange<std::size_t>(250, 260));
    std::string key;
    for (const auto& each : *rc::gen::container<std::vector<std::string>>(length, piece)) key += each;
    const bool control = *rc::gen::arbitrary<bool>();
    if (control) key += '\x1f';
    draft_.idempotency_key = Text(key);
    RC_ASSERT(Check().empty() == (length >= 1 && length <= 255 && !control));
}

}  // namespace
}  // namespace fairlead::events
