#include "domain/accruals/state.hpp"

#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class StoredPlayerState : public testing::Test, protected WorkedCase {
protected:
    // Every member has a different value.
    static PlayerState Qualified() {
        return {.deal = Nth<DealId>(1),
                .version = 2,
                .first_deposit = Dec("30"),
                .deposits_in_time = Dec("50"),
                .chargebacks_in_time = Dec("5"),
                .wagered_in_time = Dec("0.00000001"),
                .deposits = Dec("70"),
                .chargebacks = Dec("15"),
                .cpa = CpaStanding::kQualified,
                .cpa_version = 3,
                .cpa_period = Month("2026-03"),
                .cpa_position = 300};
    }
};

TEST_F(StoredPlayerState, AQualifiedPlayerIsReadAsItWasWritten) {
    EXPECT_EQ(DecodePlayerState(EncodePlayerState(Qualified())), Qualified());
}

TEST_F(StoredPlayerState, APlayerThatHasNotQualifiedIsReadAsItWasWritten) {
    const PlayerState state{.deal = Nth<DealId>(1), .deposits = Dec("70")};
    EXPECT_EQ(DecodePlayerState(EncodePlayerState(state)), state);
}

TEST_F(StoredPlayerState, LaterDepositsAreNotPartOfIt) {
    PlayerState state = Qualified();
    state.counted_until = 77;
    state.later_deposits.sum = Dec("5");
    const auto read = DecodePlayerState(EncodePlayerState(state));
    ASSERT_EQ(read, state);
    EXPECT_EQ(read->counted_until, 77);
    EXPECT_EQ(read->AllDeposits(), Dec("70"));
}

TEST_F(StoredPlayerState, AZeroFirstDepositIsNotAMissingOne) {
    PlayerState state;
    state.first_deposit = Dec("0");
    EXPECT_EQ(DecodePlayerState(EncodePlayerState(state)), state);
}

TEST_F(StoredPlayerState, EmptyBytesAreANewPlayer) { EXPECT_EQ(DecodePlayerState(""), PlayerState{}); }

TEST_F(StoredPlayerState, TruncatedBytesAreRefused) {
    const std::string bytes = EncodePlayerState(Qualified());
    for (std::size_t length = 1; length < bytes.size(); ++length) {
        EXPECT_EQ(DecodePlayerState(bytes.substr(0, length)), std::nullopt) << length << " of " << bytes.size();
    }
}

TEST_F(StoredPlayerState, ExtendedBytesAreRefused) {
    EXPECT_EQ(DecodePlayerState(EncodePlayerState(Qualified()) + "x"), std::nullopt);
}

TEST_F(StoredPlayerState, BytesOfAnotherFormatAreRefused) {
    std::string bytes = EncodePlayerState(Qualified());
    for (const char format : {'\0', '\2', '\3'}) {
        bytes[0] = format;
        EXPECT_EQ(DecodePlayerState(bytes), std::nullopt);
    }
}

TEST_F(StoredPlayerState, WhatOnlySomeDealsNeedIsReadAsItWasWritten) {
    PlayerState state = Qualified();
    state.first_deposit_at = At("2026-03-05");
    state.bets_in_time = 300;
    state.kyc_in_time = true;
    state.self_excluded = true;
    state.blocked = true;
    state.activities = {{Month("2026-02"), true, false, true, {}}, {Month("2026-03"), true, true, false, Dec("70")}};
    state.early_deposits = {{At("2026-03-04"), Dec("20")}, {At("2026-03-05"), Dec("0.005")}};
    state.last_active = At("2026-03-06");
    state.inactive = true;
    state.suspended_events = 200;
    state.deal_shown_from = 70'000;
    const std::string bytes = EncodePlayerState(state);
    EXPECT_EQ(DecodePlayerState(bytes), state);
    for (std::size_t length = 1; length < bytes.size(); ++length) {
        EXPECT_EQ(DecodePlayerState(bytes.substr(0, length)), std::nullopt) << length << " of " << bytes.size();
    }
    state.cpa = CpaStanding::kOpen;
    state.cpa_version = 0;
    state.cpa_period = {};
    state.cpa_position = 0;
    EXPECT_EQ(DecodePlayerState(EncodePlayerState(state)), state);
}

