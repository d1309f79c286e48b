#include "cli/mail_command.hpp"

#include <CLI/CLI.hpp>

namespace fairlead::cli {

MailCommand::MailCommand(CLI::App& app, const AddCommand& add) {
    auto* mail = app.add_subcommand("mail", "mails of the service")->require_subcommand(1);
    test_ = add(*mail, "test", "send a mail with the settings mail_* and print what the server answers");
    test_->add_option("address", address_, "where to send it")->required();
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
