#include "app/mail/letter.hpp"

#include <cmath>

#include <fmt/format.h>

#include "app/catalogue/portal_domains.hpp"
#include "base/text/escape_html.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kFont = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

std::string ValueOf(const outbox::Mail& mail, const std::string& name) {
    const auto found = mail.values.find(name);
    return found == mail.values.end() ? std::string() : found->second;
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

Letter StatementLetter(const outbox::Mail& mail, const MailLook& look, std::string_view state, std::string_view what) {
    const std::string period = ValueOf(mail, "period");
    return {.subject = fmt::format("Your statement for {} {}", period, state),
            .paragraphs = {fmt::format("{} {} your statement for {}.", look.name, what, period),
                           "Payable: " + ValueOf(mail, "amount")},
            .button = Letter::Button{"Open the statement", ValueOf(mail, "url")}};
}

// A time of the form 2026-03-10T14:05:09.000Z, for people.
std::string ReadableTime(const std::string& iso) {
    return iso.size() < 16 ? iso : iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC";
}

Letter NewLogInLetter(const outbox::Mail& mail, const MailLook& look) {
    return {.subject = "New log-in to " + look.name,
            .paragraphs = {"Somebody logged in to your account from an address that you have not used before.",
                           "Address: " + ValueOf(mail, "address"), "Time: " + ReadableTime(ValueOf(mail, "time"))},
            .button = Letter::Button{"Open your profile", ValueOf(mail, "url")},
            .note =
                "If it was you, ignore this mail. If it was not you, change your password now: that ends all other "
                "sessions."};
}

Letter AddressLetter(const outbox::Mail& mail, const MailLook& look) {
    const std::string more = mail.type == outbox::MailType::kOldAddress
                                 ? "The new address must confirm the change, too. Until then nothing changes."
                                 : "The old address must confirm the change, too. Until then nothing changes.";
    return {
        .subject = "Confirm the new e-mail address for " + look.name,
        .paragraphs = {fmt::format("Somebody who knows the password of your account at {} wants to change its "
                                   "e-mail address from {} to {}.",
                                   look.name, ValueOf(mail, "old"), ValueOf(mail, "new")),
                       more},
        .button = Letter::Button{"Confirm the change", ValueOf(mail, "url")},
        .note = "The link works once, within one day. If it was not you, ignore this mail and change your password."};
}

Letter PausedLetter(const outbox::Mail& mail) {
    const std::string kind = ValueOf(mail, "kind");
    return {
        .subject = fmt::format("The {} {} is paused", kind, ValueOf(mail, "name")),
        .paragraphs = {fmt::format("The {} {} is paused: {}.", kind, ValueOf(mail, "name"), ValueOf(mail, "reason")),
                       "Its messages wait until a person makes it active again."},
        .button = Letter::Button{"Open " + kind + "s", ValueOf(mail, "url")}};
}

Letter SilentLetter(const outbox::Mail& mail) {
    return {.subject = fmt::format("The brand {} sends no events", ValueOf(mail, "name")),
            .paragraphs = {fmt::format("The last event of {} was recorded at {}.", ValueOf(mail, "name"),
                                       ReadableTime(ValueOf(mail, "time"))),
                           "Check the program that sends its events."},
            .button = Letter::Button{"Open the console", ValueOf(mail, "url")}};
}

Letter RatesLetter(const outbox::Mail& mail) {
    return {
        .subject =
            fmt::format("The exchange rate from {} to {} is missing", ValueOf(mail, "from"), ValueOf(mail, "to")),
        .paragraphs = {fmt::format("Amounts that wait for an exchange rate from {1} to {2}: {0}, the oldest since {3}.",
                                   ValueOf(mail, "count"), ValueOf(mail, "from"), ValueOf(mail, "to"),
                                   ReadableTime(ValueOf(mail, "time"))),
                       "Their commission is computed when you add the rate."},
        .button = Letter::Button{"Open exchange rates", ValueOf(mail, "url")}};
}

Letter LedgerLetter(const outbox::Mail& mail) {
    return {
        .subject = "Fairlead cannot write its ledger",
        .paragraphs = {fmt::format("Since {} the service at {} cannot write its ledger. It accepts no events and no "
                                   "changes. Clicks are redirected.",
                                   ReadableTime(ValueOf(mail, "time")), ValueOf(mail, "url")),
                       "Check the disk and the database server. The log of the service has the reason."}};
}

Letter DigestLetter(const outbox::Mail& mail, const MailLook& look) {
    const auto line = [&](std::string_view words, const std::string& name) {
        return fmt::format("{}: {} (the week before: {})", words, ValueOf(mail, name), ValueOf(mail, name + "Before"));
    };
    return {.subject = fmt::format("Your week at {}: {} to {}", look.name, ValueOf(mail, "from"), ValueOf(mail, "to")),
            .paragraphs = {line("Clicks", "clicks"), line("Registrations", "registrations"),
                           line("First deposits", "firstDeposits"), line("Commission", "commission")},
            .button = Letter::Button{"Open the portal", ValueOf(mail, "url")}};
}

// What the mails of a topic are about, as the reader of a mail sees it.
std::string_view AboutTopic(catalogue::MailTopic topic) {
    switch (topic) {
        case catalogue::MailTopic::kStatements: return "statements";
        case catalogue::MailTopic::kDeliveries: return "postbacks and webhooks";
        case catalogue::MailTopic::kAlarms: return "alarms";
        case catalogue::MailTopic::kDigest: return "the weekly digest";
        case catalogue::MailTopic::kScheduledReports: return "this report";
    }
    return {};
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
                    ". A person who manages its reports can change that in the console, under Saved reports."};
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

std::string HtmlSmallLink(const Letter::Button& link) {
    return fmt::format(R"(<p style="font-size:13px"><a href="{}" style="color:#555555">{}</a></p>)",
                       EscapeHtml(link.url), EscapeHtml(link.label));
}

}  // namespace

