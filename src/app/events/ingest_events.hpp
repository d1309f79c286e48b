#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/access/authenticate.hpp"
#include "app/ports/intake.hpp"
#include "domain/events/validate.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::app {

// The events of one request: what was valid goes to the ledger, what was not keeps its errors.
class Submission {
public:
    struct Entry {
        std::optional<std::size_t> valid_index;  // Into the batch; nothing when the entry is in error.
        Errors errors;
        std::optional<std::string> key;  // Echoed with an error, where the entry had one.
    };

    std::span<const events::SubmittedEvent> batch() const { return batch_; }
    std::span<const Entry> entries() const { return entries_; }

    // The idempotency key of an entry, as the answer echoes it.
    std::optional<std::string_view> KeyOf(const Entry& entry) const;

private:
    friend class IngestEvents;

    std::vector<events::SubmittedEvent> batch_;
    std::vector<Entry> entries_;
};

// Receipts stand for the valid entries, in order.
using IngestAnswer = std::move_only_function<void(std::unique_ptr<Submission>, Result<std::vector<events::Receipt>>)>;

// Whether an event names a brand that the snapshot does not have.
bool NamesUnknownBrand(std::span<const events::EventDraft> drafts, const OperatorEntry& owner);

// Takes events in: checks each against the operator's catalogue, stores what is valid, and answers when that is
// durable.
class IngestEvents {
public:
    IngestEvents(Intake& intake, const Bytes32& address_key, telemetry::Metrics& metrics)
        : intake_(intake), address_key_(address_key), metrics_(metrics) {}

    // `answer` may run on another thread. The drafts need not live longer than this call.
    void Run(const Caller& caller, std::span<const events::EventDraft> drafts, IngestAnswer answer);

private:
    Intake& intake_;
    const Bytes32 address_key_;
    telemetry::Metrics& metrics_;
};

}  // namespace fairlead::app
