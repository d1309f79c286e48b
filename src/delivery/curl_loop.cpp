#include "delivery/curl_loop.hpp"

#include "base/time/time.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::delivery {
namespace {

constexpr long kConnectionsKept = 1024;
constexpr int kPollMs = 1000;
// How long before its end time a request is ended. libcurl asks about once a second.
constexpr std::int64_t kGivenUpBeforeMicros = 2 * kMicrosPerSecond;

CURLM* InitMulti() {
    static const CURLcode kInitialized = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)kInitialized;
    CURLM* multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kConnectionsKept);
    return multi;
}

}  // namespace

void CurlTransfer::EndBefore(EndsBy ends_by) {
    ends_by_ = std::move(ends_by);
    if (!ends_by_) return;
    Set(CURLOPT_NOPROGRESS, 0L);
    Set(CURLOPT_XFERINFOFUNCTION, &CurlTransfer::LookAtTime);
    Set(CURLOPT_XFERINFODATA, this);
}

// libcurl ends the request if this is not 0.
int CurlTransfer::LookAtTime(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    auto& transfer = *static_cast<CurlTransfer*>(self);
    if (BootMicros() > *transfer.ends_by_ - kGivenUpBeforeMicros) transfer.is_out_of_time_ = true;
    return transfer.is_out_of_time_ ? 1 : 0;
}

CurlLoop::CurlLoop() : multi_(InitMulti()), thread_([this] { Run(); }) {}

CurlLoop::~CurlLoop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    curl_multi_wakeup(multi_);
    thread_.join();
    curl_multi_cleanup(multi_);
}

void CurlLoop::Add(std::unique_ptr<CurlTransfer> transfer) {
    {
        const std::lock_guard lock(mutex_);
        arrived_.push_back(std::move(transfer));
    }
    curl_multi_wakeup(multi_);
}

void CurlLoop::Run() {
    telemetry::NameThisThread("sender");
    // This also lowers the priority of the threads that resolve names, because libcurl starts them from this thread.
    telemetry::LowerThreadPriority();
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

bool CurlLoop::TakeArrived() {
    std::vector<std::unique_ptr<CurlTransfer>> arrived;
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

void CurlLoop::FinishEnded() {
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

}  // namespace fairlead::delivery
