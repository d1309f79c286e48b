#include "app/ports/outgoing/seal_mail.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const outbox::Mail kMail{.type = outbox::MailType::kPasswordReset,
                         .to = "anna@people.example",
                         .values = {{"url", "https://fairlead.example/reset?token=1\n\"2"}},
                         .expires_at = Timestamp{1'800'000'000'000'000}};

TEST(SealedMails, AMailIsReadAsItWasSealed) {
    const Bytes32 key = MailKeyOf(RandomKey());
    const outbox::SealedMail sealed = SealMail(kMail, key);
    EXPECT_EQ(UnsealMail(outbox::Name(sealed.type), sealed.content, key), kMail);
}

TEST(SealedMails, NothingOfItCanBeRead) {
    const outbox::SealedMail sealed = SealMail(kMail, RandomKey());
    EXPECT_EQ(sealed.content.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(SealMail(kMail, RandomKey()).content, sealed.content);
}

TEST(SealedMails, AnotherKeyAndChangedContentAreRefused) {
    const Bytes32 key = RandomKey();
    std::string content = SealMail(kMail, key).content;
    EXPECT_FALSE(UnsealMail("passwordReset", content, RandomKey()));
    EXPECT_FALSE(UnsealMail("unknown", content, key));
    EXPECT_FALSE(UnsealMail("passwordReset", "", key));
    EXPECT_FALSE(UnsealMail("passwordReset", "xy", key));
    content.back() = content.back() == '0' ? '1' : '0';
    EXPECT_FALSE(UnsealMail("passwordReset", content, key));
}

}  // namespace
}  // namespace fairlead::app
