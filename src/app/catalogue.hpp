#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "app/ports/ledger.hpp"

namespace fairlead::app {

// When a key was last used. Shared by all snapshots of the catalogue, written by I/O threads without a lock.
struct KeyActivity {
    std::atomic<std::int64_t> last_used_micros{0};
    std::atomic<bool> unsaved{false};
};

// One operator as of one version. Immutable but for the key activity.
struct OperatorEntry {
    OperatorRecords records;
    std::unordered_set<BrandId> brand_ids;
    std::unordered_map<ApiKeyId, std::shared_ptr<KeyActivity>> key_activity;
    std::unordered_map<Uuid, std::size_t> positions;  // Of each record, by its id, in the list of its kind.

    // Null where the operator has none of this id. Valid as long as the entry.
    const catalogue::Brand* FindBrand(BrandId id) const;
    const catalogue::ApiKey* FindKey(ApiKeyId id) const;
    const catalogue::Affiliate* FindAffiliate(AffiliateId id) const;
    const catalogue::MarketingSource* FindMarketingSource(MarketingSourceId id) const;
    const catalogue::Campaign* FindCampaign(CampaignId id) const;
    const catalogue::Creative* FindCreative(CreativeId id) const;
    const catalogue::Link* FindLink(LinkId id) const;
    // The later of what the ledger knows and what this node has seen.
    std::optional<Timestamp> LastUsed(const catalogue::ApiKey& key) const;
};

// The catalogue at one moment: immutable, shared, replaced whole.
class CatalogueSnapshot {
public:
    using Entries = std::map<OperatorId, std::shared_ptr<const OperatorEntry>>;

    struct FoundKey {
        std::shared_ptr<const OperatorEntry> entry;
        const catalogue::ApiKey* key = nullptr;  // Inside `entry`.
        KeyActivity* activity = nullptr;         // Inside `entry`.
    };

    // A record and whose it is. Valid as long as the snapshot.
    template <class Record>
    struct Found {
        const OperatorEntry* entry = nullptr;
        const Record* record = nullptr;

        explicit operator bool() const { return record != nullptr; }
    };

    explicit CatalogueSnapshot(Entries entries);

    const Entries& entries() const { return entries_; }
    std::shared_ptr<const OperatorEntry> Find(OperatorId id) const;
    std::optional<FoundKey> FindKeyByHash(const Bytes32& hash) const;

    // Of any operator: what visitors' browsers ask for names no operator.
    Found<catalogue::Link> FindLink(LinkId id) const;
    Found<catalogue::Link> FindLinkByCode(std::string_view code) const;
    Found<catalogue::Creative> FindCreative(CreativeId id) const;

private:
    Entries entries_;
    // By the first bytes of the hash; the whole hash is compared in constant time afterwards.
    std::unordered_map<std::uint64_t, std::pair<std::shared_ptr<const OperatorEntry>, ApiKeyId>> keys_;
    std::unordered_map<LinkId, Found<catalogue::Link>> links_;
    std::unordered_map<std::string_view, Found<catalogue::Link>> links_by_code_;
    std::unordered_map<CreativeId, Found<catalogue::Creative>> creatives_;
};

// Holds the current snapshot and brings it up to date.
class Catalogue {
public:
    explicit Catalogue(Ledger& ledger);

    std::shared_ptr<const CatalogueSnapshot> Current() const { return current_.load(std::memory_order_acquire); }

    // Loads every operator whose version in the ledger is not the one in memory. Blocks.
    Status Refresh();

    // Loads one operator again. Blocks.
    Status Reload(OperatorId id);

    // Hands the key uses that are not yet in the ledger to it.
    void SaveKeyUse();

private:
    Status ReloadLocked(std::span<const OperatorId> ids);

    Ledger& ledger_;
    std::mutex refresh_;  // One refresh at a time; readers never take it.
    std::atomic<std::shared_ptr<const CatalogueSnapshot>> current_;
};

}  // namespace fairlead::app
