#include "app/catalogue.hpp"

#include <algorithm>
#include <cstring>

namespace fairlead::app {
namespace {

std::uint64_t HashHead(const Bytes32& hash) {
    std::uint64_t head = 0;
    std::memcpy(&head, hash.data(), sizeof(head));
    return head;
}

// Ids are unique over all kinds, but an id of one kind may be asked for as another.
template <class Record, class Id>
const Record* FindById(const OperatorEntry& entry, const std::vector<Record>& records, Id id) {
    const auto found = entry.positions.find(id.uuid);
    if (found == entry.positions.end() || found->second >= records.size()) return nullptr;
    const Record& record = records[found->second];
    return record.id == id ? &record : nullptr;
}

template <class Record>
void AddPositions(const std::vector<Record>& records, std::unordered_map<Uuid, std::size_t>& positions) {
    for (std::size_t i = 0; i < records.size(); ++i) positions.emplace(records[i].id.uuid, i);
}

std::shared_ptr<const OperatorEntry> MakeEntry(OperatorRecords records, const OperatorEntry* before) {
    auto entry = std::make_shared<OperatorEntry>();
    for (const auto& brand : records.brands) entry->brand_ids.insert(brand.id);
    const auto add = [&](const auto&... lists) { (AddPositions(lists, entry->positions), ...); };
    add(records.brands, records.api_keys, records.affiliates, records.marketing_sources, records.campaigns,
        records.creatives, records.links);
    for (const auto& key : records.api_keys) {
        const auto known = before == nullptr ? nullptr : &before->key_activity;
        const auto found = known == nullptr ? std::shared_ptr<KeyActivity>() : [&] {
            const auto it = known->find(key.id);
            return it == known->end() ? nullptr : it->second;
        }();
        entry->key_activity[key.id] = found ? found : std::make_shared<KeyActivity>();
    }
    entry->records = std::move(records);
    return entry;
}

}  // namespace

const catalogue::Brand* OperatorEntry::FindBrand(BrandId id) const { return FindById(*this, records.brands, id); }
const catalogue::ApiKey* OperatorEntry::FindKey(ApiKeyId id) const { return FindById(*this, records.api_keys, id); }
const catalogue::Affiliate* OperatorEntry::FindAffiliate(AffiliateId id) const {
    return FindById(*this, records.affiliates, id);
}
const catalogue::MarketingSource* OperatorEntry::FindMarketingSource(MarketingSourceId id) const {
    return FindById(*this, records.marketing_sources, id);
}
const catalogue::Campaign* OperatorEntry::FindCampaign(CampaignId id) const {
    return FindById(*this, records.campaigns, id);
}
const catalogue::Creative* OperatorEntry::FindCreative(CreativeId id) const {
    return FindById(*this, records.creatives, id);
}
const catalogue::Link* OperatorEntry::FindLink(LinkId id) const { return FindById(*this, records.links, id); }

std::optional<Timestamp> OperatorEntry::LastUsed(const catalogue::ApiKey& key) const {
    const Timestamp seen{key_activity.at(key.id)->last_used_micros.load(std::memory_order_relaxed)};
    const Timestamp latest = std::max(seen, key.last_used_at.value_or(Timestamp{}));
    return latest.micros == 0 ? std::nullopt : std::optional(latest);
}

CatalogueSnapshot::CatalogueSnapshot(Entries entries) : entries_(std::move(entries)) {
    for (const auto& [id, entry] : entries_) {
        for (const auto& key : entry->records.api_keys) keys_.try_emplace(HashHead(key.hash), entry, key.id);
        for (const auto& link : entry->records.links) {
            links_.try_emplace(link.id, entry.get(), &link);
            links_by_code_.try_emplace(link.code, entry.get(), &link);
        }
        for (const auto& creative : entry->records.creatives)
            creatives_.try_emplace(creative.id, entry.get(), &creative);
    }
}

template <class Key, class Found>
static Found FindIn(const std::unordered_map<Key, Found>& index, const Key& key) {
    const auto found = index.find(key);
    return found == index.end() ? Found{} : found->second;
}

CatalogueSnapshot::Found<catalogue::Link> CatalogueSnapshot::FindLink(LinkId id) const { return FindIn(links_, id); }

CatalogueSnapshot::Found<catalogue::Link> CatalogueSnapshot::FindLinkByCode(std::string_view code) const {
    return FindIn(links_by_code_, code);
}

CatalogueSnapshot::Found<catalogue::Creative> CatalogueSnapshot::FindCreative(CreativeId id) const {
    return FindIn(creatives_, id);
}

std::shared_ptr<const OperatorEntry> CatalogueSnapshot::Find(OperatorId id) const {
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second;
}

std::optional<CatalogueSnapshot::FoundKey> CatalogueSnapshot::FindKeyByHash(const Bytes32& hash) const {
    const auto found = keys_.find(HashHead(hash));
    if (found == keys_.end()) return std::nullopt;
    const auto& [entry, key_id] = found->second;
    const catalogue::ApiKey* key = entry->FindKey(key_id);
    if (!EqualInConstantTime(key->hash, hash)) return std::nullopt;
    return FoundKey{entry, key, entry->key_activity.at(key_id).get()};
}

Catalogue::Catalogue(Ledger& ledger)
    : ledger_(ledger), current_(std::make_shared<const CatalogueSnapshot>(CatalogueSnapshot::Entries())) {}

Status Catalogue::Refresh() {
    const std::lock_guard lock(refresh_);
    const auto versions = ledger_.OperatorVersions();
    if (!versions) return std::unexpected(versions.error());
    const auto snapshot = Current();
    std::vector<OperatorId> stale;
    for (const auto& [id, version] : *versions) {
        const auto entry = snapshot->Find(id);
        if (!entry || entry->records.version != version) stale.push_back(id);
    }
    return ReloadLocked(stale);
}

Status Catalogue::Reload(OperatorId id) {
    const std::lock_guard lock(refresh_);
    return ReloadLocked(std::span(&id, 1));
}

Status Catalogue::ReloadLocked(std::span<const OperatorId> ids) {
    if (ids.empty()) return {};
    CatalogueSnapshot::Entries entries = Current()->entries();
    for (const OperatorId id : ids) {
        auto records = ledger_.LoadOperator(id);
        if (!records) return std::unexpected(records.error());
        const auto before = entries.find(id);
        entries[id] = MakeEntry(std::move(*records), before == entries.end() ? nullptr : before->second.get());
    }
    current_.store(std::make_shared<const CatalogueSnapshot>(std::move(entries)), std::memory_order_release);
    return {};
}

void Catalogue::SaveKeyUse() {
    std::vector<KeyUse> uses;
    const auto snapshot = Current();
    for (const auto& [owner, entry] : snapshot->entries()) {
        for (const auto& [key, activity] : entry->key_activity) {
            if (!activity->unsaved.exchange(false)) continue;
            uses.push_back({owner, key, Timestamp{activity->last_used_micros.load(std::memory_order_relaxed)}});
        }
    }
    if (!uses.empty()) ledger_.NoteKeyUse(std::move(uses));
}

}  // namespace fairlead::app
