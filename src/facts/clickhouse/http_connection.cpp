#include "facts/clickhouse/http_connection.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <utility>

#include <curl/curl.h>

namespace fairlead::facts {
namespace {

constexpr std::chrono::milliseconds kConnectTimeMax{2'000};
constexpr long kPieceBytes = 64L * 1024;
constexpr std::size_t kProblemBytesMax = std::size_t{4} * 1024;
constexpr unsigned kStatusOk = 200;

std::string BaseUrlOf(const HttpServer& server) {
    const bool is_v6 = server.address.host.find(':') != std::string::npos;
    const std::string host = is_v6 ? "[" + server.address.host + "]" : server.address.host;
    return (server.uses_tls ? "https://" : "http://") + host + ":" + std::to_string(server.address.port);
}

std::size_t SizeOf(std::span<const std::string_view> parts) {
    std::size_t size = 0;
    for (const auto part : parts) size += part.size();
    return size;
}

// libcurl takes 0 for no limit.
long MillisecondsUntil(std::chrono::steady_clock::time_point deadline) {
    const auto left = deadline - std::chrono::steady_clock::now();
    return std::max(1L, static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(left).count()));
}

}  // namespace

// One handle of libcurl, which keeps its connection, and the request that it runs.
class HttpConnection::Transfer {
public:
    explicit Transfer(const HttpServer& server) : base_url_(BaseUrlOf(server)) {
        static const CURLcode kIsReady = curl_global_init(CURL_GLOBAL_DEFAULT);
        handle_ = kIsReady == CURLE_OK ? curl_easy_init() : nullptr;
        if (handle_ == nullptr) throw std::bad_alloc();
        Set(CURLOPT_PROTOCOLS_STR, "http,https");
        Set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        Set(CURLOPT_PROXY, "");
        Set(CURLOPT_NOSIGNAL, 1L);
        Set(CURLOPT_MAXCONNECTS, 1L);
        Set(CURLOPT_BUFFERSIZE, kPieceBytes);
        Set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        if (!server.ca_file.empty()) TrustOnly(server.ca_file);
        Set(CURLOPT_ERRORBUFFER, error_.data());
        SetCallbacks();
    }
    ~Transfer() { curl_easy_cleanup(handle_); }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    std::expected<HttpAnswer, HttpFailure> Run(const HttpPost& post, const HttpSink& sink) {
        post_ = &post;
        sink_ = &sink;
        answer_ = {};
        part_ = offset_ = 0;
        is_begun_ = has_answer_ = is_unreadable_ = false;
        error_[0] = '\0';
        curl_slist* headers = HeadersOf(post);
        Set(CURLOPT_URL, (base_url_ + post.target).c_str());
        Set(CURLOPT_HTTPHEADER, headers);
        Set(CURLOPT_POST, 1L);
        Set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(SizeOf(post.body)));
        const long time_max = MillisecondsUntil(post.deadline);
        Set(CURLOPT_TIMEOUT_MS, time_max);
        Set(CURLOPT_CONNECTTIMEOUT_MS, std::min(time_max, static_cast<long>(kConnectTimeMax.count())));
        const CURLcode code = curl_easy_perform(handle_);
        Set(CURLOPT_HTTPHEADER, static_cast<curl_slist*>(nullptr));
        curl_slist_free_all(headers);
        if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
        if (code != CURLE_OK) return std::unexpected(FailureOf(code));
        answer_.status = Status();
        return std::move(answer_);
    }

private:
    template <class Value>
    void Set(CURLoption option, Value value) {
        curl_easy_setopt(handle_, option, value);
    }

    // Without this, libcurl would also use the folder of the system's certificates.
    void TrustOnly(const std::string& ca_file) {
        Set(CURLOPT_CAINFO, ca_file.c_str());
        Set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
    }

    void SetCallbacks() {
        Set(CURLOPT_READFUNCTION, &Transfer::GiveBody);
        Set(CURLOPT_READDATA, this);
        Set(CURLOPT_SEEKFUNCTION, &Transfer::Rewind);
        Set(CURLOPT_SEEKDATA, this);
        Set(CURLOPT_WRITEFUNCTION, &Transfer::TakeBody);
        Set(CURLOPT_WRITEDATA, this);
        Set(CURLOPT_HEADERFUNCTION, &Transfer::NoteHeader);
        Set(CURLOPT_HEADERDATA, this);
        Set(CURLOPT_PREREQFUNCTION, &Transfer::NoteBegin);
        Set(CURLOPT_PREREQDATA, this);
    }

