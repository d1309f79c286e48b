#include "app/accounts/address_change.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

using catalogue::User;
using catalogue::UserStatus;

// A user whose links to the old and the new address are used.
class ChangedAddresses : public testing::Test {
protected:
    ChangedAddresses() {
        User user{.id = UserId::New(), .email = "old@people.example", .status = UserStatus::kActive};
        const auto mails = StartAddressChange({.id = OperatorId::New(), .name = "Harbour"}, "https://fairlead.example",
                                              Now(), "new@people.example", user);
        to_old_ = HashIn(mails[0]);
        to_new_ = HashIn(mails[1]);
        EXPECT_EQ(mails[0].to, "old@people.example");
        EXPECT_EQ(mails[1].to, "new@people.example");
        id_ = user.id;
        Put(user);
    }

    static Bytes32 HashIn(const outbox::Mail& mail) {
        const std::string& url = mail.values.at("url");
        return Digest256(url.substr(url.find("token=") + 6));
    }
    void Put(const User& user) {
        auto next = std::make_shared<OperatorEntry>(*entry_);
        next->records.users.Put(user);
        entry_ = next;
    }
    const User& Stored() const { return *entry_->FindUser(id_); }

    // Whether the link is accepted.
    bool Use(const Bytes32& hash) {
        auto decision = ConfirmAddress(id_, hash)({snapshot_, *entry_});
        if (!decision) return false;
        for (const auto& record : decision->change.upserts) Put(std::get<User>(record));
        return true;
    }

    CatalogueSnapshot snapshot_;
    std::shared_ptr<const OperatorEntry> entry_ = std::make_shared<OperatorEntry>();
    UserId id_;
    Bytes32 to_old_{};
    Bytes32 to_new_{};
};

TEST_F(ChangedAddresses, NeedTheConfirmationOfBoth) {
    EXPECT_TRUE(Use(to_new_));
    EXPECT_EQ(Stored().email, "old@people.example");
    EXPECT_TRUE(Use(to_old_));
    EXPECT_EQ(Stored().email, "new@people.example");
    EXPECT_FALSE(Stored().address_change);
}

TEST_F(ChangedAddresses, UseEachLinkOnce) {
    EXPECT_TRUE(Use(to_old_));
    EXPECT_FALSE(Use(to_old_));
    EXPECT_FALSE(Use(Digest256("another token")));
    EXPECT_EQ(Stored().email, "old@people.example");
}

TEST_F(ChangedAddresses, AreConfirmedWithinADayByAnActiveUser) {
    User late = Stored();
    late.address_change->ends_at = Timestamp{Now().micros - 1};
    Put(late);
    EXPECT_FALSE(Use(to_old_));
    late.address_change->ends_at = Timestamp{Now().micros + kMicrosPerDay};
    late.status = UserStatus::kDisabled;
    Put(late);
    EXPECT_FALSE(Use(to_old_));
    late.status = UserStatus::kActive;
    Put(late);
    EXPECT_TRUE(Use(to_old_));
}

TEST_F(ChangedAddresses, AreNotThoseOfAnotherUser) {
    EXPECT_TRUE(Use(to_old_));
    Put({.id = UserId::New(), .email = "NEW@people.example", .status = UserStatus::kActive});
    EXPECT_FALSE(Use(to_new_));
    EXPECT_EQ(Stored().email, "old@people.example");
}

}  // namespace
}  // namespace fairlead::app
