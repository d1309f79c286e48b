#include "app/mail/mail_message.hpp"

#include <algorithm>
#include <ctime>

#include "base/crypto/hmac_sha256.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kLineBytes = 57;    // 76 characters of base64.
constexpr std::size_t kHeaderBytes = 42;  // An encoded word has at most 75 characters.

std::string Base64(std::string_view text) {
    return ToBase64(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::string Base64Lines(std::string_view bytes) {
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += kLineBytes) out += Base64(bytes.substr(i, kLineBytes)) + "\r\n";
    return out;
}

// The length of the longest beginning of at most `bytes_max` bytes that does not end inside a character.
std::size_t WholeCharacters(std::string_view utf8, std::size_t bytes_max) {
    std::size_t length = std::min(bytes_max, utf8.size());
    while (length < utf8.size() && length > 0 && (static_cast<unsigned char>(utf8[length]) & 0xC0U) == 0x80U) --length;
    return length == 0 ? std::min(bytes_max, utf8.size()) : length;
}

// Text in a header (RFC 2047). Always encoded, so no text can end the header or start another one.
std::string EncodedWords(std::string_view utf8) {
    std::string out;
    while (!utf8.empty()) {
        const std::size_t length = WholeCharacters(utf8, kHeaderBytes);
        if (!out.empty()) out += "\r\n ";
        out += "=?UTF-8?B?" + Base64(utf8.substr(0, length)) + "?=";
        utf8.remove_prefix(length);
    }
    return out;
}

std::string MailDate(Timestamp time) {
    const std::time_t seconds = time.micros / kMicrosPerSecond;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[64];
    const std::size_t length = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S +0000", &parts);
    return {text, length};
}

std::string Part(std::string_view type, std::string_view text) {
    return "Content-Type: " + std::string(type) + "; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
           Base64Lines(text);
}

std::string UnsubscribeHeaders(const std::string& url) {
    if (url.empty()) return {};
    return "List-Unsubscribe:\r\n <" + url + ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
}

// The letter in both forms, with the header that says so.
std::string Alternatives(const std::string& boundary, const Letter& letter, const MailLook& look) {
    return "Content-Type: multipart/alternative;\r\n boundary=\"" + boundary + "\"\r\n\r\n--" + boundary + "\r\n" +
           Part("text/plain", RenderText(letter, look)) + "--" + boundary + "\r\n" +
           Part("text/html", RenderHtml(letter, look)) + "--" + boundary + "--\r\n";
}

std::string Attached(const MailAttachment& file) {
    return "Content-Type: " + std::string(file.type) + "\r\nContent-Disposition: attachment;\r\n filename=\"" +
           file.name + "\"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + Base64Lines(file.content);
}

// The letter, and the files after it.
std::string Body(const MailEnvelope& envelope, const Letter& letter, const MailLook& look) {
    // The parts are in base64, which never contains this boundary.
    const std::string boundary = "=_" + envelope.message_id;
    std::string alternatives = Alternatives(boundary, letter, look);
    if (envelope.attachments.empty()) return alternatives;
    const std::string outer = "=_files_" + envelope.message_id;
    std::string body = "Content-Type: multipart/mixed;\r\n boundary=\"" + outer + "\"\r\n\r\n--" + outer + "\r\n" +
                       std::move(alternatives);
    for (const MailAttachment& file : envelope.attachments) {
        body += "--";
        body += outer;
        body += "\r\n";
        body += Attached(file);
    }
    return body + "--" + outer + "--\r\n";
}

}  // namespace

std::string MakeMailMessage(const MailEnvelope& envelope, const Letter& letter, const MailLook& look) {
    const std::string host = envelope.from.substr(envelope.from.find('@') + 1);
    return "Date: " + MailDate(envelope.date) + "\r\nFrom: " + EncodedWords(look.name) + " <" + envelope.from +
           ">\r\nTo: <" + envelope.to + ">\r\nSubject: " + EncodedWords(letter.subject) + "\r\nMessage-ID: <" +
           envelope.message_id + "@" + host + ">\r\nAuto-Submitted: auto-generated\r\n" +
           UnsubscribeHeaders(envelope.unsubscribe_url) + "MIME-Version: 1.0\r\n" + Body(envelope, letter, look);
}

std::string MaskMailAddress(std::string_view address) {
    const auto at = address.find('@');
    if (at == std::string_view::npos || at == 0) return "***";
    // The whole first character: a part of it would not be valid UTF-8.
    std::size_t end = 1;
    while ((static_cast<unsigned char>(address[end]) & 0xC0U) == 0x80U) ++end;
    return std::string(address.substr(0, end)) + "***" + std::string(address.substr(at));
}

}  // namespace fairlead::app
