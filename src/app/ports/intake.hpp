#pragma once

#include <span>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/tracking.hpp"
#include "domain/ingest/ingest.hpp"

namespace fairlead::app {

using IngestDone = AnswerDone<std::vector<events::Receipt>>;

// Records new events, clicks and impressions. Safe from any thread.
class Intake {
public:
    virtual ~Intake() = default;

    // Stores the new events of the batch in one durable transaction and returns one receipt per event, in order. An
    // Error may hide a stored batch (a lost reply); sending it again is safe because of the keys. kOverloaded: nothing
    // was stored. The batch must live until `done` is called.
    virtual void Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, IngestDone done) = 0;

    // Stores clicks and impressions in one durable transaction. An Error may hide a stored batch. kOverloaded: nothing
    // was stored.
    virtual void Track(TrackedBatch batch, TrackDone done) = 0;

    // Stores those batches of a journal that are not stored yet, in one durable transaction. After an Error the same
    // batches can be handed over again: the transaction stores how far the journal was taken over. All batches of an
    // operator before these must be stored. kOverloaded: nothing was stored.
    virtual void TakeOver(JournalledBatches batches, StatusDone done) = 0;
};

}  // namespace fairlead::app
