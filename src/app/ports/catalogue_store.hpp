#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/audit.hpp"
#include "base/id/ids.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/commission/terms.hpp"

namespace fairlead::app {

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

// What operators manage, as it is stored. Safe from any thread.
class CatalogueStore {
public:
    virtual ~CatalogueStore() = default;

    // Stores a change. kConflict when the operator's catalogue is no longer at `based_on_version`.
    virtual void Apply(CatalogueChange change, StatusDone done) = 0;

    // Notes when keys were last used. Losing it in a crash is harmless.
    virtual void NoteKeyUse(std::vector<KeyUse> uses) = 0;

    // These block: for start-up, commands and background threads.
    virtual Result<std::vector<OperatorVersion>> OperatorVersions() = 0;
    virtual Result<OperatorRecords> LoadOperator(OperatorId id) = 0;
    virtual Result<bool> EmailExists(const std::string& email) = 0;
    // Stores `value` under `name` unless there is one already; answers what is stored in the end.
    virtual Result<std::string> SettingOrStore(const std::string& name, const std::string& value) = 0;

    // From now on `changed` is called, on a thread of the ledger's and at once, when another node may have changed a
    // catalogue. An announcement can get lost: poll behind it. Called once at most; ends with Ledger::Stop.
    virtual void ListenForCatalogueChanges(std::function<void()> changed) = 0;
};

}  // namespace fairlead::app
