#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/ports/outgoing/mail_sender.hpp"

namespace fairlead::delivery {

class CurlLoop;

// How mails are encrypted. kStartTls and kTls check the server's certificate. kNone is for a server on this machine.
enum class MailTls : std::uint8_t { kStartTls, kTls, kNone };

struct MailOptions {
    std::string host;
    std::int64_t port = 0;
    MailTls tls = MailTls::kStartTls;
    std::string user;  // Empty: no authentication.
    std::string password;
    std::string from;
    std::string public_url;            // Links in mails begin with it.
    std::string ca_file;               // Empty: the certificates of the system.
    std::int64_t timeout_ms = 40'000;  // Of a whole mail. Some servers check a mail before they accept it.
};

// Sends mails to a mail server by SMTP with libcurl, on its own thread. Connections are kept open. The server comes
// from the settings, so it may be in a private network.
class SmtpSender final : public app::MailSender {
public:
    explicit SmtpSender(MailOptions options);
    // Ends running requests; their callbacks get an error.
    ~SmtpSender() override;

    const std::string& from() const override { return options_.from; }
    const std::string& public_url() const override { return options_.public_url; }
    void Send(app::OutgoingMail mail, std::move_only_function<void(app::OutgoingAnswer)> done) override;

private:
    const MailOptions options_;
    std::unique_ptr<CurlLoop> loop_;  // Its transfers use the options.
};

}  // namespace fairlead::delivery
