#include "delivery/curl_sender.hpp"

#include <algorithm>
#include <cstring>

#include <netinet/in.h>
#include <sys/socket.h>

#include "base/text/text.hpp"
#include "base/time/time.hpp"
#include "delivery/curl_loop.hpp"
#include "domain/outbox/address_rules.hpp"
#include "telemetry/run_guarded.hpp"

namespace fairlead::delivery {
namespace {

constexpr std::size_t kAnswerBytesKept = 500;
constexpr std::size_t kAnswerBytesMax = 1 << 20;
constexpr long kConnectTimeoutMs = 4000;
constexpr std::string_view kRetryAfterName = "RETRY-AFTER:";

using Done = std::move_only_function<void(app::OutgoingAnswer)>;

std::optional<IpAddress> AddressOf(const sockaddr& address) {
    IpAddress ip;
    if (address.sa_family == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
        std::memcpy(ip.bytes.data(), &v6.sin6_addr, ip.bytes.size());
        return ip;
    }
    if (address.sa_family != AF_INET) return std::nullopt;
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    ip.bytes[10] = ip.bytes[11] = 0xFF;
    std::memcpy(ip.bytes.data() + 12, &v4.sin_addr, 4);
    return ip;
}

// Keeps only printable ASCII, because an answer may contain any bytes.
std::string Printable(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += c >= ' ' && c <= '~' ? c : ' ';
    return text;
}

// A running request.
class Transfer final : public CurlTransfer {
public:
    Transfer(app::OutgoingRequest request, Done done, const SenderOptions& options)
        : request_(std::move(request)), done_(std::move(done)), options_(options) {}
    ~Transfer() override { curl_slist_free_all(headers_); }

    void Prepare() override {
        started_ = SteadyMicros();
        for (const std::string& header : request_.headers) headers_ = curl_slist_append(headers_, header.c_str());
        headers_ = curl_slist_append(headers_, "Expect:");
        Set(CURLOPT_URL, request_.url.c_str());
        Set(CURLOPT_HTTPHEADER, headers_);
        Set(CURLOPT_USERAGENT, "Fairlead");
        Set(CURLOPT_PROTOCOLS_STR, "http,https");
        Set(CURLOPT_FOLLOWLOCATION, 0L);
        // The value of a macro, such as "..", must not lead to another path.
        Set(CURLOPT_PATH_AS_IS, 1L);
        Set(CURLOPT_PROXY, "");
        Set(CURLOPT_NOSIGNAL, 1L);
        Set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        Set(CURLOPT_CONNECTTIMEOUT_MS, kConnectTimeoutMs);
        Set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout_ms > 0 ? request_.timeout_ms : options_.timeout_ms));
        EndBefore(request_.ends_by);
        Set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::OpenSocket);
        Set(CURLOPT_OPENSOCKETDATA, this);
        Set(CURLOPT_WRITEFUNCTION, &Transfer::TakeBody);
        Set(CURLOPT_WRITEDATA, this);
        Set(CURLOPT_HEADERFUNCTION, &Transfer::TakeHeader);
        Set(CURLOPT_HEADERDATA, this);
        if (request_.method != "POST") return;
        Set(CURLOPT_POSTFIELDSIZE, static_cast<long>(request_.body.size()));
        Set(CURLOPT_POSTFIELDS, request_.body.c_str());
    }

    // The status of an answer with too long a body counts, although the rest of the body is not read.
    void Finish(CURLcode code) override {
        answer_.duration_ms = (SteadyMicros() - started_) / 1000;
        long status = 0;
        curl_easy_getinfo(handle(), CURLINFO_RESPONSE_CODE, &status);
        if (code == CURLE_OK || too_long_) {
            answer_.status = static_cast<int>(status);
        } else {
            answer_.error = WhyNoAnswer(code);
        }
        answer_.body = Printable(answer_.body);
        telemetry::RunGuarded("delivery", [&] { done_(std::move(answer_)); });
    }

private:
    std::string WhyNoAnswer(CURLcode code) const {
        if (is_out_of_time()) {
            return "the lease of the destination could not be renewed in time, so another node may send to it";
        }
        return refused_.empty() ? curl_easy_strerror(code) : outbox::RefusedAddress(refused_);
    }

    static curl_socket_t OpenSocket(void* self, curlsocktype, curl_sockaddr* address) {
        auto& transfer = *static_cast<Transfer*>(self);
        const auto ip = AddressOf(address->addr);
        if (!ip || !outbox::MayConnectTo(*ip, transfer.options_.allowed_networks)) {
            transfer.refused_ = ip ? ip->ToString() : "of this kind";
            return CURL_SOCKET_BAD;
        }
        return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    }

    static std::size_t TakeBody(const char* bytes, std::size_t, std::size_t count, void* self) {
        auto& transfer = *static_cast<Transfer*>(self);
        const std::size_t room = kAnswerBytesKept - std::min(kAnswerBytesKept, transfer.answer_.body.size());
        transfer.answer_.body.append(bytes, std::min(room, count));
        transfer.body_bytes_ += count;
        transfer.too_long_ = transfer.body_bytes_ > kAnswerBytesMax;
        return transfer.too_long_ ? 0 : count;
    }

    static std::size_t TakeHeader(const char* bytes, std::size_t, std::size_t count, void* self) {
        const std::string_view line(bytes, count);
        if (ToUpperAscii(line.substr(0, kRetryAfterName.size())) == kRetryAfterName) {
            std::string_view value = line.substr(kRetryAfterName.size());
            while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
            while (!value.empty() && (value.back() == '\r' || value.back() == '\n' || value.back() == ' '))
                value.remove_suffix(1);
            static_cast<Transfer*>(self)->answer_.retry_after = value;
        }
        return count;
    }

    app::OutgoingRequest request_;
    Done done_;
    const SenderOptions& options_;
    curl_slist* headers_ = nullptr;
    std::int64_t started_ = 0;
    app::OutgoingAnswer answer_;
    std::size_t body_bytes_ = 0;
    bool too_long_ = false;
    std::string refused_;  // The last address that was not allowed.
};

}  // namespace

CurlSender::CurlSender(SenderOptions options) : options_(std::move(options)), loop_(std::make_unique<CurlLoop>()) {}
CurlSender::~CurlSender() = default;

void CurlSender::Send(app::OutgoingRequest request, Done done) {
    loop_->Add(std::make_unique<Transfer>(std::move(request), std::move(done), options_));
}

}  // namespace fairlead::delivery
