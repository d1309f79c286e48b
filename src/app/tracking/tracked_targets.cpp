#include "app/tracking/tracked_targets.hpp"

namespace fairlead::app {
namespace {

using tracking::Uncounted;

// The maximum of targets in a table. A full table is cleared.
constexpr std::size_t kTargetsMax = 20'000;

Uncounted WhyUncounted(const OperatorEntry& entry, const catalogue::Link& link) {
    if (!link.active) return Uncounted::kInactiveLink;
    const auto* affiliate = entry.FindAffiliate(link.affiliate);
    const bool approved = affiliate != nullptr && affiliate->status == catalogue::AffiliateStatus::kApproved;
    return approved ? Uncounted::kNo : Uncounted::kAffiliateNotApproved;
}

std::optional<TrackedLink> Prepare(const OperatorEntry& entry, const catalogue::Link& link) {
    auto destination = tracking::Destination::Parse(link.destination_url);
    // The URL was checked when the link was created. If it is invalid now, the link has no destination.
    if (!destination) return std::nullopt;
    TrackedLink target{.id = link.id,
                       .owner = entry.records.self.id,
                       .brand = link.brand,
                       .brand_term = tracking::BrandTerm(entry.records.self.id, link.brand),
                       .link_part = {},
                       .destination = std::move(*destination),
                       .uncounted = WhyUncounted(entry, link)};
    tracking::AppendLinkPart(target.link_part, OriginOf(entry, link));
    return target;
}

// The affiliate that shows a creative: the link's, or the given affiliate if no link is named. Null if unknown.
struct Presenter {
    const catalogue::Link* link = nullptr;
    const catalogue::Affiliate* affiliate = nullptr;
};

Presenter FindPresenter(const OperatorEntry& entry, const tracking::ImpressionQuery& query) {
    if (!query.link.empty()) {
        const auto id = LinkId::Parse(query.link);
        return {.link = id ? entry.FindLink(*id) : nullptr};
    }
    const auto id = AffiliateId::Parse(query.affiliate);
    return {.affiliate = id ? entry.FindAffiliate(*id) : nullptr};
}

std::string KeyOf(CreativeId creative, const Presenter& presenter) {
    std::string key;
    AppendId(key, creative);
    if (presenter.link != nullptr) AppendId(key, presenter.link->id);
    if (presenter.affiliate != nullptr) AppendId(key, presenter.affiliate->id);
    return key;
}

std::optional<TrackedCreative> Prepare(const OperatorEntry& entry, const catalogue::Creative& creative,
                                       const Presenter& presenter) {
    const auto* campaign = entry.FindCampaign(creative.campaign);
    if (campaign == nullptr) return std::nullopt;
    tracking::Origin origin;
    TrackedCreative target{
        .owner = entry.records.self.id, .brand = campaign->brand, .link_part = {}, .counts = creative.active};
    if (presenter.link != nullptr) {
        origin = OriginOf(entry, *presenter.link);
        target.counts = target.counts && WhyUncounted(entry, *presenter.link) == Uncounted::kNo;
    } else if (presenter.affiliate != nullptr) {
        origin.affiliate = presenter.affiliate->id;
        target.counts = target.counts && presenter.affiliate->status == catalogue::AffiliateStatus::kApproved;
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

tracking::Origin OriginOf(const OperatorEntry& entry, const catalogue::Link& link) {
    tracking::Origin origin = tracking::OriginOf(link);
    const auto* creative = link.creative && !link.campaign ? entry.FindCreative(*link.creative) : nullptr;
    if (creative != nullptr) origin.campaign = creative->campaign;
    return origin;
}

void TrackedTargets::FollowCatalogue() {
    auto current = catalogue_.Current();
    if (current == snapshot_) return;
    snapshot_ = std::move(current);
    links_.clear();
    creatives_.clear();
}

const TrackedLink* TrackedTargets::FindLink(std::string_view id_or_code) {
    FollowCatalogue();
    auto id = LinkId::Parse(id_or_code);
    if (id) {
        if (const auto known = links_.find(*id); known != links_.end()) return &known->second;
    }
    const auto found = id ? snapshot_->FindLink(*id) : snapshot_->FindLinkByCode(id_or_code);
    if (!found) return nullptr;
    if (const auto known = links_.find(found.record->id); known != links_.end()) return &known->second;
    auto target = Prepare(*found.entry, *found.record);
    if (!target) return nullptr;
    Bound(links_);
    return &links_.emplace(found.record->id, std::move(*target)).first->second;
}

const TrackedCreative* TrackedTargets::FindCreative(std::string_view id, const tracking::ImpressionQuery& query) {
    FollowCatalogue();
    const auto creative_id = CreativeId::Parse(id);
    if (!creative_id) return nullptr;
    const auto found = snapshot_->FindCreative(*creative_id);
    if (!found) return nullptr;
    const Presenter presenter = FindPresenter(*found.entry, query);
    std::string key = KeyOf(*creative_id, presenter);
    if (const auto known = creatives_.find(key); known != creatives_.end()) return &known->second;
    auto target = Prepare(*found.entry, *found.record, presenter);
    if (!target) return nullptr;
    Bound(creatives_);
    return &creatives_.emplace(std::move(key), std::move(*target)).first->second;
}

}  // namespace fairlead::app
