#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/access/authenticate.hpp"
#include "app/ports/intake.hpp"
#include "app/ports/record_queries.hpp"
#include "app/tracking/record_click.hpp"
#include "domain/events/validate.hpp"
#include "domain/tracking/click_checksum.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::app {

// The events of one request. All events with a usable key go to the ledger, because even an invalid event is a
// duplicate if its key is known. Invalid events keep their errors.
class Submission {
public:
    struct Entry {
        std::optional<std::size_t> batch_index;  // Index in the batch; nothing if the entry has no usable key.
        Errors errors;
        std::optional<std::string> key;             // For the response to an entry without an index.
        std::vector<events::NearMiss> near_misses;  // For an entry without an index.
        bool ignored = false;                       // The adapter ignores this event. It has no errors and no receipt.
    };

    std::span<const events::SubmittedEvent> batch() const { return batch_; }
    std::span<const Entry> entries() const { return entries_; }

    // The receipt of an entry, or null if the response to the entry is its errors.
    const events::Receipt* ReceiptOf(const Entry& entry, std::span<const events::Receipt> receipts) const;

    // Members of an entry whose names are nearly right.
    std::span<const events::NearMiss> NearMissesOf(const Entry& entry) const;

    // The idempotency key of an entry for the response.
    std::optional<std::string_view> KeyOf(const Entry& entry) const;

private:
    friend class IngestEvents;

    std::vector<events::SubmittedEvent> batch_;
    std::vector<Entry> entries_;
};

// Receipts belong to the entries of the batch, in order.
using IngestAnswer = std::move_only_function<void(std::unique_ptr<Submission>, Result<std::vector<events::Receipt>>)>;

// True if an event names a brand that the snapshot does not have.
bool NamesUnknownBrand(std::span<const events::EventDraft> drafts, const OperatorEntry& owner);

// Ingests events: checks each against the operator's catalogue, stores the valid ones with new keys and answers when
// they are durable.
class IngestEvents {
public:
    IngestEvents(Intake& intake, RecordQueries& records, RecordClick& visits, const Bytes32& address_key,
                 const tracking::ClickKey& click_key, telemetry::Metrics& metrics)
        : intake_(intake),
          records_(records),
          visits_(visits),
          address_key_(address_key),
          click_key_(click_key),
          metrics_(metrics) {}

    // `answer` may run on another thread. The drafts need to live only during this call.
    void Run(const Caller& caller, std::span<const events::EventDraft> drafts, IngestAnswer answer);

    // Answers as Run would, and stores and counts nothing. The ids of accepted events in the answer belong to no stored
    // event.
    void DryRun(const Caller& caller, std::span<const events::EventDraft> drafts, IngestAnswer answer);

private:
    std::unique_ptr<Submission> Check(const Caller& caller, std::span<const events::EventDraft> drafts) const;

    Intake& intake_;
    RecordQueries& records_;
    RecordClick& visits_;
    const Bytes32 address_key_;
    const tracking::ClickKey click_key_;
    telemetry::Metrics& metrics_;
};

}  // namespace fairlead::app
