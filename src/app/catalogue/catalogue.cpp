#include "app/catalogue/catalogue.hpp"

#include <algorithm>
#include <cstring>

namespace fairlead::app {
namespace {

std::uint64_t HashHead(const Bytes32& hash) {
    std::uint64_t head = 0;
    std::memcpy(&head, hash.data(), sizeof(head));
    return head;
}

// Fills in the look-up tables of an entry. Keys that are already known keep their activity.
void CompleteEntry(OperatorEntry& entry, const OperatorEntry* before) {
    entry.brand_event_years.clear();
    for (const auto& brand : entry.records.brands) {
        entry.brand_event_years.emplace(brand.id, brand.event_age_years_max);
    }
    if (before != nullptr) entry.key_activity = before->key_activity;
    std::erase_if(entry.key_activity, [&](const auto& each) { return entry.FindKey(each.first) == nullptr; });
    for (const auto& key : entry.records.api_keys) {
        auto& activity = entry.key_activity[key.id];
        if (!activity) activity = std::make_shared<KeyActivity>();
    }
}

OperatorTables TablesOf(OperatorRecords records) {
    return {.self = std::move(records.self),
            .version = records.version,
            .brands = RecordTable(std::move(records.brands)),
            .api_keys = RecordTable(std::move(records.api_keys)),
            .users = RecordTable(std::move(records.users)),
            .affiliates = RecordTable(std::move(records.affiliates)),
            .marketing_sources = RecordTable(std::move(records.marketing_sources)),
            .campaigns = RecordTable(std::move(records.campaigns)),
            .images = RecordTable(std::move(records.images)),
            .creatives = RecordTable(std::move(records.creatives)),
            .landing_pages = RecordTable(std::move(records.landing_pages)),
            .links = RecordTable(std::move(records.links)),
            .deals = RecordTable(std::move(records.deals)),
            .report_presets = RecordTable(std::move(records.report_presets)),
            .postbacks = RecordTable(std::move(records.postbacks)),
            .webhooks = RecordTable(std::move(records.webhooks)),
            .report_schedules = RecordTable(std::move(records.report_schedules)),
            .fraud_rules = RecordTable(std::move(records.fraud_rules))};
}

// Puts a record of a change into the table of its type.
struct PutInto {
    OperatorTables& tables;

    void operator()(const catalogue::Operator& self) const { tables.self = self; }
    void operator()(const catalogue::Brand& brand) const { tables.brands.Put(brand); }
    void operator()(const catalogue::ApiKey& key) const { tables.api_keys.Put(key); }
    void operator()(const catalogue::User& user) const { tables.users.Put(user); }
    void operator()(const catalogue::Affiliate& affiliate) const { tables.affiliates.Put(affiliate); }
    void operator()(const catalogue::MarketingSource& source) const { tables.marketing_sources.Put(source); }
    void operator()(const catalogue::Campaign& campaign) const { tables.campaigns.Put(campaign); }
    void operator()(const catalogue::Image& image) const {
        catalogue::Image kept = image;
        kept.content.reset();
        tables.images.Put(std::move(kept));
    }
    void operator()(const catalogue::DeletedImage& image) const { tables.images.Remove(image.id); }
    void operator()(const catalogue::Creative& creative) const { tables.creatives.Put(creative); }
    void operator()(const catalogue::LandingPage& page) const { tables.landing_pages.Put(page); }
    void operator()(const catalogue::Link& link) const { tables.links.Put(link); }
    void operator()(const commission::Deal& deal) const { tables.deals.Put(deal); }
    void operator()(const catalogue::ReportPreset& preset) const { tables.report_presets.Put(preset); }
    void operator()(const catalogue::DeletedReportPreset& preset) const { tables.report_presets.Remove(preset.id); }
    void operator()(const outbox::Postback& postback) const { tables.postbacks.Put(postback); }
    void operator()(const outbox::Webhook& webhook) const { tables.webhooks.Put(webhook); }
    void operator()(const outbox::ReportSchedule& schedule) const { tables.report_schedules.Put(schedule); }
    void operator()(const outbox::DeletedReportSchedule& schedule) const {
        tables.report_schedules.Remove(schedule.id);
    }
    void operator()(const signals::FraudRule& rule) const { tables.fraud_rules.Put(rule); }
};

}  // namespace

std::optional<Timestamp> OperatorEntry::LastUsed(const catalogue::ApiKey& key) const {
    // A key that is being created has no activity yet.
    const auto found = key_activity.find(key.id);
    const Timestamp seen{found == key_activity.end() ? 0
                                                     : found->second->last_used_micros.load(std::memory_order_relaxed)};
    const Timestamp latest = std::max(seen, key.last_used_at.value_or(Timestamp{}));
    return latest.micros == 0 ? std::nullopt : std::optional(latest);
}

struct CatalogueSnapshot::AddToIndexes {
    CatalogueSnapshot& snapshot;
    OperatorId owner;

