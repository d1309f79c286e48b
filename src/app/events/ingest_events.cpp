#include "app/events/ingest_events.hpp"

#include <algorithm>

#include "domain/ingest/expected_receipts.hpp"

namespace fairlead::app {
namespace {

bool IsRegistration(const events::SubmittedEvent& submitted) {
    return submitted.event.type == events::EventType::kRegistration;
}

bool NamesOwnClick(const events::Event& event, const tracking::ClickKey& key, OperatorId owner) {
    if (event.type != events::EventType::kRegistration || event.click_id.empty()) return false;
    const auto click = ClickId::Parse(event.click_id);
    return click && tracking::HasChecksum(key, owner, *click);
}

// An event cannot be found by a key that is missing or has errors.
bool HasUsableKey(const events::Event& event, const Errors& errors) {
    const auto concerns_key = [](const Error& error) { return error.pointer == "/idempotency_key"; };
    return !event.idempotency_key.empty() && std::ranges::none_of(errors, concerns_key);
}

// Makes errors point to the members of the sender's own format, because the sender knows only these.
void PointToOrigins(const std::vector<events::MemberOrigin>& origins, Errors& errors) {
    for (Error& error : errors) {
        const auto found = std::ranges::find(origins, error.pointer, &events::MemberOrigin::pointer);
        if (found != origins.end()) error.pointer = found->origin;
    }
}

std::size_t CountRefused(std::span<const events::Receipt> receipts) {
    return static_cast<std::size_t>(
        std::ranges::count(receipts, events::ReceiptStatus::kRefused, &events::Receipt::status));
}

}  // namespace

std::optional<std::string_view> Submission::KeyOf(const Entry& entry) const {
    if (entry.batch_index) return batch_[*entry.batch_index].event.idempotency_key;
    return entry.key;
}

const events::Receipt* Submission::ReceiptOf(const Entry& entry, std::span<const events::Receipt> receipts) const {
    if (!entry.batch_index) return nullptr;
    const events::Receipt& receipt = receipts[*entry.batch_index];
    return receipt.status == events::ReceiptStatus::kRefused ? nullptr : &receipt;
}

std::span<const events::NearMiss> Submission::NearMissesOf(const Entry& entry) const {
    return entry.batch_index ? batch_[*entry.batch_index].near_misses : entry.near_misses;
}

bool NamesUnknownBrand(std::span<const events::EventDraft> drafts, const OperatorEntry& owner) {
    return std::ranges::any_of(drafts, [&](const events::EventDraft& draft) {
        const auto brand = BrandId::Parse(draft.brand_id.text);
        return brand && !owner.brand_event_years.contains(*brand);
    });
}

std::unique_ptr<Submission> IngestEvents::Check(const Caller& caller,
                                                std::span<const events::EventDraft> drafts) const {
    const OperatorTables& owner = caller.owner->records;
    const events::EventPolicy policy{caller.owner->brand_event_years, owner.self.declared_currencies, address_key_,
                                     Now()};
    auto submission = std::make_unique<Submission>();
    submission->batch_.reserve(drafts.size());
    submission->entries_.resize(drafts.size());
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        Submission::Entry& entry = submission->entries_[i];
        if (drafts[i].ignored || drafts[i].untranslated) {
            entry.ignored = drafts[i].ignored;
            entry.errors = drafts[i].errors;
            continue;
        }
        events::SubmittedEvent submitted;
        entry.errors = Validate(drafts[i], policy, submitted.event);
        submitted.is_valid = entry.errors.empty();
        const bool usable = submitted.is_valid || HasUsableKey(submitted.event, entry.errors);
        PointToOrigins(drafts[i].origins, entry.errors);
        if (!usable) {
            const auto& key = drafts[i].idempotency_key;
            if (key.kind == events::Member::Kind::kString) entry.key = std::string(key.text);
            entry.near_misses = drafts[i].near_misses;
            continue;
        }
        submitted.near_misses = drafts[i].near_misses;
        submitted.key_digest = events::DigestKey(owner.self.id, submitted.event.idempotency_key);
        submitted.names_own_click = NamesOwnClick(submitted.event, click_key_, owner.self.id);
        entry.batch_index = submission->batch_.size();
        submission->batch_.push_back(std::move(submitted));
    }
    return submission;
}

void IngestEvents::DryRun(const Caller& caller, std::span<const events::EventDraft> drafts, IngestAnswer answer) {
    auto submission = Check(caller, drafts);
    std::vector<events::KeyDigest> keys;
    for (const events::SubmittedEvent& submitted : submission->batch_) keys.push_back(submitted.key_digest);
    if (keys.empty()) return answer(std::move(submission), std::vector<events::Receipt>());
    records_.FindEventsOfKeys(caller.operator_id(), std::move(keys),
                              [submission = std::move(submission), answer = std::move(answer)](auto earlier) mutable {
                                  if (!earlier)
                                      return answer(std::move(submission), std::unexpected(std::move(earlier.error())));
                                  auto receipts = events::ExpectReceipts(submission->batch_, *earlier, EventId::New);
                                  answer(std::move(submission), std::move(receipts));
                              });
}

void IngestEvents::Run(const Caller& caller, std::span<const events::EventDraft> drafts, IngestAnswer answer) {
    const OperatorId owner = caller.operator_id();
    auto submission = Check(caller, drafts);
    const auto& batch = submission->batch_;
    const auto ignored = std::ranges::count(drafts, true, &events::EventDraft::ignored);
    metrics_.events_invalid.Increment(static_cast<double>(drafts.size() - batch.size()) - static_cast<double>(ignored));
    if (batch.empty()) return answer(std::move(submission), std::vector<events::Receipt>());

    const std::span<const events::SubmittedEvent> waiting = batch;
    auto done = [this, submission = std::move(submission), answer = std::move(answer)](auto receipts) mutable {
        if (receipts) {
            metrics_.events_invalid.Increment(static_cast<double>(CountRefused(*receipts)));
        } else {
            metrics_.events_failed.Increment(static_cast<double>(submission->batch_.size()));
        }
        answer(std::move(submission), std::move(receipts));
    };
    if (!std::ranges::any_of(waiting, IsRegistration)) return intake_.Ingest(owner, waiting, std::move(done));
    // The click that a player comes from is often only a moment old.
    visits_.WhenRecorded(owner, [this, owner, waiting, done = std::move(done)]() mutable {
        intake_.Ingest(owner, waiting, std::move(done));
    });
}

}  // namespace fairlead::app
