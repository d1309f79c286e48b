#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_gathering.hpp"
#include "http/server/loop.hpp"
#include "http/server/responder.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::http {

// Where the clicks and impressions of one loop gather while it goes through what it has received, and where their
// visitors wait for the commit. Belongs to its loop's thread.
class TrackingOutbox {
public:
    // A visitor that waits for its click to be recorded.
    struct WaitingClick {
        Responder responder;
        std::string location_line;  // The header, with a place for the click's id, which only the commit decides.
        std::size_t id_offset = 0;  // Where that place is.
        std::uint64_t random = 0;   // Of the click's id.
    };

    TrackingOutbox(Loop& loop, app::RecordClick& record_click, telemetry::Metrics& metrics);

    // The operator's batch that is gathering. What must be stored is added to it, and then, at once, who waits for it.
    app::VisitGathering& GatheringOf(OperatorId owner) { return ParcelOf(owner).gathering; }
    void AddWaiting(OperatorId owner, WaitingClick waiting, bool counted);
    void AddWaiting(OperatorId owner, Responder pixel);

private:
    // What is handed over at once, and who waits for it.
    struct Parcel {
        OperatorId owner;
        app::VisitGathering gathering;
        std::vector<WaitingClick> clicks;
        std::vector<Responder> pixels;
        std::size_t counted_clicks = 0;
        std::int64_t since_ms = 0;  // When the first of them came.
        bool answered = false;
    };

    Parcel& ParcelOf(OperatorId owner);
    void ScheduleHandOver();
    void HandOver();
    void OnRecorded(const std::shared_ptr<Parcel>& parcel, const Result<app::TrackReceipt>& receipt);
    void AnswerRecorded(Parcel& parcel, const app::TrackReceipt& receipt);
    void AnswerLost(Parcel& parcel);
    void AnswerLate();

    Loop& loop_;
    app::RecordClick& record_click_;
    telemetry::Metrics& metrics_;
    std::vector<std::shared_ptr<Parcel>> gathering_;  // One per operator.
    std::vector<std::shared_ptr<Parcel>> under_way_;
    bool scheduled_ = false;
};

}  // namespace fairlead::http