    void operator()(const catalogue::ApiKey& key) const { snapshot.keys_.Add(HashHead(key.hash), {owner, key.id}); }
    void operator()(const catalogue::Creative& creative) const { snapshot.creatives_.Add(creative.id, owner); }
    void operator()(const catalogue::Image& image) const { snapshot.images_.Add(image.id, owner); }
    void operator()(const catalogue::Link& link) const {
        snapshot.links_.Add(link.id, owner);
        snapshot.codes_.Add(link.code, {owner, link.id});
    }
    void operator()(const catalogue::ReportPreset& preset) const {
        snapshot.presets_.Add(HashHead(preset.token_hash), {owner, preset.id});
    }
    void operator()(const auto&) const {}  // Looked up only within its operator.
};

void CatalogueSnapshot::Put(std::shared_ptr<const OperatorEntry> entry) {
    const AddToIndexes add{*this, entry->records.self.id};
    for (const auto& key : entry->records.api_keys) add(key);
    for (const auto& creative : entry->records.creatives) add(creative);
    for (const auto& image : entry->records.images) add(image);
    for (const auto& link : entry->records.links) add(link);
    for (const auto& preset : entry->records.report_presets) add(preset);
    entries_[add.owner] = std::move(entry);
}

void CatalogueSnapshot::Put(std::shared_ptr<const OperatorEntry> entry,
                            std::span<const CatalogueChange::Record> changed) {
    const AddToIndexes add{*this, entry->records.self.id};
    for (const auto& record : changed) std::visit(add, record);
    entries_[add.owner] = std::move(entry);
}

std::shared_ptr<const OperatorEntry> CatalogueSnapshot::Find(OperatorId id) const {
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second;
}

std::optional<CatalogueSnapshot::FoundKey> CatalogueSnapshot::FindKeyByHash(const Bytes32& hash) const {
    const auto* found = keys_.Find(HashHead(hash));
    if (found == nullptr) return std::nullopt;
    auto entry = Find(found->owner);
    // If the ledger has moved backwards, the key may be gone.
    const catalogue::ApiKey* key = entry ? entry->FindKey(found->id) : nullptr;
    if (key == nullptr || !EqualInConstantTime(key->hash, hash)) return std::nullopt;
    KeyActivity* activity = entry->key_activity.at(key->id).get();
    return FoundKey{std::move(entry), key, activity};
}

std::optional<CatalogueSnapshot::FoundPreset> CatalogueSnapshot::FindPresetByToken(const Bytes32& hash) const {
    const auto* found = presets_.Find(HashHead(hash));
    if (found == nullptr) return std::nullopt;
    auto entry = Find(found->owner);
    const catalogue::ReportPreset* preset = entry ? entry->records.report_presets.Find(found->id) : nullptr;
    // A replaced or deleted token is still in the index.
    if (preset == nullptr || !EqualInConstantTime(preset->token_hash, hash)) return std::nullopt;
    return FoundPreset{std::move(entry), preset};
}

const OperatorEntry* CatalogueSnapshot::EntryOf(const OperatorId* owner) const {
    const auto found = owner == nullptr ? entries_.end() : entries_.find(*owner);
    return found == entries_.end() ? nullptr : found->second.get();
}

CatalogueSnapshot::Found<catalogue::Link> CatalogueSnapshot::FindLink(LinkId id) const {
    const OperatorEntry* entry = EntryOf(links_.Find(id));
    return {entry, entry == nullptr ? nullptr : entry->FindLink(id)};
}

CatalogueSnapshot::Found<catalogue::Link> CatalogueSnapshot::FindLinkByCode(std::string_view code) const {
    const auto* found = codes_.Find(code);
    if (found == nullptr) return {};
    const OperatorEntry* entry = EntryOf(&found->owner);
    return {entry, entry == nullptr ? nullptr : entry->FindLink(found->id)};
}

CatalogueSnapshot::Found<catalogue::Creative> CatalogueSnapshot::FindCreative(CreativeId id) const {
    const OperatorEntry* entry = EntryOf(creatives_.Find(id));
    return {entry, entry == nullptr ? nullptr : entry->FindCreative(id)};
}

CatalogueSnapshot::Found<catalogue::Image> CatalogueSnapshot::FindImage(ImageId id) const {
    const OperatorEntry* entry = EntryOf(images_.Find(id));
    return {entry, entry == nullptr ? nullptr : entry->FindImage(id)};
}

Catalogue::Catalogue(CatalogueStore& store) : store_(store), current_(std::make_shared<const CatalogueSnapshot>()) {}

Status Catalogue::Refresh() {
    const std::lock_guard lock(refresh_);
    const auto versions = TRY(store_.OperatorVersions());
    // The epoch is read before the operators. If the ledger moves backwards while they are loaded, the next refresh
    // finds another epoch.
    const std::uint64_t epoch = store_.Epoch();
    if (epoch != epoch_) {
        TRY(LoadAllLocked(versions));
        epoch_ = epoch;
        return {};
    }
    const auto snapshot = Current();
    std::vector<OperatorId> stale;
    for (const auto& [id, version] : versions) {
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
    CatalogueSnapshot next = *Current();
    for (const OperatorId id : ids) {
        auto entry = TRY(Load(id));
        next.Put(std::move(entry));
    }
    Publish(std::move(next));
    return {};
}

// Starts with empty indexes, because entries are never removed from an index and could lead to records that are gone.
Status Catalogue::LoadAllLocked(std::span<const OperatorVersion> versions) {
    CatalogueSnapshot next;
    for (const OperatorVersion& each : versions) {
        auto entry = TRY(Load(each.id));
        next.Put(std::move(entry));
    }
    Publish(std::move(next));
    return {};
}

Result<std::shared_ptr<const OperatorEntry>> Catalogue::Load(OperatorId id) {
    auto records = TRY(store_.LoadOperator(id));
    auto entry = std::make_shared<OperatorEntry>();
    entry->records = TablesOf(std::move(records));
    CompleteEntry(*entry, Current()->Find(id).get());
    return entry;
}

Status Catalogue::Advance(OperatorId owner, std::int64_t based_on_version,
                          const std::vector<CatalogueChange::Record>& upserts) {
    const std::lock_guard lock(refresh_);
    const auto snapshot = Current();
    const auto before = snapshot->Find(owner);
    if (!before || before->records.version < based_on_version) return ReloadLocked(std::span(&owner, 1));
    // A refresh in between has already loaded the change.
    if (before->records.version > based_on_version) return {};
    auto entry = std::make_shared<OperatorEntry>(*before);
    for (const auto& record : upserts) std::visit(PutInto{entry->records}, record);
    entry->records.version = based_on_version + 1;
    CompleteEntry(*entry, before.get());
    CatalogueSnapshot next = *snapshot;
    next.Put(std::move(entry), upserts);
    Publish(std::move(next));
    return {};
}

void Catalogue::Publish(CatalogueSnapshot snapshot) {
    current_.Store(std::make_shared<const CatalogueSnapshot>(std::move(snapshot)));
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
    if (!uses.empty()) store_.NoteKeyUse(std::move(uses));
}

}  // namespace fairlead::app
