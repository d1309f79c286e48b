#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/ports/commission_queries.hpp"
#include "app/ports/record_queries.hpp"
#include "app/ports/tracking.hpp"
#include "base/id/ids.hpp"
#include "base/result.hpp"
#include "base/time/time.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/commission/terms.hpp"
#include "domain/ingest/ingest.hpp"

namespace fairlead::app {

// One line of the audit log; `before` and `after` are JSON, empty where there is nothing.
struct AuditEntry {
    std::string actor;
    std::string action;
    std::string subject;
    std::string before;
    std::string after;
};

// An entry as it was stored.
struct AuditRecord {
    Uuid id;  // Grows with time.
    Timestamp at;
    AuditEntry entry;
};

// The newest entries that are older than `before`; of filters an empty one lets everything pass.
struct AuditQuery {
    std::size_t limit = 0;
    std::optional<Uuid> before;
    std::string actor;
    std::string action;
    std::string subject;
};

// New or changed records of one operator, stored together with their audit entries or not at all.
struct CatalogueChange {
    using Record = std::variant<catalogue::Operator, catalogue::Brand, catalogue::ApiKey, catalogue::User,
                                catalogue::Affiliate, catalogue::MarketingSource, catalogue::Campaign,
                                catalogue::Creative, catalogue::Link, commission::Deal, catalogue::ReportPreset>;

    OperatorId owner;
    std::int64_t based_on_version = 0;  // The version the decision was made on; 0 for a new operator.
    std::vector<Record> upserts;
    std::vector<AuditEntry> audit;
};

// Everything of one operator that the in-memory catalogue is made of.
struct OperatorRecords {
    catalogue::Operator self;
    std::int64_t version = 0;  // Grows by one with every change.
    std::vector<catalogue::Brand> brands;
    std::vector<catalogue::ApiKey> api_keys;
    std::vector<catalogue::User> users;
    std::vector<catalogue::Affiliate> affiliates;
    std::vector<catalogue::MarketingSource> marketing_sources;
    std::vector<catalogue::Campaign> campaigns;
    std::vector<catalogue::Creative> creatives;
    std::vector<catalogue::Link> links;
    std::vector<commission::Deal> deals;
    std::vector<catalogue::ReportPreset> report_presets;
};

struct OperatorVersion {
    OperatorId id;
    std::int64_t version = 0;
};

struct KeyUse {
    OperatorId owner;
    ApiKeyId key;
    Timestamp at;
};

// What an operator should look at: GET /health.
struct FeedHealth {
    struct Feed {
        BrandId brand;
        std::string event_type;
        Timestamp last_event_time;
        Timestamp last_recorded_at;
        std::int64_t count = 0;
    };
    struct Difference {
        EventId first_event;
        std::string idempotency_key;
        Timestamp first_seen;
        Timestamp last_seen;
        std::int64_t count = 0;
    };
    struct Anomaly {
        std::string kind;
        PlayerId player;
        EventId event;
        Timestamp recorded_at;
    };
    std::vector<Feed> feeds;
    std::int64_t difference_count = 0;
    std::vector<Difference> differences;  // The newest, at most kHealthListMax.
    std::int64_t anomaly_count = 0;
    std::vector<Anomaly> anomalies;  // The newest, at most kHealthListMax.
    // What waits for the rate of a pair of currencies.
    struct Unpriced {
        Currency from = *Currency::Parse("EUR");
        Currency to = *Currency::Parse("EUR");
        std::int64_t count = 0;
        Timestamp oldest_event;
    };
    std::vector<Unpriced> unpriced;
    std::int64_t click_total = 0;  // Logged so far, counted or not.
    std::int64_t impression_total = 0;
};

inline constexpr int kHealthListMax = 100;

// A share of an API key's rate limit that one node may hand out by itself.
struct RateGrant {
    std::int64_t granted = 0;
    std::int64_t left_for_others = 0;     // Of the limit, after this grant.
    std::int64_t window_left_micros = 0;  // Until the window ends, as of some moment after the request was sent.
};

struct RateGrantRequest {
    OperatorId owner;
    ApiKeyId key;
    std::int64_t limit = 0;
};

using RateGrantDone = std::move_only_function<void(Result<RateGrant>)>;

// Shares rate limits between nodes. All grants of one window together never exceed the limit.
class RateAuthority {
public:
    virtual ~RateAuthority() = default;
    virtual void RequestGrant(const RateGrantRequest& request, RateGrantDone done) = 0;
};

using IngestDone = std::move_only_function<void(Result<std::vector<events::Receipt>>)>;
using StatusDone = std::move_only_function<void(Status)>;
using AuditDone = std::move_only_function<void(Result<std::vector<AuditRecord>>)>;
using HealthDone = std::move_only_function<void(Result<FeedHealth>)>;

class FactBlocks;
class ReportRecords;
class SessionStore;

// The record. Safe to call from any thread. Methods that take a callback return at once and call it exactly once, on a
// thread of the ledger's, which it must not hold up; before Stop returns, every callback has been called.
class Ledger {
public:
    virtual ~Ledger() = default;