// The bytes that earlier releases wrote: format 1, no deal, version 0, no first deposit, five sums of 0, CPA open.
TEST_F(StoredPlayerState, AStateWithoutNewMembersIsWrittenAsBefore) {
    const std::string sums("\1\0\0\1\0\0\1\0\0\1\0\0\1\0\0", 15);
    const std::string bytes = std::string("\1\0\0\0", 4) + sums + std::string(1, '\0');
    EXPECT_EQ(EncodePlayerState(PlayerState{}), bytes);
    EXPECT_EQ(DecodePlayerState(bytes), PlayerState{});
}

class LineOfAStatement : public testing::Test, protected WorkedCase {
protected:
    void Add(std::string_view amount, std::optional<std::string_view> rate, std::optional<std::string_view> base = {}) {
        Accrual accrual;
        accrual.amount.amount = Dec(amount);
        if (rate) accrual.rate = Dec(*rate);
        if (base) accrual.base = Dec(*base);
        line_.Add(accrual);
    }

    LineSum line_;
};

TEST_F(LineOfAStatement, CountsAndAddsUpItsAccruals) {
    Add("270", "30", "900");
    Add("-135", "30", "-450");
    EXPECT_EQ(line_.count, 2);
    EXPECT_EQ(line_.amount, Dec("135"));
    EXPECT_EQ(line_.base, Dec("450"));
    EXPECT_EQ(line_.rate, Dec("30"));
    EXPECT_FALSE(line_.several_rates);
}

TEST_F(LineOfAStatement, HasNoRateIfSeveralApplied) {
    Add("100", "100");
    Add("120", "120");
    EXPECT_TRUE(line_.several_rates);
    EXPECT_EQ(line_.rate, std::nullopt);
    Add("100", "100");
    EXPECT_EQ(line_.rate, std::nullopt) << "the rate does not come back";
}

TEST_F(LineOfAStatement, HasNoRateIfAnAccrualHasNone) {
    Add("1050", std::nullopt, "2000");
    EXPECT_TRUE(line_.several_rates);
    EXPECT_EQ(line_.rate, std::nullopt);
}

TEST_F(LineOfAStatement, HasNoBaseIfItsAccrualsHaveNone) {
    Add("100", "100");
    EXPECT_EQ(line_.base, std::nullopt);
}

class GroupsOfABook : public testing::Test, protected WorkedCase {
protected:
    static StateKey Key(int affiliate, std::string_view month = "2026-03") {
        return {Nth<AffiliateId>(affiliate), Month(month), Nth<DealId>(1), 1};
    }
    static GroupState WithSums() {
        GroupState group;
        group.sums = {Dec("1000"), Dec("-0.5")};
        group.lines.push_back({.brand = Nth<BrandId>(1),
                               .component = Component::kRevShare,
                               .count = 3,
                               .base = Dec("900"),
                               .amount = Dec("270"),
                               .rate = Dec("30")});
        group.lines.push_back(
            {.component = Component::kFixedMonthly, .count = 1, .amount = Dec("500"), .several_rates = true});
        return group;
    }
};

TEST_F(GroupsOfABook, SumsAndLinesAreReadAsTheyWereWritten) {
    GroupState read;
    ASSERT_TRUE(DecodeGroup(EncodeGroup(WithSums()), read));
    EXPECT_EQ(read, WithSums());
}

TEST_F(GroupsOfABook, TruncatedBytesAreRefused) {
    const std::string bytes = EncodeGroup(WithSums());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        GroupState read;
        EXPECT_FALSE(DecodeGroup(bytes.substr(0, length), read)) << length << " of " << bytes.size();
    }
}

