#include "http/codec/commission/simulation_json.hpp"

#include <map>

#include "domain/money/minor_unit.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using simulation::Compared;
using simulation::Figures;
using simulation::MonthCompared;

std::string Written(const Decimal& amount, Currency currency) {
    return amount.RoundedTo(MinorUnitDigits(currency)).ToString();
}

// Every type of line, so that programs need not guess which are missing.
json::object EncodeFigures(const Compared& compared, const Figures& figures, Currency currency) {
    json::object encoded;
    for (std::size_t i = 0; i < figures.sums.lines.size(); ++i) {
        encoded[statements::kLineTypeNames[i]] = Written(figures.sums.lines[i], currency);
    }
    encoded["commission"] = Written(figures.commission(), currency);
    encoded["payable"] = Written(figures.sums.payable, currency);
    encoded["profit"] = Written(compared.ProfitWith(figures), currency);
    return encoded;
}

json::object EncodeCompared(const Compared& compared, Currency currency) {
    return {{"ngr", Written(compared.ngr, currency)},
            {"actual", EncodeFigures(compared, compared.actual, currency)},
            {"simulated", EncodeFigures(compared, compared.simulated, currency)},
            {"difference", Written(compared.difference(), currency)}};
}

json::array EncodeMonths(const std::map<Period, Compared>& months, Currency currency) {
    json::array encoded;
    for (const auto& [period, compared] : months) {
        json::object month{{"period", period.ToString()}};
        for (auto& [name, value] : EncodeCompared(compared, currency)) month[name] = std::move(value);
        encoded.push_back(std::move(month));
    }
    return encoded;
}

json::array EncodeAffiliates(const simulation::Comparison& comparison, const app::OperatorEntry& owner) {
    std::map<AffiliateId, std::map<Period, Compared>> affiliates;
    for (const MonthCompared& month : comparison.months) affiliates[month.affiliate][month.period].Add(month.compared);
    json::array encoded;
    for (const auto& [id, months] : affiliates) {
        Compared total;
        for (const auto& [ignored, compared] : months) total.Add(compared);
        const auto* affiliate = owner.FindAffiliate(id);
        encoded.push_back(json::object{{"affiliateId", id.ToString()},
                                       {"name", affiliate == nullptr ? "" : affiliate->name},
                                       {"total", EncodeCompared(total, comparison.currency)},
                                       {"months", EncodeMonths(months, comparison.currency)}});
    }
    return encoded;
}

json::array EncodePlayers(const simulation::Comparison& comparison) {
    json::array encoded;
    for (const simulation::PlayerCompared& player : comparison.players) {
        encoded.push_back(json::object{{"playerId", player.player.ToString()},
                                       {"affiliateId", player.affiliate.ToString()},
                                       {"actual", Written(player.actual, comparison.currency)},
                                       {"simulated", Written(player.simulated, comparison.currency)},
                                       {"difference", Written(player.difference(), comparison.currency)}});
    }
    return encoded;
}

json::object EncodeComparison(const simulation::Comparison& comparison, const app::OperatorEntry& owner) {
    Compared total;
    std::map<Period, Compared> months;
    for (const MonthCompared& month : comparison.months) {
        total.Add(month.compared);
        months[month.period].Add(month.compared);
    }
    json::array unpriced;
    for (const Currency currency : comparison.unpriced) unpriced.emplace_back(currency.code());
    return {{"currency", comparison.currency.code()},
            {"total", EncodeCompared(total, comparison.currency)},
            {"months", EncodeMonths(months, comparison.currency)},
            {"affiliates", EncodeAffiliates(comparison, owner)},
            {"players", EncodePlayers(comparison)},
            {"unpriced", std::move(unpriced)}};
}

}  // namespace

json::object EncodeSimulation(const app::SimulationState& state, const app::OperatorEntry& owner) {
    json::object encoded{{"id", state.id.ToString()},
                         {"status", app::kSimulationStatusNames[static_cast<std::size_t>(state.status)]},
                         {"progress", {{"done", state.commits_done}, {"total", state.commits}}},
                         {"failure", state.failure.empty() ? json::value(nullptr) : json::value(state.failure)}};
    if (state.comparison == nullptr) return encoded;
    for (auto& [name, value] : EncodeComparison(*state.comparison, owner)) encoded[name] = std::move(value);
    return encoded;
}

}  // namespace fairlead::http
