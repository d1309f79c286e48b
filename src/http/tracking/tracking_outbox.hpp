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

// Collects the clicks and impressions that one loop receives in a turn, submits them together, and answers the visitors
// when their visits are on disk. Used only on its loop's thread.
class TrackingOutbox {
public:
    // A visitor whose click is not recorded yet.
    struct WaitingClick {
        Responder responder;
        std::string location_line;  // The header, with the click's id.
    };

    TrackingOutbox(Loop& loop, app::RecordClick& record_click, telemetry::Metrics& metrics);

    // The operator's open batch. Callers add a visit to it and then the waiting visitor, both in the same turn.
    app::VisitGathering& GatheringOf(OperatorId owner) { return OpenBatchOf(owner).gathering; }
    void AddWaiting(OperatorId owner, WaitingClick waiting, bool counted);
    void AddWaiting(OperatorId owner, Responder pixel);

private:
    // Visits that are stored together, and the visitors that wait for them.
    struct VisitBatch {
        OperatorId owner;
        app::VisitGathering gathering;
        std::vector<WaitingClick> clicks;
        std::vector<Responder> pixels;
        std::size_t counted_clicks = 0;
        std::int64_t since_ms = 0;  // When the first visit arrived.
        bool answered = false;
    };

    VisitBatch& OpenBatchOf(OperatorId owner);
    void ScheduleSubmit();
    void Submit();
    void OnRecorded(const std::shared_ptr<VisitBatch>& batch, const Status& recorded);
    void AnswerRecorded(VisitBatch& batch);
    void AnswerUnrecorded(VisitBatch& batch);
    static void AnswerAll(VisitBatch& batch);
    void AnswerLate();

    Loop& loop_;
    app::RecordClick& record_click_;
    telemetry::Metrics& metrics_;
    std::vector<std::shared_ptr<VisitBatch>> open_;  // Usually one per operator.
    std::vector<std::shared_ptr<VisitBatch>> submitted_;
    bool scheduled_ = false;
};

}  // namespace fairlead::http
