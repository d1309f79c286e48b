#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/catalogue/record_table.hpp"
#include "app/catalogue/shared_index.hpp"
#include "app/ports/catalogue_store.hpp"
#include "base/published.hpp"
#include "domain/events/validate.hpp"

namespace fairlead::app {

// When a key was last used. Shared by all snapshots of the catalogue; I/O threads write it without a lock.
struct KeyActivity {
    std::atomic<std::int64_t> last_used_micros{0};
    std::atomic<bool> unsaved{false};
};

// The records of one operator in memory.
struct OperatorTables {
    catalogue::Operator self;
    std::int64_t version = 0;
    RecordTable<catalogue::Brand> brands;
    RecordTable<catalogue::ApiKey> api_keys;
    RecordTable<catalogue::User> users;
    RecordTable<catalogue::Affiliate> affiliates;
    RecordTable<catalogue::MarketingSource> marketing_sources;
    RecordTable<catalogue::Campaign> campaigns;
    RecordTable<catalogue::Image> images;
    RecordTable<catalogue::Creative> creatives;
    RecordTable<catalogue::LandingPage> landing_pages;
    RecordTable<catalogue::Link> links;
    RecordTable<commission::Deal> deals;
    RecordTable<catalogue::ReportPreset> report_presets;
    RecordTable<outbox::Postback> postbacks;
    RecordTable<outbox::Webhook> webhooks;
    RecordTable<outbox::ReportSchedule> report_schedules;
    RecordTable<signals::FraudRule> fraud_rules;
};

// One operator at one version. Immutable, except for the activity of keys.
struct OperatorEntry {
    OperatorTables records;
    events::BrandEventYears brand_event_years;
    std::unordered_map<ApiKeyId, std::shared_ptr<KeyActivity>> key_activity;

    // Null if the operator has no record with this id. Valid as long as the entry.
    const catalogue::Brand* FindBrand(BrandId id) const { return records.brands.Find(id); }
    const catalogue::ApiKey* FindKey(ApiKeyId id) const { return records.api_keys.Find(id); }
    const catalogue::User* FindUser(UserId id) const { return records.users.Find(id); }
    const catalogue::Affiliate* FindAffiliate(AffiliateId id) const { return records.affiliates.Find(id); }
    const catalogue::MarketingSource* FindMarketingSource(MarketingSourceId id) const {
        return records.marketing_sources.Find(id);
    }
    const catalogue::Campaign* FindCampaign(CampaignId id) const { return records.campaigns.Find(id); }
    const catalogue::Creative* FindCreative(CreativeId id) const { return records.creatives.Find(id); }
    const catalogue::Image* FindImage(ImageId id) const { return records.images.Find(id); }
    const catalogue::LandingPage* FindLandingPage(LandingPageId id) const { return records.landing_pages.Find(id); }
    const catalogue::Link* FindLink(LinkId id) const { return records.links.Find(id); }
    const commission::Deal* FindDeal(DealId id) const { return records.deals.Find(id); }
    const catalogue::ReportPreset* FindReportPreset(ReportPresetId id) const { return records.report_presets.Find(id); }
    const outbox::Postback* FindPostback(DestinationId id) const { return records.postbacks.Find(id); }
    const outbox::Webhook* FindWebhook(DestinationId id) const { return records.webhooks.Find(id); }
    const outbox::ReportSchedule* FindReportSchedule(DestinationId id) const {
        return records.report_schedules.Find(id);
    }
    const signals::FraudRule* FindFraudRule(FraudRuleId id) const { return records.fraud_rules.Find(id); }
    // The later of the time in the ledger and the time that this node has seen.
    std::optional<Timestamp> LastUsed(const catalogue::ApiKey& key) const;
};

// The catalogue at one moment. Immutable and shared; a change replaces it.
class CatalogueSnapshot {
public:
    using Entries = std::map<OperatorId, std::shared_ptr<const OperatorEntry>>;

