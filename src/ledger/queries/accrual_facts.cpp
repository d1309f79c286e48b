#include "ledger/queries/accrual_facts.hpp"

#include <algorithm>
#include <set>

#include "ledger/clicks/click_search.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {

using app::AccrualRecord;
using commission::Component;
using reporting::Dimension;

namespace {

constexpr Sql kPlayerOrigin("SELECT country, origin FROM players WHERE operator_id = $1 AND player_id = $2");
constexpr Sql kDecisionsOfPlayer(
    "SELECT decided_at, affiliate_id, link_id, click_id FROM attributions WHERE operator_id = $1 AND player_id = $2"
    " ORDER BY number");
constexpr Sql kCause("SELECT player_id, product, game FROM events WHERE operator_id = $1 AND seq = $2");
constexpr Sql kLink(
    "SELECT coalesce(l.campaign_id, c.campaign_id) AS campaign_id, l.creative_id, l.source_id, l.geo_target FROM links "
    "l"
    " LEFT JOIN creatives c ON c.operator_id = l.operator_id AND c.creative_id = l.creative_id"
    " WHERE l.operator_id = $1 AND l.link_id = $2");

// Whether the dimension comes from the player's origin and not from the accrual itself.
bool IsOfOrigin(Dimension dimension) {
    switch (dimension) {
        case Dimension::kBrand:
        case Dimension::kAffiliate:
        case Dimension::kDeal:
        case Dimension::kPlayer:
        case Dimension::kCountry:
        case Dimension::kCurrency:
        case Dimension::kPeriod:
        case Dimension::kProduct:
        case Dimension::kGame: return false;
        default: return true;
    }
}

bool IsOfCause(Dimension dimension) { return dimension == Dimension::kProduct || dimension == Dimension::kGame; }
bool IsCountry(Dimension dimension) { return dimension == Dimension::kCountry; }

// A parent's share, a fixed fee and the re-rating of a brand have an affiliate, but no origin.
bool HasOrigin(const commission::Accrual& accrual) {
    return accrual.player && accrual.component != Component::kSubAffiliate;
}

}  // namespace

AccrualFacts::AccrualFacts(Connection& connection, LedgerIndex& index, OperatorId owner, const app::RowFilter& filter)
    : connection_(connection),
      index_(index),
      owner_(owner),
      filter_(filter),
      asks_for_origin_(filter.Asks(IsOfOrigin)),
      asks_for_cause_(filter.Asks(IsOfCause)),
      asks_for_player_(asks_for_origin_ || filter.Asks(IsCountry) || filter.AsksForCount()) {}

Status AccrualFacts::Load(std::span<const AccrualRecord> records) {
    return InOrder([&] { return asks_for_player_ ? LoadPlayers(records) : Status(); },
                   [&] { return asks_for_cause_ ? LoadCauses(records) : Status(); },
                   [&] { return asks_for_origin_ ? LoadOrigins(records) : Status(); });
}

Status AccrualFacts::LoadPlayers(std::span<const AccrualRecord> records) {
    std::set<PlayerId> unknown;
    for (const AccrualRecord& record : records) {
        const auto& player = record.accrual.player;
        if (player && !players_.contains(*player)) unknown.insert(*player);
    }
    const std::vector<PlayerId> players(unknown.begin(), unknown.end());
    ParameterRows parameters(2);
    for (const PlayerId& player : players) parameters.Add({Value::Of(owner_), Value::Of(player)});
    const auto rows = TRY(connection_.QueryEach(kPlayerOrigin, parameters));
    std::map<PlayerId, std::string> origins;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PlayerId player = players[rows.SourceOf(i)];
        players_[player].country = rows.String(i, kPlayerOrigin["country"]);
        origins[player] = rows.String(i, kPlayerOrigin["origin"]);
    }
    TRY(LoadAssignments(players));
    for (const auto& [player, bytes] : origins) {
        auto& stays = players_[player].stays;
        if (stays.empty() || bytes.empty()) continue;
        ByteReader reader(bytes);
        stays.back().origin = tracking::ReadOrigin(reader);
        stays.back().loaded = true;
    }
    return {};
}