MailLook LookOf(const catalogue::Operator& owner) {
    const PortalBranding branding = BrandingOfOperator(owner);
    MailLook look{.name = branding.name, .logo_url = branding.logo_url};
    if (branding.primary_color.size() == 7) look.color = branding.primary_color;
    return look;
}

namespace {

Letter LetterOfType(const outbox::Mail& mail, const MailLook& look) {
    switch (mail.type) {
        case outbox::MailType::kInvitation: return InvitationLetter(mail, look);
        case outbox::MailType::kPasswordReset: return ResetLetter(mail, look);
        case outbox::MailType::kStatementReady: return StatementLetter(mail, look, "is ready", "has closed");
        case outbox::MailType::kStatementApproved: return StatementLetter(mail, look, "is approved", "has approved");
        case outbox::MailType::kStatementPaid: return StatementLetter(mail, look, "is paid", "has paid");
        case outbox::MailType::kNewLogIn: return NewLogInLetter(mail, look);
        case outbox::MailType::kOldAddress:
        case outbox::MailType::kNewAddress: return AddressLetter(mail, look);
        case outbox::MailType::kDeliveryPaused: return PausedLetter(mail);
        case outbox::MailType::kFeedSilent: return SilentLetter(mail);
        case outbox::MailType::kRatesMissing: return RatesLetter(mail);
        case outbox::MailType::kLedgerNotWritable: return LedgerLetter(mail);
        case outbox::MailType::kWeeklyDigest: return DigestLetter(mail, look);
        case outbox::MailType::kReport: return ReportLetter(mail, look);
    }
    return {};
}

}  // namespace

Letter LetterOf(const outbox::Mail& mail, const MailLook& look) {
    Letter letter = LetterOfType(mail, look);
    const std::string page = ValueOf(mail, "unsubscribePage");
    const auto topic = outbox::TopicOf(mail.type);
    if (topic && !page.empty()) {
        letter.unsubscribe = Letter::Button{fmt::format("No more mails about {}", AboutTopic(*topic)), page};
    }
    return letter;
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
    if (letter.unsubscribe) text += letter.unsubscribe->label + ":\n" + letter.unsubscribe->url + "\n\n";
    return text + "-- \n" + look.name + "\n";
}

std::string RenderHtml(const Letter& letter, const MailLook& look) {
    std::string body;
    for (const std::string& paragraph : letter.paragraphs) body += "<p>" + EscapeHtml(paragraph) + "</p>";
    if (letter.button) body += HtmlButton(*letter.button, look.color);
    if (!letter.note.empty()) {
        body += R"(<p style="font-size:13px;color:#555555">)" + EscapeHtml(letter.note) + "</p>";
    }
    if (letter.unsubscribe) body += HtmlSmallLink(*letter.unsubscribe);
    return fmt::format(
        R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{0}</title></head>)"
        R"(<body style="margin:0;padding:24px;background:#f4f5f7;color:#1a1a1a;{1};font-size:16px;line-height:1.5">)"
        R"(<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid {2}">)"
        R"(<div style="margin-bottom:16px">{3}</div>{4}</div></body></html>)",
        EscapeHtml(letter.subject), kFont, look.color, HtmlHead(look), body);
}

}  // namespace fairlead::app
