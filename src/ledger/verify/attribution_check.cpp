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
        for (; !ahead_.empty() && SeenTime(ahead_.front()) < before; ahead_.pop_front()) TakeIn(ahead_.front());
        if (!ahead_.empty() || all_read_) return {};
        auto blocks = TRY(ReadBlocksAfter(connection_, owner_, blocks_up_to_, kCheckedBlocksAtOnce));
        all_read_ = std::ssize(blocks) < kCheckedBlocksAtOnce;
        if (!blocks.empty()) blocks_up_to_ = blocks.back().recorded_at;
        std::ranges::move(blocks, std::back_inserter(ahead_));
    }
}

Timestamp AttributionCheck::SeenTime(const StoredBlock& block) const {
    const bool repaired =
        std::ranges::any_of(repairs_, [&](const ClockRepair& repair) { return repair.Moved(block.written_at()); });
    return repaired ? block.recorded_at : block.written_at();
}

// The order of clicks is the same before and after a repair, so the newest stay the newest.
void AttributionCheck::OnRepair(const ClockRepair& repair) {
    repairs_.push_back(repair);
    for (auto& [term, latest] : latest_) {
        if (repair.Moved(latest.time)) latest.time.micros -= repair.ahead_micros;
    }
}

void AttributionCheck::TakeIn(const StoredBlock& block) {
    for (tracking::Click& click : ClicksOf(block)) {
        if (!click.IsCounted()) continue;
        click.time = SeenTime(block);
        const auto terms = tracking::ClickTerms(tracking::BrandTerm(owner_, click.brand), click.address_hash,
                                                click.agent_digest, click.country);
        for (const tracking::Term term : terms) {
            Latest& latest = latest_[term];
            if (std::pair(latest.time, latest.id) < std::pair(click.time, click.id)) latest = {click.time, click.id};
        }
    }
}

// A block that was written at this time, wherever a repair has moved it since.
Result<std::optional<StoredBlock>> AttributionCheck::FindBlock(Timestamp written_at) {
    auto there = TRY(ReadBlocksAt(connection_, owner_, std::span(&written_at, 1)));
    if (there.front()) return std::move(there.front());
    if (!all_repairs_) all_repairs_ = TRY(ReadClockRepairs(connection_, owner_));
    const auto moved = MovedTo(*all_repairs_, written_at);
    if (!moved) return std::nullopt;
    auto blocks = TRY(ReadBlocksAt(connection_, owner_, std::span(&*moved, 1)));
    return std::move(blocks.front());
}

Result<std::optional<tracking::Click>> AttributionCheck::FindClick(ClickId id, Timestamp before) {
    const auto place = tracking::PlaceOf(id);
    if (!place) return std::nullopt;
    const auto block = TRY(FindBlock(place->recorded_at));
    if (!block || SeenTime(*block) >= before) return std::nullopt;
    for (tracking::Click& click : ClicksOf(*block)) {
        if (click.id != id) continue;
        click.time = SeenTime(*block);
        return std::move(click);
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

Result<AttributionCheck::Decided> AttributionCheck::Decide(const ReadEventRow& row, Timestamp recorded_at) {
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
    const auto again = Attribute(registration, first.weighed.policy, named, candidates);
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
