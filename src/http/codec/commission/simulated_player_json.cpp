#include "http/codec/commission/simulated_player_json.hpp"

#include <algorithm>

#include "domain/explanation/explain.hpp"
#include "domain/money/minor_unit.hpp"
#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/commission/why_json.hpp"
#include "http/codec/json/explanation_steps.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using simulation::ExplainedPlayers;
using simulation::SimulatedAccrual;

std::string RefOf(const PlayerRefs& refs, PlayerId player) {
    const auto found = refs.find(player);
    return found == refs.end() ? std::string() : found->second;
}

std::string AffiliateNameIn(const app::OperatorEntry& owner, AffiliateId id) {
    const auto* affiliate = owner.FindAffiliate(id);
    return affiliate == nullptr ? id.ToString() : affiliate->name;
}

std::string BrandNameIn(const app::OperatorEntry& owner, const std::optional<BrandId>& id) {
    const auto* brand = id ? owner.FindBrand(*id) : nullptr;
    return brand == nullptr ? std::string() : brand->name;
}

// Explains the simulated accruals of one player in the same form as recorded accruals.
class SimulatedExplainer {
public:
    SimulatedExplainer(const ExplainedPlayers& all, const simulation::ExplainedPlayer& player, const PlayerRefs& refs,
                       const app::OperatorEntry& owner)
        : all_(all), player_(player), refs_(refs), owner_(owner) {}

    json::object Encode(const SimulatedAccrual& one) const {
        const commission::Accrual& accrual = one.accrual;
        const auto made = Explain(one);
        return {{"affiliateId", accrual.affiliate.ToString()},
                {"component", Name(accrual.component)},
                {"reason", Name(accrual.reason)},
                {"period", accrual.period.ToString()},
                {"eventTime", accrual.event_time.ToIso8601()},
                {"payableFrom", accrual.payable_from.value_or(accrual.event_time).ToIso8601()},
                {"late", accrual.late},
                {"amount", accrual.amount.amount.ToString()},
                {"currency", accrual.amount.currency.code()},
                {"base", DecimalOrNull(accrual.base)},
                {"rate", DecimalOrNull(accrual.rate)},
                {"event", one.event ? json::value(EncodeEventOf(*one.event)) : json::value(nullptr)},
                {"ngrDelta", DecimalOrNull(one.ngr_delta)},
                {"conversion", EncodeConversion(accrual)},
                {"calculation", EncodeCalculation(made)},
                {"steps", EncodeSteps(made.steps)},
                {"sentences", EncodeSentences(made.steps)}};
    }

private:
    commission::MoneyExplanation Explain(const SimulatedAccrual& one) const {
        events::Event event;
        if (one.event) {
            event = {.type = one.event->type,
                     .time = one.event->time,
                     .brand = one.event->brand,
                     .player_ref = RefOf(refs_, one.event->player),
                     .money = one.event->money,
                     .product = one.event->product};
        }
        return commission::ExplainMoney({.accrual = &one.accrual,
                                         .deal = &all_.deals.at(one.accrual.deal),
                                         .zone = &all_.zone,
                                         .calendar = all_.calendars.at(one.accrual.affiliate),
                                         .event = one.event ? &event : nullptr,
                                         .registered_at = player_.registered_at,
                                         .ngr_delta = one.ngr_delta,
                                         .child = one.child ? &*one.child : nullptr,
                                         .waits_from = std::nullopt,
                                         .rate = std::nullopt,
                                         .re_rating = one.re_rating,
                                         .affiliate_name = AffiliateNameIn(owner_, one.accrual.affiliate),
                                         .brand_name = BrandNameIn(owner_, one.accrual.brand),
                                         .child_name = one.child ? AffiliateNameIn(owner_, one.child->affiliate) : ""});
    }

    json::object EncodeEventOf(const commission::RecordedEvent& event) const {
        return {{"eventType", Name(event.type)},
                {"eventTime", event.time.ToIso8601()},
                {"playerId", event.player.ToString()},
                {"playerExternalRef", RefOf(refs_, event.player)},
                {"brandId", event.brand.ToString()},
                {"amount", event.money ? json::value(event.money->amount.ToString()) : json::value(nullptr)},
                {"currency", event.money ? json::value(event.money->currency.code()) : json::value(nullptr)},
                {"product", TextOrNull(event.product)}};
    }

    const ExplainedPlayers& all_;
    const simulation::ExplainedPlayer& player_;
    const PlayerRefs& refs_;
    const app::OperatorEntry& owner_;
};

json::array EncodeComponentSums(const simulation::ExplainedPlayer& player) {
    json::array sums;
    for (const simulation::ComponentSum& sum : player.sums) {
        sums.push_back(json::object{{"component", Name(sum.component)},
                                    {"accruals", sum.count},
                                    {"amount", sum.money.amount.ToString()},
                                    {"currency", sum.money.currency.code()}});
    }
    return sums;
}

}  // namespace

std::vector<PlayerId> PlayersNamedBy(const app::PlayersExplained& explained, PlayerId player) {
    std::vector<PlayerId> named{player};
    if (explained.players == nullptr) return named;
    for (const SimulatedAccrual& each : explained.players->players.at(player).accruals) {
        if (each.event) named.push_back(each.event->player);
    }
    std::ranges::sort(named);
    named.erase(std::ranges::unique(named).begin(), named.end());
    return named;
}

json::object EncodeSimulatedPlayer(const app::PlayersExplained& explained, PlayerId player, const PlayerRefs& refs,
                                   const app::OperatorEntry& owner) {
    const simulation::Comparison& comparison = *explained.simulation.comparison;
    const auto compared = std::ranges::find(comparison.players, player, &simulation::PlayerCompared::player);
    const auto written = [&](const Decimal& amount) {
        return amount.RoundedTo(MinorUnitDigits(comparison.currency)).ToString();
    };
    json::object encoded{{"simulationId", explained.simulation.id.ToString()},
                         {"playerId", player.ToString()},
                         {"externalRef", RefOf(refs, player)},
                         {"affiliateId", compared->affiliate.ToString()},
                         {"status", app::kSimulationStatusNames[static_cast<std::size_t>(explained.status)]},
                         {"progress", {{"done", explained.commits_done}, {"total", explained.commits}}},
                         {"failure", explained.failure.empty() ? json::value(nullptr) : json::value(explained.failure)},
                         {"currency", comparison.currency.code()},
                         {"actual", written(compared->actual)},
                         {"simulated", written(compared->simulated)},
                         {"difference", written(compared->difference())}};
    if (explained.players == nullptr) return encoded;
    const simulation::ExplainedPlayer& found = explained.players->players.at(player);
    const SimulatedExplainer explainer(*explained.players, found, refs, owner);
    json::array accruals;
    for (const SimulatedAccrual& one : found.accruals) accruals.push_back(explainer.Encode(one));
    encoded["sums"] = EncodeComponentSums(found);
    encoded["accruals"] = std::move(accruals);
    encoded["accrualsLeftOut"] = found.left_out;
    encoded["components"] = EncodeUnpaidComponents(found.unpaid);
    encoded["deals"] = EncodeDealChoices(found.choices);
    return encoded;
}

}  // namespace fairlead::http
