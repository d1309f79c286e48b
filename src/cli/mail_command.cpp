#include "cli/mail_command.hpp"

#include <CLI/CLI.hpp>

namespace fairlead::cli {

MailCommand::MailCommand(CLI::App& app, const AddCommand& add) {
    auto* mail = app.add_subcommand("mail", "mails that the service sends")->require_subcommand(1);
    test_ = add(*mail, "test", "send a test mail with the settings mail_*; an error has the answer of the mail server");
    test_->add_option("address", address_, "the e-mail address to which the test mail is sent")->required();
}

bool MailCommand::parsed() const { return test_->parsed(); }

int MailCommand::Run(const Result<Settings>& settings, const Commands& commands, bool as_json) const {
    if (!settings) {
        PrintErrors({settings.error()});
        return kWrongUsage;
    }
    if (const Status sent = commands.test_mail(*settings, address_); !sent) {
        PrintErrors({sent.error()});
        return kFailed;
    }
    Print({{"sentTo", address_}}, as_json);
    return kDone;
}

}  // namespace fairlead::cli
