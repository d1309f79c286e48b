#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/audit.hpp"
#include "app/ports/request_key.hpp"
#include "base/id/ids.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/deals/terms.hpp"
#include "domain/outbox/mail.hpp"
#include "domain/outbox/postback.hpp"
#include "domain/outbox/report_schedule.hpp"
#include "domain/outbox/webhook.hpp"
#include "domain/signals/rule.hpp"

namespace fairlead::app {

// New, changed or deleted records of one operator, stored together with their audit entries or not at all.
struct CatalogueChange {
    using Record =
        std::variant<catalogue::Operator, catalogue::Brand, catalogue::ApiKey, catalogue::User, catalogue::Affiliate,
                     catalogue::MarketingSource, catalogue::Campaign, catalogue::Image, catalogue::DeletedImage,
                     catalogue::Creative, catalogue::LandingPage, catalogue::Link, commission::Deal,
                     catalogue::ReportPreset, catalogue::DeletedReportPreset, outbox::Postback, outbox::Webhook,
                     outbox::ReportSchedule, outbox::DeletedReportSchedule, signals::FraudRule>;

    OperatorId owner;
    std::int64_t based_on_version = 0;  // The version on which the decision was based; 0 for a new operator.
    std::vector<Record> upserts;
    std::vector<AuditEntry> audit;
    std::optional<RequestKey> key;  // Used for "reportRun/ID" if there is a run, else for the first audit subject.
    std::vector<outbox::SealedMail> mails = {};                // Sent after the change is stored, and only then.
    std::shared_ptr<const outbox::ReportRun> report_run = {};  // Null if there is none.
    bool only_first_operator = false;  // A new operator that is stored only if there is no other.
};

// Says what to do about kDateRequired.
inline constexpr std::string_view kDateRequiredText =
    "a change of the time zone or the base currency needs effectiveFrom, the first day of a future month, because the "
    "operator already has events, adjustments or statements. Send it with ?dryRun=true to see its effects first";

// All data of one operator that the catalogue in memory needs.
struct OperatorRecords {
    catalogue::Operator self;
    std::int64_t version = 0;  // Increases by one with every change.
    std::vector<catalogue::Brand> brands;
    std::vector<catalogue::ApiKey> api_keys;
    std::vector<catalogue::User> users;
    std::vector<catalogue::Affiliate> affiliates;
    std::vector<catalogue::MarketingSource> marketing_sources;
    std::vector<catalogue::Campaign> campaigns;
    std::vector<catalogue::Image> images;
    std::vector<catalogue::Creative> creatives;
    std::vector<catalogue::LandingPage> landing_pages;
    std::vector<catalogue::Link> links;
    std::vector<commission::Deal> deals;
    std::vector<catalogue::ReportPreset> report_presets;
    std::vector<outbox::Postback> postbacks;
    std::vector<outbox::Webhook> webhooks;
    std::vector<outbox::ReportSchedule> report_schedules;
    std::vector<signals::FraudRule> fraud_rules;
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

// Stores the catalogue. Safe from any thread.
class CatalogueStore {
public:
    virtual ~CatalogueStore() = default;

    // Stores a change. kConflict if the operator's catalogue is no longer at `based_on_version`. kRepeatedRequest if an
    // earlier request had the key. kDateRequired if the first time zone or base currency of an operator with records
    // would change. kConflict with a pointer if another operator has one of the portal's new domains. kConflict if the
    // change is for the first operator and there is one already, also if another node creates it at the same time, or
    // if the two-person rule would end too early by the checked clock. After a kConflict without a pointer, the change
    // can be decided again.
    virtual void Apply(CatalogueChange change, StatusDone done) = 0;
    // Whether the operator has events, adjustments or statements.
    virtual void FindRecords(OperatorId owner, AnswerDone<bool> done) = 0;
    // The subject of an earlier change with this key, such as "brand/ID"; nothing if there is none. kKeyReused if the
    // key was used for another request.
    virtual void FindRequest(OperatorId owner, RequestKey key, AnswerDone<std::optional<std::string>> done) = 0;

    // The content of an image; nothing if the operator has no such image.
    virtual void ReadImage(OperatorId owner, ImageId image, AnswerDone<std::optional<std::string>> done) = 0;

    // Adds an entry about the whole service to the audit log of every operator, or to none of them. The entry is about
    // the confirmation of the clock, so it is stored even if the clock is suspect. kClockSuspect if the last commit or
    // the server contradicts the clock, because it cannot be confirmed then.
    virtual void AddAuditToAll(AuditEntry entry, StatusDone done) = 0;

    // Stores when keys were last used. A loss in a crash is harmless.
    virtual void NoteKeyUse(std::vector<KeyUse> uses) = 0;

    // These methods block: for start-up, commands and background threads.
    virtual Result<std::vector<OperatorVersion>> OperatorVersions() = 0;
    // Changes when the ledger may have moved backwards: records that were loaded before may be gone, even if the
    // version is equal or greater. Does not block.
    virtual std::uint64_t Epoch() const { return 0; }
    virtual Result<OperatorRecords> LoadOperator(OperatorId id) = 0;
    virtual Result<bool> EmailExists(const std::string& email) = 0;
    // Stores `value` under `name` unless there is already a value. Returns the stored value.
    virtual Result<std::string> SettingOrStore(const std::string& name, const std::string& value) = 0;
    // Replaces stored values, all of them or none. Names that are not stored are ignored.
    virtual Status ReplaceSettings(const std::map<std::string, std::string>& values) = 0;

    // From now on, `changed` is called on a thread of the ledger when another node may have changed a catalogue. It
    // must return at once. An announcement can be lost, so poll as well. Call it at most once; it ends with
    // Ledger::Stop.
    virtual void ListenForCatalogueChanges(std::function<void()> changed) = 0;
};

}  // namespace fairlead::app
