#include "app/tracked_targets.hpp"

#include "base/assert.hpp"

namespace fairlead::app {
namespace {

using tracking::Uncounted;

// Codes and ids are short; so many targets are in use between two changes at most before the table starts anew.
constexpr std::size_t kTargetsMax = 100'000;

Uncounted WhyUncounted(const OperatorEntry& entry, const catalogue::Link& link) {
    if (!link.active) return Uncounted::kInactiveLink;
    const auto* affiliate = entry.FindAffiliate(link.affiliate);
    const bool approved = affiliate != nullptr && affiliate->status == catalogue::AffiliateStatus::kApproved;
    return approved ? Uncounted::kNo : Uncounted::kAffiliateNotApproved;
}

CatalogueSnapshot::Found<catalogue::Link> Find(const CatalogueSnapshot& snapshot, std::string_view id_or_code) {
    const auto id = LinkId::Parse(id_or_code);
    return id ? snapshot.FindLink(*id) : snapshot.FindLinkByCode(id_or_code);
}

std::optional<TrackedLink> Prepare(const OperatorEntry& entry, const catalogue::Link& link) {
    auto destination = tracking::Destination::Parse(link.destination_url);
    // It was checked when the link was made; one that fails now leads nowhere.
    if (!destination) return std::nullopt;
    TrackedLink target{.owner = entry.records.self.id,
                       .brand = link.brand,
                       .brand_term = tracking::BrandTerm(entry.records.self.id, link.brand),
                       .link_part = {},
                       .destination = std::move(*destination),
                       .uncounted = WhyUncounted(entry, link)};
    tracking::AppendLinkPart(target.link_part, tracking::OriginOf(link));
    return target;
}

// Who shows the creative: the link decides, and the affiliate only where no link is named.
TrackedCreative Prepare(const OperatorEntry& entry, const catalogue::Creative& creative,
                        const tracking::ImpressionQuery& query) {
    const auto* campaign = entry.FindCampaign(creative.campaign);
    FAIRLEAD_ASSERT(campaign != nullptr);
    tracking::Origin origin;
    TrackedCreative target{
        .owner = entry.records.self.id, .brand = campaign->brand, .link_part = {}, .counts = creative.active};
    if (!query.link.empty()) {
        const auto id = LinkId::Parse(query.link);
        const auto* link = id ? entry.FindLink(*id) : nullptr;
        if (link != nullptr) {
            origin = tracking::OriginOf(*link);
            target.counts = target.counts && WhyUncounted(entry, *link) == Uncounted::kNo;
        }
    } else if (const auto id = AffiliateId::Parse(query.affiliate)) {
        const auto* affiliate = entry.FindAffiliate(*id);
        if (affiliate != nullptr) {
            origin.affiliate = affiliate->id;
            target.counts = target.counts && affiliate->status == catalogue::AffiliateStatus::kApproved;
        }
    }
    origin.creative = creative.id;
    origin.campaign = creative.campaign;
    tracking::AppendLinkPart(target.link_part, origin);
    return target;
}

template <class Table>
void Bound(Table& table) {
    if (table.size() >= kTargetsMax) table.clear();
}

}  // namespace

void TrackedTargets::FollowCatalogue() {
    auto current = catalogue_.Current();
    if (current == snapshot_) return;
    snapshot_ = std::move(current);
    links_.clear();
    creatives_.clear();
}

const TrackedLink* TrackedTargets::FindLink(std::string_view id_or_code) {
    FollowCatalogue();
    if (const auto known = links_.find(id_or_code); known != links_.end()) return &known->second;
    const auto found = Find(*snapshot_, id_or_code);
    if (!found) return nullptr;
    auto target = Prepare(*found.entry, *found.record);
    if (!target) return nullptr;
    Bound(links_);
    return &links_.emplace(id_or_code, std::move(*target)).first->second;
}

const TrackedCreative* TrackedTargets::FindCreative(std::string_view id, const tracking::ImpressionQuery& query) {
    FollowCatalogue();
    // What cannot be an id must not fill the table.
    if (id.size() != Uuid::kTextLength) return nullptr;
    const auto short_enough = [](std::string_view text) {
        return text.size() <= Uuid::kTextLength ? text : std::string_view("?");
    };
    const tracking::ImpressionQuery shown_by{short_enough(query.link), short_enough(query.affiliate)};
    key_.assign(id).append("/").append(shown_by.link).append("/").append(shown_by.affiliate);
    if (const auto known = creatives_.find(key_); known != creatives_.end()) return &known->second;
    const auto creative_id = CreativeId::Parse(id);
    if (!creative_id) return nullptr;
    const auto found = snapshot_->FindCreative(*creative_id);
    if (!found) return nullptr;
    Bound(creatives_);
    return &creatives_.emplace(key_, Prepare(*found.entry, *found.record, shown_by)).first->second;
}

}  // namespace fairlead::app
