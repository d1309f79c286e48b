#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/catalogue/records.hpp"
#include "domain/outbox/mail.hpp"

namespace fairlead::app {

// The text of a mail, without its design. HTML and plain text are both made from it.
struct Letter {
    struct Button {
        std::string label;
        std::string url;
    };

    std::string subject;
    std::vector<std::string> paragraphs;
    std::optional<Button> button = {};
    std::string note = {};                   // In small print below.
    std::optional<Button> unsubscribe = {};  // A link below that.
};

// The design of a mail: the name, the logo and the colour of the operator's portal, or of the operator.
struct MailLook {
    std::string name;
    std::string logo_url;  // Empty: the name instead.
    std::string color = "#1c4f8c";
};
MailLook LookOf(const catalogue::Operator& owner);

// The letter of the mail, by its type.
Letter LetterOf(const outbox::Mail& mail, const MailLook& look);
// The letter of `fairlead mail test`.
Letter TestLetter(const std::string& public_url);

std::string RenderText(const Letter& letter, const MailLook& look);
std::string RenderHtml(const Letter& letter, const MailLook& look);

}  // namespace fairlead::app
