#include "app/mail/mail_message.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const MailEnvelope kEnvelope{.from = "no-reply@fairlead.example",
                             .to = "anna@people.example",
                             .message_id = "0198c0de-0000-7000-8000-000000000001",
                             .date = Timestamp{1'773'151'509'000'000}};
const MailLook kPlain{.name = "Harbour", .logo_url = {}, .color = "#1c4f8c"};

std::string HeadersOf(const std::string& message) { return message.substr(0, message.find("\r\n\r\n") + 2); }

TEST(MailMessages, HeadersNameTheMessageAndItsTime) {
    const std::string headers = HeadersOf(MakeMailMessage(kEnvelope, {.subject = "Hello", .paragraphs = {}}, kPlain));
    for (const std::string line :
         {"Date: Tue, 10 Mar 2026 14:05:09 +0000", "From: =?UTF-8?B?SGFyYm91cg==?= <no-reply@fairlead.example>",
          "To: <anna@people.example>", "Subject: =?UTF-8?B?SGVsbG8=?=",
          "Message-ID: <0198c0de-0000-7000-8000-000000000001@fairlead.example>", "MIME-Version: 1.0"}) {
        EXPECT_NE(headers.find(line + "\r\n"), std::string::npos) << line << "\n" << headers;
    }
}

TEST(MailMessages, NoTextCanAddAHeader) {
    const MailLook look{.name = "Harbour\r\nBcc: eve@evil.example", .logo_url = {}, .color = "#1c4f8c"};
    const Letter letter{.subject = "Hello\r\nBcc: eve@evil.example", .paragraphs = {"\r\n.\r\nQUIT\r\n"}};
    const std::string message = MakeMailMessage(kEnvelope, letter, look);
    EXPECT_EQ(message.find("Bcc:"), std::string::npos);
    EXPECT_EQ(message.find("QUIT"), std::string::npos);
}

TEST(MailMessages, LongTextIsFoldedBetweenCharacters) {
    std::string subject;
    for (int i = 0; i < 60; ++i) subject += "€";
    const std::string message = MakeMailMessage(kEnvelope, {.subject = subject, .paragraphs = {}}, kPlain);
    std::size_t line_start = 0;
    for (std::size_t end = message.find("\r\n"); end != std::string::npos; end = message.find("\r\n", line_start)) {
        EXPECT_LE(end - line_start, 80U) << message.substr(line_start, end - line_start);
        line_start = end + 2;
    }
    // Fourteen characters of three bytes, and no part of a fifteenth.
    EXPECT_NE(message.find("=?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=\r\n ="),
              std::string::npos);
}

TEST(MailMessages, AMailThatIsNotEssentialCanBeEndedWithOneClick) {
    MailEnvelope envelope = kEnvelope;
    const std::string without = HeadersOf(MakeMailMessage(envelope, {.subject = "S", .paragraphs = {}}, kPlain));
    EXPECT_EQ(without.find("List-Unsubscribe"), std::string::npos);
    envelope.unsubscribe_url = "https://fairlead.example/api/v1/auth/unsubscribe?token=1";
    const std::string headers = HeadersOf(MakeMailMessage(envelope, {.subject = "S", .paragraphs = {}}, kPlain));
    // RFC 8058.
    for (const std::string line : {"List-Unsubscribe:\r\n <https://fairlead.example/api/v1/auth/unsubscribe?token=1>",
                                   "List-Unsubscribe-Post: List-Unsubscribe=One-Click"}) {
        EXPECT_NE(headers.find(line + "\r\n"), std::string::npos) << headers;
    }
}

TEST(MailMessages, FilesFollowTheLetter) {
    MailEnvelope envelope = kEnvelope;
    envelope.attachments = {{"text/csv; charset=utf-8", "daily.csv", "a,b\r\n"}};
    const std::string message = MakeMailMessage(envelope, {.subject = "Hello", .paragraphs = {}}, kPlain);
    EXPECT_NE(HeadersOf(message).find("multipart/mixed"), std::string::npos);
    const auto letter = message.find("multipart/alternative");
    const auto file = message.find("Content-Disposition: attachment;\r\n filename=\"daily.csv\"");
    ASSERT_NE(letter, std::string::npos);
    ASSERT_NE(file, std::string::npos);
    EXPECT_LT(letter, file);
    EXPECT_NE(message.find("YSxiDQo=\r\n", file), std::string::npos);
}

TEST(MailMessages, AnAddressIsMasked) {
    EXPECT_EQ(MaskMailAddress("anna@people.example"), "a***@people.example");
    EXPECT_EQ(MaskMailAddress("ünal@people.example"), "ü***@people.example");
    EXPECT_EQ(MaskMailAddress("\xF0\x9F\x98\x80@people.example"), "\xF0\x9F\x98\x80***@people.example");
    EXPECT_EQ(MaskMailAddress("@people.example"), "***");
    EXPECT_EQ(MaskMailAddress("anna"), "***");
}

TEST(Letters, TextAndHtmlSayTheSame) {
    const Letter letter{.subject = "S",
                        .paragraphs = {"Tom & <Jerry>"},
                        .button = Letter::Button{"Open \"it\"", "https://f.example/?a=1&b=2"},
                        .note = "Once."};
    const std::string text = RenderText(letter, kPlain);
    for (const std::string part : {"Tom & <Jerry>", "Open \"it\":\nhttps://f.example/?a=1&b=2\n", "Once.", "Harbour"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
    const std::string html = RenderHtml(letter, kPlain);
    for (const std::string part : {"Tom &amp; &lt;Jerry&gt;", "Open &quot;it&quot;",
                                   "href=\"https://f.example/?a=1&amp;b=2\"", "Once.", "Harbour"}) {
        EXPECT_NE(html.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(html.find("<Jerry>"), std::string::npos);
}

TEST(Letters, TheTextOnAButtonCanBeRead) {
    const Letter letter{.subject = "S", .paragraphs = {}, .button = Letter::Button{"Open", "https://f.example"}};
    EXPECT_NE(RenderHtml(letter, {"H", "", "#000080"}).find("background:#000080;color:#ffffff"), std::string::npos);
    EXPECT_NE(RenderHtml(letter, {"H", "", "#FFEE00"}).find("background:#FFEE00;color:#000000"), std::string::npos);
}

TEST(Letters, OnlyALogoByHttpsIsShown) {
    const Letter letter{.subject = "S", .paragraphs = {}};
    EXPECT_NE(RenderHtml(letter, {"H", "https://cdn.example/l.png", "#000000"}).find("<img"), std::string::npos);
    EXPECT_EQ(RenderHtml(letter, {"H", "http://cdn.example/l.png", "#000000"}).find("<img"), std::string::npos);
}

}  // namespace
}  // namespace fairlead::app
