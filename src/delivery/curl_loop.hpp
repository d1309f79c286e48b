#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <curl/curl.h>

namespace fairlead::delivery {

// A request that libcurl runs. libcurl keeps pointers to it, so it does not move.
class CurlTransfer {
public:
    // When a request must have ended, by BootMicros. It may be extended while the request runs.
    using EndsBy = std::shared_ptr<const std::atomic<std::int64_t>>;

    CurlTransfer() : handle_(curl_easy_init()) {}
    CurlTransfer(const CurlTransfer&) = delete;
    CurlTransfer& operator=(const CurlTransfer&) = delete;
    virtual ~CurlTransfer() { curl_easy_cleanup(handle_); }

    CURL* handle() { return handle_; }

    // Both are called once, on the thread of the loop: before the request starts, and after its end.
    virtual void Prepare() = 0;
    virtual void Finish(CURLcode code) = 0;

protected:
    template <class Value>
    void Set(CURLoption option, Value value) {
        curl_easy_setopt(handle_, option, value);
    }
    // Prepare may call this. The request is ended shortly before this time.
    void EndBefore(EndsBy ends_by);
    // Whether the request was ended for that reason.
    bool is_out_of_time() const { return is_out_of_time_; }

private:
    static int LookAtTime(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

    CURL* handle_;
    EndsBy ends_by_;
    bool is_out_of_time_ = false;
};

// Runs many transfers at the same time on one thread of its own, and keeps connections open between them.
class CurlLoop {
public:
    CurlLoop();
    CurlLoop(const CurlLoop&) = delete;
    CurlLoop& operator=(const CurlLoop&) = delete;
    // Ends running transfers with CURLE_ABORTED_BY_CALLBACK.
    ~CurlLoop();

    // Safe from any thread.
    void Add(std::unique_ptr<CurlTransfer> transfer);

private:
    void Run();
    // False if the loop must end.
    bool TakeArrived();
    void FinishEnded();

    CURLM* multi_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<CurlTransfer>> arrived_;
    bool stopping_ = false;
    std::map<CURL*, std::unique_ptr<CurlTransfer>> running_;
    std::thread thread_;
};

}  // namespace fairlead::delivery
