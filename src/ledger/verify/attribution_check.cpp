#include "ledger/verify/attribution_check.hpp"

#include <algorithm>
#include <iterator>

#include "ledger/record/attribution_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kCheckedBlocksAtOnce = 200;

std::string AffiliateText(const std::optional<AffiliateId>& affiliate) {
    return affiliate ? "affiliate " + affiliate->ToString() : std::string("no affiliate");
}

// Whether the stored candidates agree with the repeated decision. Clicks that were dropped since cannot be compared.
bool IsKept(const attribution::AttributionDecision& decision, const attribution::KeptDecision& kept) {
    const auto same = [](const attribution::Candidate& one, const attribution::KeptCandidate& other) {
        return one.outcome == other.outcome && one.click.origin.affiliate == other.affiliate &&
               one.click.origin.link == other.link;
    };
    bool has_winner = !decision.winner;
    for (const attribution::KeptCandidate& candidate : kept.candidates) {
        const auto again = std::ranges::find(decision.candidates, candidate.click,
                                             [](const attribution::Candidate& one) { return one.click.id; });
        if (again != decision.candidates.end() && !same(*again, candidate)) return false;
        has_winner = has_winner || candidate.click == decision.winner->id;
    }
    return has_winner;
}

}  // namespace

Status AttributionCheck::CatchUp(Timestamp before) {
    while (true) {
        for (; !ahead_.empty() && ahead_.front().recorded_at < before; ahead_.pop_front()) TakeIn(ahead_.front());
        if (!ahead_.empty() || all_read_) return {};
        auto blocks = TRY(ReadBlocksAfter(connection_, owner_, blocks_up_to_, kCheckedBlocksAtOnce));
        all_read_ = std::ssize(blocks) < kCheckedBlocksAtOnce;
        if (!blocks.empty()) blocks_up_to_ = blocks.back().recorded_at;
        for (StoredBlock& block : blocks) ahead_.push_back(AsSeen(std::move(block)));
    }
}

StoredBlock AttributionCheck::AsSeen(StoredBlock block) const {
    const bool repaired =
        std::ranges::any_of(repairs_, [&](const ClockRepair& repair) { return repair.Moved(block.written_at()); });
    if (repaired) return block;
    block.recorded_at = block.written_at();
    block.ahead_micros = 0;
    return block;
}

// Reads all blocks again, because the repair may have changed the order of visits.
void AttributionCheck::OnRepair(const ClockRepair& repair) {
    repairs_.push_back(repair);
    ahead_.clear();
    latest_.clear();
    blocks_up_to_ = {};
    all_read_ = false;
}

void AttributionCheck::TakeIn(const StoredBlock& block) {
    for (const tracking::Click& click : ClicksOf(block)) {
        if (!click.IsCounted()) continue;
        const auto terms = tracking::ClickTerms(tracking::BrandTerm(owner_, click.brand), click.address_hash,
                                                click.agent_digest, click.country);
        for (const tracking::Term term : terms) {
            Latest& latest = latest_[term];
            if (std::pair(latest.time, latest.id) < std::pair(click.time, click.id)) latest = {click.time, click.id};
        }
    }
}

Result<std::optional<tracking::Click>> AttributionCheck::FindClick(ClickId id, Timestamp before) {
    const auto place = tracking::PlaceOf(id);
    if (!place) return std::nullopt;
    auto blocks = TRY(ReadBlocksOfBatches(connection_, owner_, std::span(&place->batch_time, 1)));
    for (StoredBlock& stored : blocks.front()) {
        const StoredBlock block = AsSeen(std::move(stored));
        if (block.recorded_at >= before) continue;
        for (tracking::Click& click : ClicksOfBatch(block, place->batch_time)) {
            if (click.id == id) return std::move(click);
        }
    }
    return std::nullopt;
}

// Adds the clicks that a search would have found first. They may be too new if the registration was recorded long after
// it happened, or in the wrong country if an address was seen in two countries. The stored candidates cover these
// cases.
void AttributionCheck::AddLatest(const events::Event& registration, std::vector<ClickId>& ids) const {
    const attribution::Evidence evidence(registration);
    const tracking::SoughtEvidence sought{.address_hash = evidence.address_hash ? &*evidence.address_hash : nullptr,
                                          .agent_digest = evidence.agent_digest ? &*evidence.agent_digest : nullptr,
                                          .country = evidence.country};
    const auto terms = tracking::TermsToSearch(tracking::BrandTerm(owner_, registration.brand), sought);
    for (const tracking::Term term : terms) {
        const auto latest = latest_.find(term);
        if (latest != latest_.end() && std::ranges::find(ids, latest->second.id) == ids.end()) {
            ids.push_back(latest->second.id);
        }
    }
}

Result<AttributionCheck::Decided> AttributionCheck::Decide(const ReadEventRow& row, Timestamp recorded_at,
                                                           const std::unordered_set<AffiliateId>& suspended) {
    const events::Event& registration = row.stored.event;
    TRY(CatchUp(recorded_at));
    const auto stored = TRY(ReadAttributions(connection_, owner_, row.player));
    Decided decided{.affiliate = {}, .country = registration.country, .difference = {}};
    const std::string player = "player " + row.player.ToString();
    if (stored.empty()) {
        decided.difference = player + ": the attribution decision is missing";
        return decided;
    }
    const app::AttributionRecord& first = stored.front();

    std::optional<tracking::Click> named;
    if (const auto id = ClickId::Parse(registration.click_id)) {
        auto found = TRY(FindClick(*id, recorded_at));
        named = std::move(found);
    }
    std::vector<ClickId> ids;
    for (const auto& candidate : first.weighed.candidates) ids.push_back(candidate.click);
    AddLatest(registration, ids);
    std::vector<tracking::Click> candidates;
    for (const ClickId& id : ids) {
        auto found = TRY(FindClick(id, recorded_at));
        if (found) candidates.push_back(std::move(*found));
    }
    std::ranges::sort(candidates, std::ranges::greater(),
                      [](const tracking::Click& click) { return std::pair(click.time, click.id); });
    const auto again = Attribute(registration, first.weighed.policy, named, candidates, suspended);
    if (again.winner) {
        decided.affiliate = again.winner->origin.affiliate;
        if (decided.country.empty()) decided.country = again.winner->country;
    }
    const auto winner = again.winner ? std::optional(again.winner->id) : std::nullopt;
    const auto link = again.winner ? again.winner->origin.link : std::nullopt;
    if (decided.affiliate != first.affiliate || winner != first.click || again.method != first.method) {
        decided.difference = player + " is attributed to " + AffiliateText(first.affiliate) + ", recomputed " +
                             AffiliateText(decided.affiliate);
    } else if (link != first.link || first.decided_at != recorded_at || !IsKept(again, first.weighed)) {
        decided.difference = player + ": the reason of its attribution to " + AffiliateText(first.affiliate) +
                             " is not what was recorded";
    }
    return decided;
}

}  // namespace fairlead::ledger
