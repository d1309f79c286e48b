#include "cli/mail_settings.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "base/net/ip_address.hpp"
#include "base/text/text.hpp"

namespace fairlead::cli {
namespace {

constexpr std::array<std::string_view, 3> kMailTls{"starttls", "tls", "none"};
constexpr std::size_t kPasswordBytesMax = 1024;

std::unexpected<Error> WrongMail(std::string_view name, std::string_view problem) {
    return Fail(ErrorCode::kInvalidValue, "settings: " + std::string(name) + " " + std::string(problem));
}

bool IsHostName(std::string_view host) {
    return std::ranges::all_of(host, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == ':';
    });
}

// One @ with something before it and a host after it. Nothing in it can end a header or an SMTP command.
bool IsMailAddress(std::string_view address) {
    const auto at = address.find('@');
    const bool plain =
        std::ranges::all_of(address, [](char c) { return c > ' ' && c < '\x7f' && c != '<' && c != '>'; });
    return plain && at != std::string_view::npos && at > 0 && at + 1 < address.size() &&
           IsHostName(address.substr(at + 1));
}

bool IsThisMachine(const std::string& host) {
    if (host == "localhost") return true;
    const auto address = IpAddress::Parse(host);
    return address && IsLoopback(*address);
}

}  // namespace

Status ReadMailPassword(Settings& settings) {
    if (settings.mail_password_file.empty()) return {};
    if (!settings.mail_password.empty()) {
        return WrongMail("mail_password_file", "cannot be used together with mail_password");
    }
    std::ifstream file(settings.mail_password_file, std::ios::binary);
    std::string content(kPasswordBytesMax, '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    while (content.ends_with('\n') || content.ends_with('\r')) content.pop_back();
    if (content.empty()) {
        return WrongMail("mail_password_file",
                         "names the file " + settings.mail_password_file + ", which cannot be read or is empty");
    }
    settings.mail_password = std::move(content);
    return {};
}

Status CheckMailSettings(const Settings& settings) {
    if (std::ranges::find(kMailTls, settings.mail_tls) == kMailTls.end()) {
        return WrongMail("mail_tls", "must be starttls, tls or none");
    }
    if (settings.mail_host.empty()) return {};
    if (!IsHostName(settings.mail_host)) return WrongMail("mail_host", "must be the name or the address of a host");
    if (!IsMailAddress(settings.mail_from)) {
        return WrongMail("mail_from", "must be an e-mail address such as no-reply@example.com");
    }
    // A link that is made from the host of a request could lead to the page of whoever made the request.
    if (settings.public_url.empty()) {
        return WrongMail("mail_host", "needs public_url, because mails contain links to this service");
    }
    if (settings.mail_tls == "none" && !IsThisMachine(settings.mail_host)) {
        return WrongMail("mail_tls", "can be none only for a mail server on this machine, such as 127.0.0.1");
    }
    if (settings.mail_user.empty() != settings.mail_password.empty()) {
        return WrongMail("mail_user", "and mail_password or mail_password_file must be given together");
    }
    return {};
}

std::int64_t MailPort(const Settings& settings) {
    if (settings.mail_port != 0) return settings.mail_port;
    if (settings.mail_tls == "tls") return 465;
    return settings.mail_tls == "starttls" ? 587 : 25;
}

}  // namespace fairlead::cli
