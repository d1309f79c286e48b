#include "service/parts/mail.hpp"

#include "app/await.hpp"
#include "app/mail/send_test_mail.hpp"
#include "app/ports/outgoing/seal_mail.hpp"
#include "cli/mail_settings.hpp"

namespace fairlead::service {
namespace {

delivery::MailTls TlsOf(const std::string& name) {
    if (name == "tls") return delivery::MailTls::kTls;
    return name == "none" ? delivery::MailTls::kNone : delivery::MailTls::kStartTls;
}

}  // namespace

std::optional<delivery::MailOptions> MailOptionsOf(const cli::Settings& settings) {
    if (settings.mail_host.empty() || settings.demo_days > 0) return std::nullopt;
    return delivery::MailOptions{.host = settings.mail_host,
                                 .port = cli::MailPort(settings),
                                 .tls = TlsOf(settings.mail_tls),
                                 .user = settings.mail_user,
                                 .password = settings.mail_password,
                                 .from = settings.mail_from,
                                 .public_url = settings.public_url,
                                 .ca_file = settings.mail_ca_file};
}

std::optional<Bytes32> MailKeyFor(const cli::Settings& settings, const app::ServiceKeys& keys) {
    return MailOptionsOf(settings) ? std::optional(app::MailKeyOf(keys.token_key)) : std::nullopt;
}

Status SendTestMail(const cli::Settings& settings, const std::string& address) {
    const auto options = MailOptionsOf(settings);
    if (!options) {
        return Fail(ErrorCode::kInvalidValue, "there is no mail server. Set mail_host, mail_from and public_url");
    }
    delivery::SmtpSender sender(*options);
    const Status sent = app::Await<Status>(
        [&](auto done) { app::SendTestMail(sender, address, settings.public_url, std::move(done)); });
    if (sent) return {};
    return Fail(ErrorCode::kUnavailable, "the mail server " + options->host + ":" + std::to_string(options->port) +
                                             " did not take the mail: " + sent.error().message);
}

}  // namespace fairlead::service
