#include "app/images/image_watch.hpp"

#include <algorithm>
#include <future>

#include "app/resources/image_resource.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kLookEveryMicrosMax = 3600 * kMicrosPerSecond;
constexpr std::int64_t kLookEveryMicrosMin = kMicrosPerSecond / 2;

}  // namespace

void ImageWatch::Start() {
    if (keep_micros_ == 0) return;
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("image-watch");
        Work(stop);
    });
}

void ImageWatch::Work(const std::stop_token& stop) {
    const std::chrono::microseconds pause(std::clamp(keep_micros_ / 4, kLookEveryMicrosMin, kLookEveryMicrosMax));
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("image-watch", [&] {
            const auto snapshot = catalogue_.Current();
            const Timestamp before{Now().micros - keep_micros_};
            for (const auto& [id, entry] : snapshot->entries()) {
                if (!stop.stop_requested() && HasUnusedImages(*entry, before)) Drop(id, before);
            }
        });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, pause, [] { return false; });
    }
}

// On a shared ledger, the first node drops them; the others then find none.
void ImageWatch::Drop(OperatorId owner, Timestamp before) {
    std::promise<ObjectResult> answered;
    manage_catalogue_.Change(owner, DropUnusedImages(before),
                             [&](ObjectResult result) { answered.set_value(std::move(result)); });
    const auto result = answered.get_future().get();
    if (result) return;
    telemetry::LogWarn("unused images could not be dropped",
                       {{"operator", std::string_view(owner.ToString())},
                        {"reason", std::string_view(result.error().front().message)}});
}

}  // namespace fairlead::app