TEST_F(GroupsOfABook, AGroupIsLoadedOnce) {
    int loads = 0;
    GroupStates groups([&](const StateKey&) {
        ++loads;
        return WithSums();
    });
    EXPECT_EQ(groups.Find(Key(1)), nullptr) << "it was never requested";
    EXPECT_EQ(groups.Group(Key(1)), WithSums());
    groups.Group(Key(1)).sums.ngr = Dec("7");
    EXPECT_EQ(groups.Group(Key(1)).sums.ngr, Dec("7"));
    EXPECT_EQ(loads, 1);
}

TEST_F(GroupsOfABook, EachAffiliateAndMonthHasItsOwnGroup) {
    groups_.Group(Key(1)).sums.ngr = Dec("7");
    EXPECT_EQ(groups_.Group(Key(2)).sums.ngr, Dec("0"));
    EXPECT_EQ(groups_.Group(Key(1, "2026-04")).sums.ngr, Dec("0"));
    EXPECT_EQ(groups_.size(), 3U);
}

TEST_F(GroupsOfABook, ChangesAreReportedOnceWithTheirPositions) {
    groups_.Changed(Key(1));
    groups_.PositionChanged(Key(2), 4);
    groups_.PositionChanged(Key(2), 1);
    groups_.PositionChanged(Key(2), 4);
    const GroupStates::Changes expected{{Key(1), {}}, {Key(2), {4, 1}}};
    EXPECT_EQ(groups_.TakeChanges(), expected);
    EXPECT_TRUE(groups_.TakeChanges().empty());
}

TEST_F(GroupsOfABook, ClearRemovesAllGroups) {
    groups_.Put(Key(1), WithSums());
    groups_.Changed(Key(1));
    groups_.Clear();
    EXPECT_EQ(groups_.Find(Key(1)), nullptr);
    EXPECT_TRUE(groups_.TakeChanges().empty());
}

TEST_F(GroupsOfABook, PositionsAreCountedFromOne) {
    GroupState group;
    group.positions = {{.player = Nth<PlayerId>(1)}, {.player = Nth<PlayerId>(2)}};
    EXPECT_EQ(group.PositionAt(1).player, Nth<PlayerId>(1));
    EXPECT_EQ(group.PositionAt(2).player, Nth<PlayerId>(2));
    EXPECT_THROW(group.PositionAt(0), MissingReference);
    EXPECT_THROW(group.PositionAt(3), MissingReference);
}

class GroupWithMore : public testing::Test, protected WorkedCase {
protected:
    static GroupState Full() {
        GroupState group;
        group.sums = {Dec("1"), Dec("2"), Dec("3"), Dec("4"), Dec("5"), {{"poker", Dec("6")}, {"sports", Dec("7")}}};
        group.by_brand = true;
        group.brands = {{Nth<BrandId>(1), group.sums}, {Nth<BrandId>(2), {}}};
        group.turnover = {{"", Dec("8")}, {"sports", Dec("9")}};
        group.activity = {10, 11, 12, Dec("13")};
        group.lines.push_back({.brand = Nth<BrandId>(1), .count = 1, .amount = Dec("14")});
        return group;
    }
};

TEST_F(GroupWithMore, IsReadAsItWasWritten) {
    const std::string bytes = EncodeGroup(Full());
    GroupState read;
    ASSERT_TRUE(DecodeGroup(bytes, read));
    EXPECT_EQ(read, Full());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        GroupState part;
        EXPECT_FALSE(DecodeGroup(bytes.substr(0, length), part)) << length << " of " << bytes.size();
    }
}

// The bytes that earlier releases wrote: format 1, two sums of 0, no lines.
TEST_F(GroupWithMore, AGroupWithoutMoreIsWrittenAsBefore) {
    const std::string bytes("\1\1\0\0\1\0\0\0", 8);
    EXPECT_EQ(EncodeGroup(GroupState{}), bytes);
    GroupState read;
    ASSERT_TRUE(DecodeGroup(bytes, read));
    EXPECT_EQ(read, GroupState{});
}

}  // namespace
}  // namespace fairlead::commission
