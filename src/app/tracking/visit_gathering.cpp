#include "app/tracking/visit_gathering.hpp"

#include "base/crypto/random.hpp"

namespace fairlead::app {

std::uint64_t VisitGathering::NextClickPart(const tracking::ClickKey& key) const {
    return tracking::ChecksummedPart(key, batch.owner, batch.time, batch.clicks.row_count, RandomClickPart());
}

ClickId VisitGathering::NextId(std::uint64_t random) const {
    if (batch.time == Timestamp()) return ClickId::New();
    return tracking::MakeClickId({batch.time, batch.clicks.row_count, random});
}

void VisitGathering::AddClick(const Visit& visit) {
    const std::uint32_t head = click_heads.Find({.brand = visit.link.brand,
                                                 .country = visit.address.country,
                                                 .agent_digest = visit.agent.digest,
                                                 .link_part = visit.link.link_part,
                                                 .agent_part = visit.agent.part},
                                                batch.clicks);
    tracking::AppendClickRow(
        batch.clicks.rows,
        {.head = head, .random = visit.random, .uncounted = visit.uncounted, .address_hash = visit.address.hash});
    tracking::AppendSubsPart(batch.clicks.rows, visit.subs);
    ++batch.clicks.row_count;
    if (visit.uncounted != tracking::Uncounted::kNo) return;
    const auto terms =
        tracking::ClickTerms(visit.link.brand_term, visit.address.hash, visit.agent.digest, visit.address.country);
    batch.click_terms.insert(batch.click_terms.end(), terms.begin(), terms.end());
}

std::uint64_t RandomClickPart() {
    std::array<std::uint8_t, 8> bytes;
    FillRandom(bytes);
    std::uint64_t random = 0;
    for (const std::uint8_t byte : bytes) random = random << 8 | byte;
    return random & ((std::uint64_t{1} << tracking::kClickRandomBits) - 1);
}

void AppendImpressionKey(std::string& key, Timestamp time, const TrackedCreative& creative,
                         const VisitorCache::Agent& agent, const VisitorCache::Address& address) {
    facts::AppendImpressionHead(key, time, creative.brand, address.country);
    key.append(creative.link_part).append(agent.part).push_back('\0');  // Without SubIDs.
}

}  // namespace fairlead::app
