#include "http/tracking/tracking_outbox.hpp"

#include <algorithm>

#include "http/tracking/tracking_answers.hpp"
#include "telemetry/log.hpp"

namespace fairlead::http {
namespace {

// A visitor is redirected after this time even if the click is not on disk.
constexpr std::int64_t kAnswerTimeoutMs = 1000;
// A batch with this many clicks is full. The next click starts another batch.
constexpr std::size_t kClicksPerBatchMax = 4096;

}  // namespace

TrackingOutbox::TrackingOutbox(Loop& loop, app::RecordClick& record_click, telemetry::Metrics& metrics)
    : loop_(loop), record_click_(record_click), metrics_(metrics) {
    loop_.OnSweep([this] { AnswerLate(); });
}

TrackingOutbox::VisitBatch& TrackingOutbox::OpenBatchOf(OperatorId owner) {
    const auto open = std::ranges::find_if(open_, [&](const auto& batch) {
        return batch->owner == owner && batch->clicks.size() < kClicksPerBatchMax && !batch->answered;
    });
    if (open != open_.end()) return **open;
    auto batch = std::make_shared<VisitBatch>();
    batch->owner = owner;
    batch->gathering.batch.owner = owner;
    batch->gathering.batch.time = record_click_.NextBatchTime();
    batch->since_ms = loop_.now_ms();
    return *open_.emplace_back(std::move(batch));
}

void TrackingOutbox::AddWaiting(OperatorId owner, WaitingClick waiting, bool counted) {
    VisitBatch& batch = OpenBatchOf(owner);
    batch.clicks.push_back(std::move(waiting));
    batch.counted_clicks += counted ? 1 : 0;
    ScheduleSubmit();
}

void TrackingOutbox::AddWaiting(OperatorId owner, Responder pixel) {
    OpenBatchOf(owner).pixels.push_back(std::move(pixel));
    ScheduleSubmit();
}

void TrackingOutbox::ScheduleSubmit() {
    if (scheduled_) return;
    scheduled_ = true;
    // Submit after all input that the loop has already received, so that it is stored together.
    loop_.Defer([this] { Submit(); });
}

void TrackingOutbox::Submit() {
    scheduled_ = false;
    for (auto& batch : open_) {
        submitted_.push_back(batch);
        record_click_.Run(std::move(batch->gathering.batch), [this, batch](Status recorded) {
            loop_.Post([this, batch, recorded = std::move(recorded)] { OnRecorded(batch, recorded); });
        });
    }
    open_.clear();
}

void TrackingOutbox::OnRecorded(const std::shared_ptr<VisitBatch>& batch, const Status& recorded) {
    std::erase(submitted_, batch);
    if (batch->answered) return;
    if (recorded) {
        AnswerRecorded(*batch);
    } else {
        AnswerUnrecorded(*batch);
    }
}

void TrackingOutbox::AnswerRecorded(VisitBatch& batch) {
    metrics_.clicks_counted.Increment(static_cast<double>(batch.counted_clicks));
    metrics_.clicks_uncounted.Increment(static_cast<double>(batch.clicks.size() - batch.counted_clicks));
    metrics_.impressions_counted.Increment(static_cast<double>(batch.pixels.size()));
    AnswerAll(batch);
}

void TrackingOutbox::AnswerUnrecorded(VisitBatch& batch) {
    metrics_.clicks_lost.Increment(static_cast<double>(batch.clicks.size()));
    metrics_.impressions_lost.Increment(static_cast<double>(batch.pixels.size()));
    telemetry::LogError("visitors were answered although their visits were not recorded",
                        {{"clicks", static_cast<std::int64_t>(batch.clicks.size())},
                         {"impressions", static_cast<std::int64_t>(batch.pixels.size())}});
    AnswerAll(batch);
}

void TrackingOutbox::AnswerAll(VisitBatch& batch) {
    batch.answered = true;
    for (WaitingClick& waiting : batch.clicks) waiting.responder.Send(Redirect(std::move(waiting.location_line)));
    for (Responder& pixel : batch.pixels) pixel.Send(PixelAnswer());
}

void TrackingOutbox::AnswerLate() {
    const std::int64_t latest = loop_.now_ms() - kAnswerTimeoutMs;
    for (const auto& batch : submitted_) {
        if (!batch->answered && batch->since_ms <= latest) AnswerUnrecorded(*batch);
    }
}

}  // namespace fairlead::http
