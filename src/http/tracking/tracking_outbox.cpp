#include "http/tracking/tracking_outbox.hpp"

#include <algorithm>

#include "http/tracking/tracking_answers.hpp"
#include "telemetry/log.hpp"

namespace fairlead::http {
namespace {

// A visitor is redirected after this long even if the ledger has not answered.
constexpr std::int64_t kPatienceMs = 1000;
// A parcel that has so many clicks is full: the next one starts another.
constexpr std::size_t kClicksPerParcelMax = 4096;

}  // namespace

TrackingOutbox::TrackingOutbox(Loop& loop, app::RecordClick& record_click, telemetry::Metrics& metrics)
    : loop_(loop), record_click_(record_click), metrics_(metrics) {
    loop_.OnSweep([this] { AnswerLate(); });
}

TrackingOutbox::Parcel& TrackingOutbox::ParcelOf(OperatorId owner) {
    const auto open = std::ranges::find_if(gathering_, [&](const auto& parcel) {
        return parcel->owner == owner && parcel->clicks.size() < kClicksPerParcelMax && !parcel->answered;
    });
    if (open != gathering_.end()) return **open;
    auto parcel = std::make_shared<Parcel>();
    parcel->owner = owner;
    parcel->gathering.batch.owner = owner;
    parcel->since_ms = loop_.now_ms();
    return *gathering_.emplace_back(std::move(parcel));
}

void TrackingOutbox::AddWaiting(OperatorId owner, WaitingClick waiting, bool counted) {
    Parcel& parcel = ParcelOf(owner);
    parcel.clicks.push_back(std::move(waiting));
    parcel.counted_clicks += counted ? 1 : 0;
    ScheduleHandOver();
}

void TrackingOutbox::AddWaiting(OperatorId owner, Responder pixel) {
    ParcelOf(owner).pixels.push_back(std::move(pixel));
    ScheduleHandOver();
}

void TrackingOutbox::ScheduleHandOver() {
    if (scheduled_) return;
    scheduled_ = true;
    // Behind what the loop has already received: all of it goes together.
    loop_.Defer([this] { HandOver(); });
}

void TrackingOutbox::HandOver() {
    scheduled_ = false;
    for (auto& parcel : gathering_) {
        under_way_.push_back(parcel);
        record_click_.Run(std::move(parcel->gathering.batch), [this, parcel](Result<app::TrackReceipt> receipt) {
            loop_.Post([this, parcel, receipt = std::move(receipt)] { OnRecorded(parcel, receipt); });
        });
    }
    gathering_.clear();
}

void TrackingOutbox::OnRecorded(const std::shared_ptr<Parcel>& parcel, const Result<app::TrackReceipt>& receipt) {
    std::erase(under_way_, parcel);
    if (parcel->answered) return;
    if (receipt) {
        AnswerRecorded(*parcel, *receipt);
    } else {
        AnswerLost(*parcel);
    }
}

void TrackingOutbox::AnswerRecorded(Parcel& parcel, const app::TrackReceipt& receipt) {
    parcel.answered = true;
    metrics_.clicks_counted.Increment(static_cast<double>(parcel.counted_clicks));
    metrics_.clicks_uncounted.Increment(static_cast<double>(parcel.clicks.size() - parcel.counted_clicks));
    metrics_.impressions_counted.Increment(static_cast<double>(parcel.pixels.size()));
    std::uint32_t nth = 0;
    for (WaitingClick& waiting : parcel.clicks) {
        const ClickId id = app::ClickIdOf(receipt, nth++, waiting.random);
        id.uuid.Write(waiting.location_line.data() + waiting.id_offset);
        waiting.responder.Send(Redirect(std::move(waiting.location_line)));
    }
    for (Responder& pixel : parcel.pixels) pixel.Send(PixelAnswer());
}

void TrackingOutbox::AnswerLost(Parcel& parcel) {
    parcel.answered = true;
    metrics_.clicks_lost.Increment(static_cast<double>(parcel.clicks.size()));
    metrics_.impressions_lost.Increment(static_cast<double>(parcel.pixels.size()));
    telemetry::LogError("visitors were answered without a record",
                        {{"clicks", static_cast<std::int64_t>(parcel.clicks.size())},
                         {"impressions", static_cast<std::int64_t>(parcel.pixels.size())}});
    for (WaitingClick& waiting : parcel.clicks) {
        ClickId::New().uuid.Write(waiting.location_line.data() + waiting.id_offset);
        waiting.responder.Send(Redirect(std::move(waiting.location_line)));
    }
    for (Responder& pixel : parcel.pixels) pixel.Send(PixelAnswer());
}

void TrackingOutbox::AnswerLate() {
    const std::int64_t latest = loop_.now_ms() - kPatienceMs;
    for (const auto& parcel : under_way_) {
        if (!parcel->answered && parcel->since_ms <= latest) AnswerLost(*parcel);
    }
}

}  // namespace fairlead::http