    // Stores what is new of the batch in one durable transaction and answers one receipt per event, in order. An Error
    // may hide a stored batch (a lost reply); sending it again is safe by the keys. kOverloaded: nothing was stored.
    // The batch must live until `done` is called.
    virtual void Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, IngestDone done) = 0;

    // Stores clicks and impressions in one durable transaction. An Error may hide a stored batch. kOverloaded: nothing
    // was stored.
    virtual void Track(TrackedBatch batch, TrackDone done) = 0;

    // Stores a change. kConflict when the operator's catalogue is no longer at `based_on_version`.
    virtual void Apply(CatalogueChange change, StatusDone done) = 0;

    // Notes when keys were last used. Losing it in a crash is harmless.
    virtual void NoteKeyUse(std::vector<KeyUse> uses) = 0;

    // Newest first.
    virtual void ReadAudit(OperatorId owner, AuditQuery query, AuditDone done) = 0;

    virtual void ReadHealth(OperatorId owner, HealthDone done) = 0;

    virtual void ReadEvents(EventQuery query, AnswerDone<EventPage> done) = 0;
    virtual void ReadClicks(ClickQuery query, AnswerDone<ClickPage> done) = 0;
    virtual void ReadPlayers(PlayerQuery query, AnswerDone<PlayerPage> done) = 0;
    // kNotFound when the operator has no such player.
    virtual void ReadPlayerHistory(OperatorId owner, PlayerId player, AnswerDone<PlayerHistory> done) = 0;
    // Gives a player to another affiliate, with its audit entry. kNotFound likewise; kConflict before its registration.
    virtual void Reassign(Reassignment reassignment, StatusDone done) = 0;

    // Stores exchange rates, each in the place of one of the same day and pair, with their audit entries.
    virtual void StoreRates(OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                            StatusDone done) = 0;
    virtual void ReadRates(RateQuery query, AnswerDone<RatePage> done) = 0;

    // What waits for a rate comes first, then everything else, the newest first.
    virtual void ReadAccruals(AccrualQuery query, AnswerDone<AccrualPage> done) = 0;
    // kNotFound when the operator has no such accrual.
    virtual void Explain(OperatorId owner, AccrualId accrual, AnswerDone<Explanation> done) = 0;
    // kNotFound when the operator has no such player.
    virtual void ReadPlayerStanding(OperatorId owner, PlayerId player, AnswerDone<PlayerStanding> done) = 0;

    // Open months are listed as they would be closed now.
    virtual void ReadStatements(StatementQuery query, AnswerDone<StatementPage> done) = 0;
    // kNotFound when the operator has no such statement.
    virtual void ReadStatement(OperatorId owner, StatementId statement, AnswerDone<StatementRecord> done) = 0;
    // Moves a closed statement on, with its audit entry. kConflict where it does not stand so that it could.
    virtual void StepStatement(StatementStepRequest request, AnswerDone<StatementRecord> done) = 0;
    // Closes an ended month, of one affiliate or of all. kConflict while it has not ended, or an earlier one is open.
    virtual void Close(CloseRequest request, AnswerDone<CloseOutcome> done) = 0;
    // Notes an amount by hand; it goes into the affiliate's next statement in its currency.
    virtual void Adjust(AdjustmentRequest request, AnswerDone<AdjustmentRecord> done) = 0;

    // Writes something small, durably, to find out whether writing works.
    virtual void Probe(StatusDone done) = 0;

    // These block: for start-up, commands and background threads.
    virtual Result<std::vector<OperatorVersion>> OperatorVersions() = 0;
    virtual Result<OperatorRecords> LoadOperator(OperatorId id) = 0;
    virtual Result<bool> EmailExists(const std::string& email) = 0;
    // Stores `value` under `name` unless there is one already; answers what is stored in the end.
    virtual Result<std::string> SettingOrStore(const std::string& name, const std::string& value) = 0;

    // Says by which key players have names for affiliates (PlayerAlias). From now on these are stored, so that players
    // are found by them; on the first call those of all players from before are, which takes a while with many.
    virtual Status UseAliasKey(const Bytes32& key) = 0;

    // From now on `changed` is called, on a thread of the ledger's and at once, when another node may have changed a
    // catalogue. An announcement can get lost: poll behind it. Called once at most; ends with Stop.
    virtual void ListenForCatalogueChanges(std::function<void()> changed) = 0;

    // What the projector and reports read.
    virtual FactBlocks& fact_blocks() = 0;
    virtual ReportRecords& report_records() = 0;
    // Who is logged in.
    virtual SessionStore& sessions() = 0;

    // Null when this process alone owns the ledger, and so may count by itself.
    virtual RateAuthority* rate_authority() = 0;

    // Finishes all that was submitted and stops the threads. Nothing may be submitted afterwards.
    virtual void Stop() = 0;
};

}  // namespace fairlead::app
