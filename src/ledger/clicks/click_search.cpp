#include "ledger/clicks/click_search.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

namespace fairlead::ledger {

using attribution::Outcome;
using tracking::Click;

namespace {

constexpr std::size_t kPostingsAtOnce = 16;
// Clicks that are shown beside the winner.
constexpr std::size_t kShownMax = 5;
constexpr std::size_t kBatchesKeptMax = 64;

}  // namespace

// The conditions that a click must meet to win.
struct ClickSearch::Sought {
    const events::Event& registration;
    const attribution::Policy& policy;
    const std::unordered_set<AffiliateId>& suspended;
    attribution::Evidence evidence;
    Timestamp window_start;
    tracking::Term brand_term = 0;

    bool IsInReach(const Click& click) const {
        return click.brand == registration.brand && click.IsCounted() && click.time >= window_start &&
               click.time <= registration.time;
    }
    bool Fits(const Click& click) const {
        return IsInReach(click) && !suspended.contains(click.origin.affiliate) &&
               Compare(evidence, click, policy) == Outcome::kWon;
    }
    // The terms under which a fitting click can be found; none if no click can fit.
    std::vector<tracking::Term> Terms() const {
        const bool needs_address = policy.fallback == catalogue::AttributionFallback::kEvidence;
        if (needs_address && !evidence.address_hash) return {};
        return tracking::TermsToSearch(brand_term,
                                       {.address_hash = evidence.address_hash ? &*evidence.address_hash : nullptr,
                                        .agent_digest = evidence.agent_digest ? &*evidence.agent_digest : nullptr,
                                        .country = evidence.country});
    }
};

// Many registrations of a commit name clicks of the same batch, so each batch is read once.
Result<std::vector<std::optional<Click>>> ClickSearch::FindByIds(std::span<const std::optional<ClickId>> ids) {
    std::map<Timestamp, std::vector<std::size_t>> indexes_by_batch;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto place = ids[i] ? tracking::PlaceOf(*ids[i]) : std::nullopt;
        if (place) indexes_by_batch[place->batch_time].push_back(i);
    }
    std::vector<std::optional<Click>> found(ids.size());
    if (indexes_by_batch.empty()) return found;
    std::vector<Timestamp> times;
    for (const auto& batch : indexes_by_batch) times.push_back(batch.first);
    const auto blocks = TRY(ReadBlocksOfBatches(connection_, owner_, times));
    auto blocks_of_batch = blocks.begin();
    for (const auto& [time, indexes] : indexes_by_batch) {
        for (const StoredBlock& block : *blocks_of_batch++) {
            const auto clicks = ClicksOfBatch(block, time);
            for (const std::size_t i : indexes) {
                // Compares whole ids: the random part must be right, too, and retention may have dropped earlier
                // clicks.
                const auto click = std::ranges::find(clicks, *ids[i], &Click::id);
                if (click != clicks.end()) found[i] = *click;
            }
        }
    }
    return found;
}

Result<std::vector<Click>> ClickSearch::FindCandidates(const events::Event& registration,
                                                       const attribution::Policy& policy) {
    std::vector<Click> found;
    if (policy.fallback == catalogue::AttributionFallback::kOff) return found;
    const Sought sought{.registration = registration,
                        .policy = policy,
                        .suspended = suspended_,
                        .evidence = attribution::Evidence(registration),
                        .window_start = WindowStart(registration.time, policy),
                        .brand_term = tracking::BrandTerm(owner_, registration.brand)};

    const auto any = TRY(HasClicks(sought.brand_term));
    if (!any) return found;
    for (const tracking::Term term : sought.Terms()) {
        auto latest = TRY(FindLatest(sought, term));
        if (latest) found.push_back(std::move(*latest));
    }
    TRY(AddLatestOfBrand(sought, found));
    // By time first: ids that a wrong clock made contain another time.
    std::ranges::sort(found, std::greater(), [](const Click& click) { return std::pair(click.time, click.id); });
    const auto repeated = std::ranges::unique(found, {}, &Click::id);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

// Whether the brand has any counted clicks. The search for most brands without affiliates ends here.
Result<bool> ClickSearch::HasClicks(tracking::Term brand_term) {
    if (const auto known = has_clicks_.find(brand_term); known != has_clicks_.end()) return known->second;
    const auto newest = TRY(index_.Postings(connection_, owner_, tracking::AnyClickTerm(brand_term),
                                            std::numeric_limits<std::int64_t>::max(), 1));
    return has_clicks_[brand_term] = !newest.empty();
}

Result<std::optional<Click>> ClickSearch::FindLatest(const Sought& sought, tracking::Term term) {
    std::int64_t before = sought.registration.time.micros + 1;
    while (true) {
        const auto batches = TRY(index_.Postings(connection_, owner_, term, before, kPostingsAtOnce));
        for (const std::int64_t batch : batches) {
            if (Timestamp{batch} < sought.window_start) return std::nullopt;
            const auto clicks = TRY(ClicksOfVisitsAt(Timestamp{batch}));
            for (const Click& click : *clicks | std::views::reverse) {
                if (sought.Fits(click)) return click;
            }
        }
        if (batches.size() < kPostingsAtOnce) return std::nullopt;
        before = batches.back();
    }
}

Status ClickSearch::AddLatestOfBrand(const Sought& sought, std::vector<Click>& found) {
    const auto batches = TRY(index_.Postings(connection_, owner_, tracking::AnyClickTerm(sought.brand_term),
                                             sought.registration.time.micros + 1, kShownMax));
    std::size_t shown = 0;
    for (const std::int64_t batch : batches) {
        const auto clicks = TRY(ClicksOfVisitsAt(Timestamp{batch}));
        for (const Click& click : *clicks | std::views::reverse) {
            if (!sought.IsInReach(click)) continue;
            if (shown++ == kShownMax) return {};
            found.push_back(click);
        }
    }
    return {};
}

Result<const std::vector<Click>*> ClickSearch::ClicksOfVisitsAt(Timestamp time) {
    if (const auto known = batches_.find(time); known != batches_.end()) return &known->second;
    const auto blocks = TRY(ReadBlocksOfBatches(connection_, owner_, std::span(&time, 1)));
    if (batches_.size() >= kBatchesKeptMax) batches_.erase(batches_.begin());
    auto& clicks = batches_[time];
    for (const StoredBlock& block : blocks.front())
        std::ranges::move(ClicksOfVisits(block, time), std::back_inserter(clicks));
    // Batches of several nodes may have the same time.
    std::ranges::sort(clicks, {}, &Click::id);
    return &clicks;
}

}  // namespace fairlead::ledger
