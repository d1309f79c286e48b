#include "delivery/smtp_sender.hpp"

#include <algorithm>
#include <array>

#include "base/time/time.hpp"
#include "delivery/curl_loop.hpp"
#include "telemetry/run_guarded.hpp"

namespace fairlead::delivery {
namespace {

constexpr std::size_t kReplyBytesKept = 500;
constexpr long kConnectTimeoutOfMailMs = 10'000;

using MailDone = std::move_only_function<void(app::OutgoingAnswer)>;

// Whether the address can be part of a command and of a header as it is.
bool IsSendable(std::string_view address) {
    return address.find('@') != std::string_view::npos && std::ranges::all_of(address, [](char c) {
               return c > ' ' && c < '\x7f' && c != '<' && c != '>' && c != '"' && c != '\\' && c != ',';
           });
}

// A mail that is being sent.
class MailTransfer final : public CurlTransfer {
public:
    MailTransfer(app::OutgoingMail mail, MailDone done, const MailOptions& options)
        : mail_(std::move(mail)), done_(std::move(done)), options_(options) {}
    ~MailTransfer() override { curl_slist_free_all(recipients_); }

    void Prepare() override {
        started_ = SteadyMicros();
        const bool v6 = options_.host.find(':') != std::string::npos;
        const std::string host = v6 ? "[" + options_.host + "]" : options_.host;
        // The path of the URL is the name that the client sends with EHLO.
        url_ = (options_.tls == MailTls::kTls ? "smtps://" : "smtp://") + host + ":" + std::to_string(options_.port) +
               "/" + options_.from.substr(options_.from.find('@') + 1);
        recipients_ = curl_slist_append(nullptr, ("<" + mail_.to + ">").c_str());
        Set(CURLOPT_URL, url_.c_str());
        Set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        Set(CURLOPT_PROXY, "");
        Set(CURLOPT_NOSIGNAL, 1L);
        Set(CURLOPT_CONNECTTIMEOUT_MS, kConnectTimeoutOfMailMs);
        Set(CURLOPT_TIMEOUT_MS, static_cast<long>(options_.timeout_ms));
        Set(CURLOPT_MAIL_FROM, ("<" + options_.from + ">").c_str());
        Set(CURLOPT_MAIL_RCPT, recipients_);
        Set(CURLOPT_UPLOAD, 1L);
        Set(CURLOPT_READFUNCTION, &MailTransfer::GiveMessage);
        Set(CURLOPT_READDATA, this);
        Set(CURLOPT_HEADERFUNCTION, &MailTransfer::TakeReply);
        Set(CURLOPT_HEADERDATA, this);
        Set(CURLOPT_ERRORBUFFER, error_.data());
        EndBefore(mail_.ends_by);
        SetSecurity();
    }

    void Finish(CURLcode code) override {
        answer_.duration_ms = (SteadyMicros() - started_) / 1000;
        long reply = 0;
        curl_easy_getinfo(handle(), CURLINFO_RESPONSE_CODE, &reply);
        if (code == CURLE_OK) {
            answer_.status = static_cast<int>(reply);
        } else {
            Explain(code, static_cast<int>(reply));
        }
        telemetry::RunGuarded("delivery", [&] { done_(std::move(answer_)); });
    }

private:
    void SetSecurity() {
        Set(CURLOPT_USE_SSL, static_cast<long>(options_.tls == MailTls::kNone ? CURLUSESSL_NONE : CURLUSESSL_ALL));
        Set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        if (!options_.ca_file.empty()) {
            Set(CURLOPT_CAINFO, options_.ca_file.c_str());
            // Without this, libcurl would also use the folder of the system's certificates.
            Set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
        }
        if (options_.user.empty()) return;
        Set(CURLOPT_USERNAME, options_.user.c_str());
        Set(CURLOPT_PASSWORD, options_.password.c_str());
    }

    // A reply of 5xx to RCPT or to the end of the message is final: the server refuses the recipient or the text. A 5xx
    // to another command, such as the log-in, is caused by the settings, and later attempts may succeed.
    void Explain(CURLcode code, int reply) {
        const std::string_view error(error_.data());
        if (is_out_of_time()) {
            answer_.error = "the lease of the mails could not be renewed in time, so another node may send them";
            return;
        }
        const bool of_recipient = error.starts_with("RCPT failed");
        const bool of_message = given_ == mail_.message.size() && given_ > 0;
        if (reply >= 400 && (of_recipient || of_message)) {
            answer_.status = reply;
            answer_.is_final = reply >= 500;
            return;
        }
        answer_.error = error.empty() ? curl_easy_strerror(code) : std::string(error);
    }

    static std::size_t GiveMessage(char* to, std::size_t, std::size_t room, void* self) {
        auto& transfer = *static_cast<MailTransfer*>(self);
        const std::size_t count = std::min(room, transfer.mail_.message.size() - transfer.given_);
        std::copy_n(transfer.mail_.message.data() + transfer.given_, count, to);
        transfer.given_ += count;
        return count;
    }

    // Keeps the server's last line, except its reply to QUIT.
    static std::size_t TakeReply(const char* bytes, std::size_t, std::size_t count, void* self) {
        if (std::string_view(bytes, count).starts_with("221")) return count;
        std::string& reply = static_cast<MailTransfer*>(self)->answer_.body;
        reply.clear();
        for (const char c : std::string_view(bytes, std::min(count, kReplyBytesKept))) {
            if (c >= ' ' && c <= '~') reply += c;
        }
        return count;
    }

    app::OutgoingMail mail_;
    MailDone done_;
    const MailOptions& options_;
    std::string url_;
    curl_slist* recipients_ = nullptr;
    std::int64_t started_ = 0;
    std::size_t given_ = 0;  // The bytes of the message that libcurl has taken.
    app::OutgoingAnswer answer_;
    std::array<char, CURL_ERROR_SIZE> error_{};
};

}  // namespace

SmtpSender::SmtpSender(MailOptions options) : options_(std::move(options)), loop_(std::make_unique<CurlLoop>()) {}
SmtpSender::~SmtpSender() = default;

void SmtpSender::Send(app::OutgoingMail mail, MailDone done) {
    if (!IsSendable(mail.to)) {
        app::OutgoingAnswer answer;
        answer.error = "mails cannot be sent to this address";
        answer.is_final = true;
        return done(std::move(answer));
    }
    loop_->Add(std::make_unique<MailTransfer>(std::move(mail), std::move(done), options_));
}

}  // namespace fairlead::delivery
