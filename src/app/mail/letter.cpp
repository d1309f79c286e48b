#include "app/mail/letter.hpp"

#include <cmath>

#include <fmt/format.h>

#include "app/catalogue/portal_domains.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kProductColor = "#1c4f8c";
constexpr std::string_view kFont = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

std::string ValueOf(const outbox::Mail& mail, const std::string& name) {
    const auto found = mail.values.find(name);
    return found == mail.values.end() ? std::string() : found->second;
}

std::string EscapeHtml(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '"': escaped += "&quot;"; break;
            default: escaped += c;
        }
    }
    return escaped;
}

int HexPair(std::string_view color, std::size_t at) {
    int value = 0;
    for (const char c : color.substr(at, 2)) value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    return value;
}

double LinearLight(int channel) {
    const double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

// Black or white, whichever has more contrast with the background (WCAG 2.2).
std::string_view TextColorOn(std::string_view background) {
    const double light = 0.2126 * LinearLight(HexPair(background, 1)) + 0.7152 * LinearLight(HexPair(background, 3)) +
                         0.0722 * LinearLight(HexPair(background, 5));
    return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

Letter InvitationLetter(const outbox::Mail& mail, const MailLook& look) {
    return {
        .subject = "Your invitation to " + look.name,
        .paragraphs = {look.name + " invites you to its " + ValueOf(mail, "place") + ". Choose a password to start."},
        .button = Letter::Button{"Accept the invitation", ValueOf(mail, "url")},
        .note = "The link works once, within seven days. If you did not expect this mail, ignore it."};
}

Letter ResetLetter(const outbox::Mail& mail, const MailLook& look) {
    return {.subject = "Choose a new password for " + look.name,
            .paragraphs = {"Somebody asked for a new password for your account at " + look.name + "."},
            .button = Letter::Button{"Choose a new password", ValueOf(mail, "url")},
            .note =
                "The link works once, within one hour. If it was not you, ignore this mail: your password stays as "
                "it is."};
}

// The files are attached unless they are too large.
Letter ReportLetter(const outbox::Mail& mail, const MailLook& look) {
    const std::string name = ValueOf(mail, "name");
    const std::string days = ValueOf(mail, "days");
    const std::string files = ValueOf(mail, "files");
    const std::string where =
        files.empty() ? "It is too large for a mail. Open it in the console." : "It is attached as " + files + ".";
    return {.subject = name + ": " + days,
            .paragraphs = {"This is the report “" + name + "” for " + days + ". " + where},
            .button = Letter::Button{"Open the report", ValueOf(mail, "url")},
            .note = look.name + " sends you this report " + ValueOf(mail, "frequency") +
                    ". Whoever manages its reports can change that in the console, under Saved reports."};
}

std::string HtmlHead(const MailLook& look) {
    const std::string name = EscapeHtml(look.name);
    const bool has_logo = look.logo_url.starts_with("https://");
    return has_logo ? fmt::format(R"(<img src="{}" alt="{}" height="40" style="height:40px;border:0">)",
                                  EscapeHtml(look.logo_url), name)
                    : fmt::format(R"(<strong style="font-size:20px">{}</strong>)", name);
}

std::string HtmlButton(const Letter::Button& button, std::string_view color) {
    const std::string url = EscapeHtml(button.url);
    return fmt::format(
        R"(<p style="margin:24px 0"><a href="{0}" style="display:inline-block;padding:12px 20px;border-radius:6px;)"
        R"(background:{1};color:{2};text-decoration:none;font-weight:600">{3}</a></p>)"
        R"(<p style="font-size:13px;color:#555555;word-break:break-all">{0}</p>)",
        url, color, TextColorOn(color), EscapeHtml(button.label));
}

}  // namespace

MailLook LookOf(const catalogue::Operator& owner) {
    const PortalBranding branding = BrandingOfOperator(owner);
    return {.name = branding.name,
            .logo_url = branding.logo_url,
            .color = branding.primary_color.size() == 7 ? branding.primary_color : std::string(kProductColor)};
}

Letter LetterOf(const outbox::Mail& mail, const MailLook& look) {
    switch (mail.type) {
        case outbox::MailType::kInvitation: return InvitationLetter(mail, look);
        case outbox::MailType::kPasswordReset: return ResetLetter(mail, look);
        case outbox::MailType::kReport: return ReportLetter(mail, look);
    }
    return {};
}

Letter TestLetter(const std::string& public_url) {
    return {.subject = "Test mail from Fairlead",
            .paragraphs = {"This is the mail of `fairlead mail test`. The mail server accepted it.",
                           "The service is at " + public_url + "."}};
}

std::string RenderText(const Letter& letter, const MailLook& look) {
    std::string text;
    for (const std::string& paragraph : letter.paragraphs) text += paragraph + "\n\n";
    if (letter.button) text += letter.button->label + ":\n" + letter.button->url + "\n\n";
    if (!letter.note.empty()) text += letter.note + "\n\n";
    return text + "-- \n" + look.name + "\n";
}

std::string RenderHtml(const Letter& letter, const MailLook& look) {
    std::string body;
    for (const std::string& paragraph : letter.paragraphs) body += "<p>" + EscapeHtml(paragraph) + "</p>";
    if (letter.button) body += HtmlButton(*letter.button, look.color);
    if (!letter.note.empty()) {
        body += R"(<p style="font-size:13px;color:#555555">)" + EscapeHtml(letter.note) + "</p>";
    }
    return fmt::format(
        R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{0}</title></head>)"
        R"(<body style="margin:0;padding:24px;background:#f4f5f7;color:#1a1a1a;{1};font-size:16px;line-height:1.5">)"
        R"(<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid {2}">)"
        R"(<div style="margin-bottom:16px">{3}</div>{4}</div></body></html>)",
        EscapeHtml(letter.subject), kFont, look.color, HtmlHead(look), body);
}

}  // namespace fairlead::app
