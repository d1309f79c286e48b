#include "app/accounts/password_links.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

using catalogue::User;
using catalogue::UserRole;
using catalogue::UserStatus;

constexpr Timestamp kAsked{1'800'000'000'000'000};

struct AskedForReset {
    catalogue::Operator owner{.id = OperatorId::New(), .name = "Harbour"};
    User user{
        .id = UserId::New(), .email = "anna@people.example", .role = UserRole::kViewer, .status = UserStatus::kActive};
    outbox::Mail mail = StartReset(owner, "https://fairlead.example", kAsked, user);

    std::string Url() const { return mail.values.at("url"); }
    Bytes32 Hash() const { return Digest256(Url().substr(Url().find("token=") + 6)); }
    bool IsOpenAt(std::int64_t micros_later, PasswordLink link = PasswordLink::kReset) const {
        return IsOpenLink(user, link, Hash(), Timestamp{kAsked.micros + micros_later});
    }
};

TEST(PasswordLinks, ALinkForANewPasswordWorksForAnHour) {
    const AskedForReset asked;
    EXPECT_TRUE(asked.IsOpenAt(0));
    EXPECT_TRUE(asked.IsOpenAt(3600 * kMicrosPerSecond));
    EXPECT_FALSE(asked.IsOpenAt(3600 * kMicrosPerSecond + 1));
    EXPECT_EQ(asked.mail.expires_at, (Timestamp{kAsked.micros + 3600 * kMicrosPerSecond}));
}

TEST(PasswordLinks, ALinkIsOnlyForItsPurpose) {
    AskedForReset asked;
    EXPECT_FALSE(asked.IsOpenAt(0, PasswordLink::kInvitation));
    asked.user.invite_hash = asked.user.reset_hash;
    asked.user.invite_ends_at = asked.user.reset_ends_at;
    asked.user.reset_hash.reset();
    EXPECT_FALSE(asked.IsOpenAt(0));
    EXPECT_TRUE(asked.IsOpenAt(0, PasswordLink::kInvitation));
}

TEST(PasswordLinks, ADisabledUserHasNone) {
    AskedForReset asked;
    asked.user.status = UserStatus::kDisabled;
    EXPECT_FALSE(asked.IsOpenAt(0));
}

TEST(PasswordLinks, ClosingEndsAllLinks) {
    AskedForReset asked;
    asked.user.invite_hash = asked.user.reset_hash;
    CloseLinks(asked.user);
    EXPECT_FALSE(asked.user.reset_hash || asked.user.invite_hash);
}

TEST(PasswordLinks, ANewLinkReplacesTheOlderOne) {
    AskedForReset asked;
    const Bytes32 older = asked.Hash();
    StartReset(asked.owner, "https://fairlead.example", kAsked, asked.user);
    EXPECT_FALSE(IsOpenLink(asked.user, PasswordLink::kReset, older, kAsked));
}

TEST(PasswordLinks, ThePageIsInTheConsoleOrInThePortal) {
    AskedForReset asked;
    EXPECT_TRUE(asked.Url().starts_with("https://fairlead.example/console/reset?token="));
    asked.user.role = UserRole::kAffiliate;
    EXPECT_EQ(PageUrl(asked.owner, asked.user, "https://f.example/api/v1", "/x"), "https://f.example/portal/x");
    asked.owner.portal.domains = {"partners.example"};
    EXPECT_EQ(PageUrl(asked.owner, asked.user, "https://f.example/api/v1", "/x"), "https://partners.example/x");
    EXPECT_EQ(PageUrl(asked.owner, asked.user, "http://127.0.0.1:8080", "/x"), "http://127.0.0.1:8080/portal/x");
}

}  // namespace
}  // namespace fairlead::app
