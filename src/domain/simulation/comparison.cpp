#include "domain/simulation/comparison.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace fairlead::simulation {
namespace {

using statements::LineType;

constexpr std::array kComponentLines{LineType::kCpa,          LineType::kRevShare,     LineType::kCpl,
                                     LineType::kFixedMonthly, LineType::kSubAffiliate, LineType::kTurnover};

// Converts amounts into the base currency, and notes the currencies without a rate or with a rate that cannot be right.
class IntoBase {
public:
    IntoBase(const commission::Plan& plan, Currency base) : plan_(plan), base_(base) {}

    Decimal operator()(const Decimal& amount, Currency currency, Period period) {
        if (currency == base_ || amount.IsZero()) return amount;
        const auto found = plan_.RateOn(currency, base_, period.LastDay());
        const auto converted = found ? found->rate.ConvertWithin(amount, commission::kConvertedMax) : std::nullopt;
        if (converted) return *converted;
        unpriced_.insert(currency);
        return {};
    }

    std::vector<Currency> unpriced() const { return {unpriced_.begin(), unpriced_.end()}; }

private:
    const commission::Plan& plan_;
    const Currency base_;
    std::set<Currency> unpriced_;
};

using Months = std::map<std::pair<AffiliateId, Period>, MonthCompared>;

MonthCompared& MonthAt(Months& months, const MonthOf& key) {
    MonthCompared& month = months[{key.affiliate, key.period}];
    month.affiliate = key.affiliate;
    month.period = key.period;
    return month;
}

void AddMonths(const ReplayedSums& sums, Figures Compared::* side, IntoBase& into_base, Months& months) {
    for (const auto& [key, sum] : sums.months) {
        Figures figures;
        for (std::size_t i = 0; i < sum.lines.size(); ++i) {
            figures.sums.lines[i] = into_base(sum.lines[i], key.currency, key.period);
        }
        figures.sums.payable = into_base(sum.payable, key.currency, key.period);
        (MonthAt(months, key).compared.*side).Add(figures);
    }
}

void AddPlayers(const ReplayedSums& sums, Decimal PlayerCompared::* side, Period last, IntoBase& into_base,
                std::unordered_map<PlayerId, PlayerCompared>& players) {
    for (const auto& [player, parts] : sums.players) {
        PlayerCompared& compared = players[player];
        compared.player = player;
        for (const PlayerPart& part : parts) {
            compared.affiliate = part.affiliate;
            compared.*side += into_base(part.money.amount, part.money.currency, last);
        }
    }
}

Decimal Magnitude(const Decimal& amount) { return amount.IsNegative() ? -amount : amount; }

std::vector<PlayerCompared> MostChanged(const std::unordered_map<PlayerId, PlayerCompared>& players) {
    std::vector<PlayerCompared> changed;
    for (const auto& [ignored, player] : players) {
        if (!player.difference().IsZero()) changed.push_back(player);
    }
    const std::size_t count = std::min(changed.size(), kPlayersComparedMax);
    const auto more = [](const PlayerCompared& a, const PlayerCompared& b) {
        const Decimal x = Magnitude(a.difference());
        const Decimal y = Magnitude(b.difference());
        return x == y ? a.player < b.player : y < x;
    };
    std::ranges::partial_sort(changed, changed.begin() + static_cast<std::ptrdiff_t>(count), more);
    changed.resize(count);
    return changed;
}

}  // namespace

Decimal Figures::commission() const {
    Decimal sum;
    for (const LineType type : kComponentLines) sum += line(type);
    return sum;
}

void Figures::Add(const Figures& other) {
    for (std::size_t i = 0; i < sums.lines.size(); ++i) sums.lines[i] += other.sums.lines[i];
    sums.payable += other.sums.payable;
}

void Compared::Add(const Compared& other) {
    actual.Add(other.actual);
    simulated.Add(other.simulated);
    ngr += other.ngr;
}

Comparison Compare(const commission::Plan& plan, const Selection& selection, const ReplayedSums& actual,
                   const ReplayedSums& simulated) {
    const Currency base = plan.BaseCurrencyOn(selection.to.LastDay());
    IntoBase into_base(plan, base);
    Months months;
    AddMonths(actual, &Compared::actual, into_base, months);
    AddMonths(simulated, &Compared::simulated, into_base, months);
    for (const auto& [key, amount] : actual.ngr) {
        Decimal& ngr = MonthAt(months, key).compared.ngr;
        ngr += into_base(amount, key.currency, key.period);
    }
    std::unordered_map<PlayerId, PlayerCompared> players;
    AddPlayers(actual, &PlayerCompared::actual, selection.to, into_base, players);
    AddPlayers(simulated, &PlayerCompared::simulated, selection.to, into_base, players);
    Comparison comparison{.currency = base};
    for (auto& [ignored, month] : months) comparison.months.push_back(month);
    comparison.players = MostChanged(players);
    comparison.unpriced = into_base.unpriced();
    return comparison;
}

}  // namespace fairlead::simulation
