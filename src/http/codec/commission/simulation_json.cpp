#include "http/codec/commission/simulation_json.hpp"

#include <map>

#include "domain/money/minor_unit.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using simulation::Figures;
using simulation::MonthCompared;

struct Both {
    Figures actual;
    Figures simulated;
    Decimal ngr;

    void Add(const MonthCompared& month) {
        actual.Add(month.actual);
        simulated.Add(month.simulated);
        ngr += month.ngr;
    }
};

std::string Written(const Decimal& amount, Currency currency) {
    return amount.RoundedTo(MinorUnitDigits(currency)).ToString();
}

// Every type of line, so that programs need not guess which are missing.
json::object EncodeFigures(const Figures& figures, const Decimal& ngr, Currency currency) {
    json::object encoded;
    for (std::size_t i = 0; i < figures.sums.lines.size(); ++i) {
        encoded[statements::kLineTypeNames[i]] = Written(figures.sums.lines[i], currency);
    }
    encoded["commission"] = Written(figures.commission(), currency);
    encoded["payable"] = Written(figures.sums.payable, currency);
    encoded["profit"] = Written(ngr - figures.commission(), currency);
    return encoded;
}

json::object EncodeBoth(const Both& both, Currency currency) {
    return {{"ngr", Written(both.ngr, currency)},
            {"actual", EncodeFigures(both.actual, both.ngr, currency)},
            {"simulated", EncodeFigures(both.simulated, both.ngr, currency)},
            {"difference", Written(both.simulated.commission() - both.actual.commission(), currency)}};
}

json::array EncodeMonths(const std::map<Period, Both>& months, Currency currency) {
    json::array encoded;
    for (const auto& [period, both] : months) {
        json::object month{{"period", period.ToString()}};
        for (auto& [name, value] : EncodeBoth(both, currency)) month[name] = std::move(value);
        encoded.push_back(std::move(month));
    }
    return encoded;
}

json::array EncodeAffiliates(const simulation::Comparison& comparison, const app::OperatorEntry& owner) {
    std::map<AffiliateId, std::map<Period, Both>> affiliates;
    for (const MonthCompared& month : comparison.months) affiliates[month.affiliate][month.period].Add(month);
    json::array encoded;
    for (const auto& [id, months] : affiliates) {
        Both total;
        for (const auto& [ignored, both] : months) {
            total.actual.Add(both.actual);
            total.simulated.Add(both.simulated);
            total.ngr += both.ngr;
        }
        const auto* affiliate = owner.FindAffiliate(id);
        encoded.push_back(json::object{{"affiliateId", id.ToString()},
                                       {"name", affiliate == nullptr ? "" : affiliate->name},
                                       {"total", EncodeBoth(total, comparison.currency)},
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
    Both total;
    std::map<Period, Both> months;
    for (const MonthCompared& month : comparison.months) {
        total.Add(month);
        months[month.period].Add(month);
    }
    json::array unpriced;
    for (const Currency currency : comparison.unpriced) unpriced.emplace_back(currency.code());
    return {{"currency", comparison.currency.code()},
            {"total", EncodeBoth(total, comparison.currency)},
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
