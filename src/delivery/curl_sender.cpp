#include "delivery/curl_sender.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/text/text.hpp"
#include "base/time/time.hpp"
#include "domain/outbox/address_rules.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::delivery {
namespace {

constexpr std::size_t kAnswerBytesKept = 500;
constexpr std::size_t kAnswerBytesMax = 1 << 20;
constexpr long kConnectTimeoutMs = 4000;
constexpr long kConnectionsKept = 1024;
constexpr int kPollMs = 1000;
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

// Printable ASCII only: an answer may be anything.
std::string Printable(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += c >= ' ' && c <= '~' ? c : ' ';
    return text;
}

// A running request. libcurl keeps a pointer to it.
class Transfer {
public:
    Transfer(app::OutgoingRequest request, Done done, const SenderOptions& options)
        : request_(std::move(request)), done_(std::move(done)), options_(options), handle_(curl_easy_init()) {}
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;
    ~Transfer() {
        curl_easy_cleanup(handle_);
        curl_slist_free_all(headers_);
    }

    CURL* handle() { return handle_; }

    void Prepare() {
        started_ = SteadyMicros();
        for (const std::string& header : request_.headers) headers_ = curl_slist_append(headers_, header.c_str());
        headers_ = curl_slist_append(headers_, "Expect:");
        Set(CURLOPT_URL, request_.url.c_str());
        Set(CURLOPT_HTTPHEADER, headers_);
        Set(CURLOPT_USERAGENT, "Fairlead");
        Set(CURLOPT_PROTOCOLS_STR, "http,https");
        Set(CURLOPT_FOLLOWLOCATION, 0L);
        Set(CURLOPT_PROXY, "");
        Set(CURLOPT_NOSIGNAL, 1L);
        Set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        Set(CURLOPT_CONNECTTIMEOUT_MS, kConnectTimeoutMs);
        Set(CURLOPT_TIMEOUT_MS, static_cast<long>(options_.timeout_ms));
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

    // An answer without an end, or with too long a body, is still an answer: its status counts.
    void Finish(CURLcode code) {
        answer_.duration_ms = (SteadyMicros() - started_) / 1000;
        long status = 0;
        curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
        if (code == CURLE_OK || too_long_) {
            answer_.status = static_cast<int>(status);
        } else {
            answer_.error = refused_.empty() ? std::string(curl_easy_strerror(code))
                                             : "the address " + refused_ + " belongs to a private network";
        }
        answer_.body = Printable(answer_.body);
        telemetry::RunGuarded("delivery", [&] { done_(std::move(answer_)); });
    }

private:
    template <class Value>
    void Set(CURLoption option, Value value) {
        curl_easy_setopt(handle_, option, value);
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
    CURL* handle_;
    curl_slist* headers_ = nullptr;
    std::int64_t started_ = 0;
    app::OutgoingAnswer answer_;
    std::size_t body_bytes_ = 0;
    bool too_long_ = false;
    std::string refused_;  // The last address that was not allowed.
};

}  // namespace

class CurlSender::Loop {
public:
    explicit Loop(SenderOptions options) : options_(std::move(options)), multi_(Init()), thread_([this] { Run(); }) {}
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    ~Loop() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        curl_multi_wakeup(multi_);
        thread_.join();
        curl_multi_cleanup(multi_);
    }

    void Add(app::OutgoingRequest request, Done done) {
        auto transfer = std::make_unique<Transfer>(std::move(request), std::move(done), options_);
        {
            const std::lock_guard lock(mutex_);
            arrived_.push_back(std::move(transfer));
        }
        curl_multi_wakeup(multi_);
    }

private:
    static CURLM* Init() {
        static const CURLcode kInitialized = curl_global_init(CURL_GLOBAL_DEFAULT);
        (void)kInitialized;
        CURLM* multi = curl_multi_init();
        curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kConnectionsKept);
        return multi;
    }

    void Run() {
        telemetry::NameThisThread("sender");
        while (TakeArrived()) {
            int running = 0;
            curl_multi_perform(multi_, &running);
            FinishEnded();
            curl_multi_poll(multi_, nullptr, 0, kPollMs, nullptr);
        }
        for (auto& [handle, transfer] : running_) {
            curl_multi_remove_handle(multi_, handle);
            transfer->Finish(CURLE_ABORTED_BY_CALLBACK);
        }
        running_.clear();
    }

    // False if the loop must end.
    bool TakeArrived() {
        std::vector<std::unique_ptr<Transfer>> arrived;
        bool stopping = false;
        {
            const std::lock_guard lock(mutex_);
            arrived.swap(arrived_);
            stopping = stopping_;
        }
        for (auto& transfer : arrived) {
            transfer->Prepare();
            CURL* handle = transfer->handle();
            running_.emplace(handle, std::move(transfer));
            curl_multi_add_handle(multi_, handle);
        }
        return !stopping;
    }

    void FinishEnded() {
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode code = message->data.result;
            CURL* handle = message->easy_handle;
            curl_multi_remove_handle(multi_, handle);
            const auto found = running_.find(handle);
            if (found == running_.end()) continue;
            found->second->Finish(code);
            running_.erase(found);
        }
    }

    const SenderOptions options_;
    CURLM* multi_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Transfer>> arrived_;
    bool stopping_ = false;
    std::map<CURL*, std::unique_ptr<Transfer>> running_;
    std::thread thread_;
};

CurlSender::CurlSender(SenderOptions options) : loop_(std::make_unique<Loop>(std::move(options))) {}
CurlSender::~CurlSender() = default;

void CurlSender::Send(app::OutgoingRequest request, Done done) { loop_->Add(std::move(request), std::move(done)); }

}  // namespace fairlead::delivery