Status AccrualFacts::LoadAssignments(std::span<const PlayerId> players) {
    ParameterRows parameters(2);
    for (const PlayerId& player : players) parameters.Add({Value::Of(owner_), Value::Of(player)});
    const auto rows = TRY(connection_.QueryEach(kDecisionsOfPlayer, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        AddAssignment(players_[players[rows.SourceOf(i)]],
                      {.decided_at = rows.Time(i, kDecisionsOfPlayer["decided_at"]),
                       .affiliate = ReadId<AffiliateId>(rows, i, kDecisionsOfPlayer["affiliate_id"]),
                       .link = ReadId<LinkId>(rows, i, kDecisionsOfPlayer["link_id"]),
                       .click = ReadId<ClickId>(rows, i, kDecisionsOfPlayer["click_id"])});
    }
    return {};
}

void AccrualFacts::AddAssignment(KnownPlayer& player, const PlayerAssignment& decision) {
    if (player.stays.empty() || player.stays.back().affiliate != decision.affiliate) {
        player.stays.push_back(
            {.from = decision.decided_at, .affiliate = decision.affiliate, .last = {}, .origin = {}});
    }
    player.stays.back().last = decision;
}

Status AccrualFacts::LoadCauses(std::span<const AccrualRecord> records) {
    std::vector<std::int64_t> seqs;
    ParameterRows parameters(2);
    for (const AccrualRecord& record : records) {
        const auto& seq = record.accrual.event_seq;
        if (!seq || !causes_.try_emplace(*seq).second) continue;
        seqs.push_back(*seq);
        parameters.Add({Value::Of(owner_), Value::Of(*seq)});
    }
    const auto rows = TRY(connection_.QueryEach(kCause, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        causes_[seqs[rows.SourceOf(i)]] = {rows.Identifier<PlayerId>(i, kCause["player_id"]),
                                           rows.String(i, kCause["product"]), rows.String(i, kCause["game"])};
    }
    return {};
}

Status AccrualFacts::LoadOrigins(std::span<const AccrualRecord> records) {
    for (const AccrualRecord& record : records) {
        if (!HasOrigin(record.accrual)) continue;
        Stay* stay = StayOf(record);
        if (stay == nullptr || stay->loaded) continue;
        // LoadPlayers has loaded the last stay, so this reads only earlier ones.
        TRY(LoadOrigin(*stay));
    }
    return {};
}

Status AccrualFacts::LoadOrigin(Stay& stay) {
    const PlayerAssignment& decision = stay.last;
    stay.loaded = true;
    if (decision.click) {
        const auto found = TRY(ClickSearch({connection_, index_, owner_}).FindByIds(std::span(&decision.click, 1)));
        if (found.front()) {
            stay.origin = found.front()->origin;
            return {};
        }
    }
    stay.origin.affiliate = decision.affiliate.value_or(AffiliateId{});
    stay.origin.link = decision.link;
    return decision.link ? LoadOriginOfLink(decision, stay.origin) : Status();
}

// A manual reassignment names a link, and the link's current settings are the origin.
Status AccrualFacts::LoadOriginOfLink(const PlayerAssignment& decision, tracking::Origin& origin) {
    const auto rows = TRY(connection_.Query(kLink, {Value::Of(owner_), Value::Of(*decision.link)}));
    if (rows.empty()) return {};
    origin.campaign = ReadId<CampaignId>(rows, 0, kLink["campaign_id"]);
    origin.creative = ReadId<CreativeId>(rows, 0, kLink["creative_id"]);
    origin.source = ReadId<MarketingSourceId>(rows, 0, kLink["source_id"]);
    origin.geo_target = rows.String(0, kLink["geo_target"]);
    return {};
}

// Finds the last stay with the accrual's affiliate, because reversals of an affiliate's accruals are recorded when the
// player already belongs to the next affiliate.
AccrualFacts::Stay* AccrualFacts::StayOf(const AccrualRecord& record) {
    const auto player = players_.find(*record.accrual.player);
    if (player == players_.end()) return nullptr;
    Stay* found = nullptr;
    for (Stay& stay : player->second.stays) {
        if (stay.affiliate == record.accrual.affiliate && stay.from <= record.recorded_at) found = &stay;
    }
    return found;
}

// A qualification no longer counts when the player is assigned to another affiliate.
bool AccrualFacts::IsStanding(const AccrualRecord& record) {
    const Stay* stay = StayOf(record);
    return stay != nullptr && stay == &players_.at(*record.accrual.player).stays.back();
}

void AccrualFacts::PutPlayer(const AccrualRecord& record, reporting::FactRow& row) const {
    const auto& accrual = record.accrual;
    row.player = accrual.player.value_or(PlayerId{});
    if (!accrual.player) return;
    if (const auto known = players_.find(*accrual.player); known != players_.end()) row.country = known->second.country;
    const auto cause = causes_.find(accrual.event_seq.value_or(0));
    if (cause == causes_.end() || cause->second.player != *accrual.player) return;
    row.product = cause->second.product;
    row.game = cause->second.game;
}

bool AccrualFacts::Passes(const AccrualRecord& record) {
    if (filter_.empty()) return true;
    const auto& accrual = record.accrual;
    if (filter_.metric != nullptr && record.status != app::AccrualStatus::kFinal) return false;
    reporting::FactRow row{.kind = reporting::FactKind::Of(accrual.component)};
    const Stay* stay = asks_for_origin_ && HasOrigin(accrual) ? StayOf(record) : nullptr;
    if (stay != nullptr) PutOrigin(stay->origin, row);
    row.amount = accrual.amount.amount;
    row.currency = accrual.amount.currency.code();
    row.brand = accrual.brand.value_or(BrandId{});
    row.affiliate = accrual.affiliate;
    row.deal = accrual.deal;
    const std::string period = accrual.period.ToString();
    row.period = period;
    PutPlayer(record, row);
    if (filter_.AsksForCount()) {
        row.weight = accrual.IsQualification() && IsStanding(record) ? 1 : 0;
    } else {
        row.weight = accrual.IsShown() ? 1 : 0;
    }
    return filter_.Passes(row);
}

}  // namespace fairlead::ledger