    // An empty value removes a header that libcurl would add.
    static curl_slist* HeadersOf(const HttpPost& post) {
        curl_slist* headers = nullptr;
        for (const auto& [name, value] : post.headers) {
            // A semicolon keeps a header without a value.
            headers = curl_slist_append(headers, (value.empty() ? name + ";" : name + ": " + value).c_str());
        }
        headers = curl_slist_append(headers, "Expect:");
        return curl_slist_append(headers, "Content-Type:");
    }

    unsigned Status() const {
        long status = 0;
        curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
        return static_cast<unsigned>(status);
    }

    HttpFailure FailureOf(CURLcode code) const {
        using Reason = HttpFailure::Reason;
        std::string detail = error_[0] != '\0' ? error_.data() : curl_easy_strerror(code);
        if (is_unreadable_) detail = "the response cannot be read";
        // Before the request begins, the server cannot have executed it.
        Reason reason = is_begun_ ? Reason::kBroken : Reason::kRefused;
        if (is_begun_ && code == CURLE_OPERATION_TIMEDOUT) reason = Reason::kTimedOut;
        return {.reason = reason, .is_untouched = !has_answer_, .detail = std::move(detail)};
    }

    static int NoteBegin(void* self, char*, char*, int, int) {
        static_cast<Transfer*>(self)->is_begun_ = true;
        return CURL_PREREQFUNC_OK;
    }

    static std::size_t NoteHeader(const char*, std::size_t, std::size_t size, void* self) {
        static_cast<Transfer*>(self)->has_answer_ = true;
        return size;
    }

    static std::size_t GiveBody(char* to, std::size_t, std::size_t room, void* self) {
        auto& own = *static_cast<Transfer*>(self);
        std::size_t given = 0;
        while (given < room && own.part_ < own.post_->body.size()) {
            const std::string_view rest = own.post_->body[own.part_].substr(own.offset_);
            const std::size_t count = std::min(room - given, rest.size());
            std::memcpy(to + given, rest.data(), count);
            given += count;
            own.offset_ += count;
            if (count == rest.size()) {
                ++own.part_;
                own.offset_ = 0;
            }
        }
        return given;
    }

    // libcurl sends the body again if a reused connection was closed before the request arrived.
    static int Rewind(void* self, curl_off_t offset, int origin) {
        auto& own = *static_cast<Transfer*>(self);
        if (offset != 0 || origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
        own.part_ = own.offset_ = 0;
        return CURL_SEEKFUNC_OK;
    }

    static std::size_t TakeBody(const char* bytes, std::size_t, std::size_t size, void* self) {
        auto& own = *static_cast<Transfer*>(self);
        const std::string_view piece(bytes, size);
        if (own.Status() != kStatusOk) {
            std::string& problem = own.answer_.problem;
            problem += piece.substr(0, kProblemBytesMax - std::min(kProblemBytesMax, problem.size()));
        } else if (!own.HandOver(piece)) {
            return CURL_WRITEFUNC_ERROR;
        }
        return size;
    }

    // An exception must not pass through libcurl, which is C. Run throws it again.
    bool HandOver(std::string_view piece) {
        try {
            is_unreadable_ = !(*sink_)(piece);
        } catch (...) {
            thrown_ = std::current_exception();
        }
        return !is_unreadable_ && !thrown_;
    }

    const std::string base_url_;
    CURL* handle_ = nullptr;
    const HttpPost* post_ = nullptr;
    const HttpSink* sink_ = nullptr;
    HttpAnswer answer_;
    std::size_t part_ = 0;  // The part of the body that is sent next.
    std::size_t offset_ = 0;
    bool is_begun_ = false;    // A connection is open, and the request is being sent.
    bool has_answer_ = false;  // Something was received.
    bool is_unreadable_ = false;
    std::exception_ptr thrown_;
    std::array<char, CURL_ERROR_SIZE> error_{};
};

HttpConnection::HttpConnection(const HttpServer& server) : transfer_(std::make_unique<Transfer>(server)) {}
HttpConnection::~HttpConnection() = default;

std::expected<HttpAnswer, HttpFailure> HttpConnection::Post(const HttpPost& post, const HttpSink& sink) {
    return transfer_->Run(post, sink);
}

}  // namespace fairlead::facts
