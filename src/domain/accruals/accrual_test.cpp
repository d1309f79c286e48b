#include "domain/accruals/accrual.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class StoredAccrual : public testing::Test, protected WorkedCase {
protected:
    // Every member has a different value.
    static Accrual WithAllParts() {
        Accrual accrual;
        accrual.conversion = Conversion{{Dec("100"), Cur("USD")}, Dec("91.37"), Day("2026-03-08"), "0.9137"};
        accrual.rev_share = RevShareSeen{{Dec("1"), Dec("2")}, {Dec("-3"), Dec("4")}};
        accrual.cpa = CpaSeen{300, PricedBy::kCountry, Month("2026-03"), Dec("30"), Dec("50"), Dec("7")};
        return accrual;
    }
    static Accrual ReadBack(const Accrual& accrual) {
        Accrual read;
        EXPECT_TRUE(DecodeSeen(EncodeSeen(accrual), read));
        return read;
    }
};

TEST_F(StoredAccrual, ItsValuesAreReadBack) { EXPECT_EQ(ReadBack(WithAllParts()), WithAllParts()); }

TEST_F(StoredAccrual, APartThatIsMissingStaysMissing) {
    for (const int missing : {0, 1, 2}) {
        Accrual accrual = WithAllParts();
        if (missing == 0) accrual.conversion.reset();
        if (missing == 1) accrual.rev_share.reset();
        if (missing == 2) accrual.cpa.reset();
        EXPECT_EQ(ReadBack(accrual), accrual) << "without part " << missing;
    }
}

TEST_F(StoredAccrual, WhatOnlySomeDealsNeedIsReadBack) {
    Accrual accrual = WithAllParts();
    accrual.rev_share->after.products = {{"sports", Dec("5")}};
    accrual.rev_share->before.bonuses = Dec("6");
    accrual.rev_share->input_before = {.activity = {1, 2, 3, Dec("4")}, .at_least = Dec("50"), .digits = 0};
    accrual.rev_share->input_after = {.digits = 2};
    accrual.rev_share->re_rated_base = Dec("9000");
    accrual.cpa->bets = 5;
    accrual.cpa->kyc = true;
    accrual.turnover = TurnoverSeen{"sports", Dec("1"), Dec("3")};
    EXPECT_EQ(ReadBack(accrual), accrual);
    const std::string bytes = EncodeSeen(accrual);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        Accrual read;
        EXPECT_FALSE(DecodeSeen(bytes.substr(0, length), read)) << length << " of " << bytes.size();
    }
}

TEST_F(StoredAccrual, TruncatedAndExtendedBytesAreRefused) {
    const std::string bytes = EncodeSeen(WithAllParts());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        Accrual read;
        EXPECT_FALSE(DecodeSeen(bytes.substr(0, length), read)) << length << " of " << bytes.size();
    }
    Accrual read;
    EXPECT_FALSE(DecodeSeen(bytes + "x", read));
}

TEST_F(StoredAccrual, TheNumberOfAnAccrualIsInItsId) {
    for (const std::int64_t number : {std::int64_t{1}, std::int64_t{300}, (std::int64_t{1} << 40) - 1}) {
        EXPECT_EQ(NumberIn(AccrualIdOf(Nth<OperatorId>(7), number, At("2026-03-10"))), number);
    }
}

TEST_F(StoredAccrual, TheSameNumberOfTwoOperatorsHasTwoIds) {
    EXPECT_NE(AccrualIdOf(Nth<OperatorId>(1), 5, At("2026-03-10")),
              AccrualIdOf(Nth<OperatorId>(2), 5, At("2026-03-10")));
}

TEST_F(StoredAccrual, AnIdIsAUuidOfVersion7WithTheTimeOfRecording) {
    // 2026-03-10T12:00:00Z is 1773144000 seconds after 1970: 0x019cd79e4600 in milliseconds.
    const std::string id = AccrualIdOf(Nth<OperatorId>(1), 1, At("2026-03-10")).ToString();
    EXPECT_EQ(id.substr(0, 15), "019cd79e-4600-7");
    EXPECT_NE(std::string_view("89ab").find(id[19]), std::string_view::npos) << "the variant of RFC 9562: " << id;
}

class ShownAccruals : public testing::Test, protected WorkedCase {
protected:
    static Accrual Of(std::string_view amount, Reason reason) {
        Accrual accrual;
        accrual.amount.amount = Dec(amount);
        accrual.reason = reason;
        return accrual;
    }
};

TEST_F(ShownAccruals, AZeroIsShownOnlyForACap) {
    EXPECT_TRUE(Of("-0.00000001", Reason::kEarned).IsShown());
    EXPECT_TRUE(Of("0", Reason::kCapped).IsShown());
    EXPECT_FALSE(Of("0", Reason::kEarned).IsShown());
    EXPECT_FALSE(Of("0", Reason::kClawback).IsShown());
}

// The names and their order are stored and are part of the API.
TEST_F(ShownAccruals, ComponentsAndReasonsHaveTheirNames) {
    EXPECT_EQ(Name(Component::kCpa), "cpa");
    EXPECT_EQ(Name(Component::kRevShare), "revShare");
    EXPECT_EQ(Name(Component::kCpl), "cpl");
    EXPECT_EQ(Name(Component::kFixedMonthly), "fixedMonthly");
    EXPECT_EQ(Name(Component::kSubAffiliate), "subAffiliate");
    EXPECT_EQ(Name(Component::kTurnover), "turnover");
    EXPECT_EQ(Name(Reason::kEarned), "earned");
    EXPECT_EQ(Name(Reason::kCapped), "capped");
    EXPECT_EQ(Name(Reason::kReRated), "reRated");
    EXPECT_EQ(Name(Reason::kClawback), "clawback");
    EXPECT_EQ(Name(Reason::kReassigned), "reassigned");
    EXPECT_EQ(Name(Reason::kExcluded), "excluded");
    EXPECT_EQ(Name(Reason::kReversed), "reversed");
}

}  // namespace
}  // namespace fairlead::commission