    struct FoundKey {
        std::shared_ptr<const OperatorEntry> entry;
        const catalogue::ApiKey* key = nullptr;  // Points into `entry`.
        KeyActivity* activity = nullptr;         // Points into `entry`.
    };

    struct FoundPreset {
        std::shared_ptr<const OperatorEntry> entry;
        const catalogue::ReportPreset* preset = nullptr;  // Points into `entry`.
    };

    // A record and its operator. Valid as long as the snapshot.
    template <class Record>
    struct Found {
        const OperatorEntry* entry = nullptr;
        const Record* record = nullptr;

        explicit operator bool() const { return record != nullptr; }
    };

    // Build the next snapshot from a copy; unchanged parts are shared. The entry replaces the older one of the
    // operator. Without `changed`, any record may differ; with it, only these records.
    void Put(std::shared_ptr<const OperatorEntry> entry);
    void Put(std::shared_ptr<const OperatorEntry> entry, std::span<const CatalogueChange::Record> changed);

    const Entries& entries() const { return entries_; }
    std::shared_ptr<const OperatorEntry> Find(OperatorId id) const;
    std::optional<FoundKey> FindKeyByHash(const Bytes32& hash) const;
    // Also finds a report whose token is switched off.
    std::optional<FoundPreset> FindPresetByToken(const Bytes32& hash) const;

    // Searches all operators, because the requests of visitors name no operator.
    Found<catalogue::Link> FindLink(LinkId id) const;
    Found<catalogue::Link> FindLinkByCode(std::string_view code) const;
    Found<catalogue::Creative> FindCreative(CreativeId id) const;
    Found<catalogue::Image> FindImage(ImageId id) const;

private:
    // Allows a look-up of a code without a copy of it.
    struct CodeHash {
        std::size_t operator()(std::string_view code) const { return std::hash<std::string_view>()(code); }
    };
    template <class IdType>
    struct Owned {
        OperatorId owner;
        IdType id;
    };

    struct AddToIndexes;

    const OperatorEntry* EntryOf(const OperatorId* owner) const;

    Entries entries_;
    // By the first bytes of the hash. The whole hash is then compared in constant time.
    SharedIndex<std::uint64_t, Owned<ApiKeyId>> keys_;
    SharedIndex<std::uint64_t, Owned<ReportPresetId>> presets_;
    SharedIndex<LinkId, OperatorId> links_;
    SharedIndex<CreativeId, OperatorId> creatives_;
    SharedIndex<ImageId, OperatorId> images_;
    SharedIndex<std::string, Owned<LinkId>, CodeHash> codes_;
};

// Holds the current snapshot and updates it.
class Catalogue {
public:
    explicit Catalogue(CatalogueStore& store);

    std::shared_ptr<const CatalogueSnapshot> Current() const { return current_.Load(); }

    // Loads every operator whose version in the ledger differs from the version in memory. If the ledger may have moved
    // backwards, loads all operators and forgets what is gone. Blocks.
    Status Refresh();

    // Loads one operator again. Blocks.
    Status Reload(OperatorId id);

    // Publishes a change that the ledger has stored. Reads nothing if the operator's entry is still the one on which
    // the change was decided; otherwise loads the operator again, which blocks.
    Status Advance(OperatorId owner, std::int64_t based_on_version,
                   const std::vector<CatalogueChange::Record>& upserts);

    // Stores the uses of keys that are not yet in the ledger.
    void SaveKeyUse();

private:
    Status ReloadLocked(std::span<const OperatorId> ids);
    Status LoadAllLocked(std::span<const OperatorVersion> versions);
    Result<std::shared_ptr<const OperatorEntry>> Load(OperatorId id);
    void Publish(CatalogueSnapshot snapshot);

    CatalogueStore& store_;
    std::mutex refresh_;       // Allows one refresh at a time. Readers never lock it.
    std::uint64_t epoch_ = 0;  // The store's epoch when everything was loaded.
    Published<CatalogueSnapshot> current_;
};

}  // namespace fairlead::app
