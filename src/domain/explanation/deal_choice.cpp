#include "domain/explanation/deal_choice.hpp"

#include <algorithm>
#include <tuple>

#include "domain/explanation/explain.hpp"

namespace fairlead::commission {
namespace {

class Comparison {
public:
    explicit Comparison(const AskedPlayer& asked)
        : asked_(asked),
          chosen_(DealOf(asked)),
          // A player gets its deal with its first event, which is usually the registration.
          day_(asked.plan->zone().DateOf(asked.state.deal ? asked.player.registered_at : asked.now)) {}

    std::vector<DealStanding> Make() const {
        const auto deals = asked_.plan->DealsOf(asked_.player.affiliate);
        std::vector<DealStanding> found;
        if (chosen_) found.push_back(Applied(deals));
        for (const Deal* deal : deals) {
            if (deal != chosen_.deal) found.push_back(NotApplied(*deal));
        }
        return found;
    }

private:
    DealStanding Standing(const Deal& deal) const {
        return {.deal = deal.id,
                .name = deal.name,
                .is_default = IsDefault(deal),
                .scope = deal.scope,
                .country = asked_.player.country};
    }

    // Whether the affiliate has the deal only because it is the operator's default.
    bool IsDefault(const Deal& deal) const {
        const auto* affiliate = asked_.plan->FindAffiliate(asked_.player.affiliate);
        const bool own = affiliate != nullptr && std::ranges::find(affiliate->deals, deal.id) != affiliate->deals.end();
        return deal.is_default && !own;
    }

    DealStanding Applied(const std::vector<const Deal*>& deals) const {
        DealStanding standing = Standing(*chosen_.deal);
        standing.applies = true;
        standing.assigned = std::ranges::find(deals, chosen_.deal) != deals.end();
        standing.version = chosen_.version->number;
        standing.version_rule =
            VersionRuleOf(*chosen_.deal, chosen_.version, asked_.player.registered_at, asked_.plan->zone());
        standing.effective_from = chosen_.version->effective_from;
        return standing;
    }

    DealStanding NotApplied(const Deal& deal) const {
        DealStanding standing = Standing(deal);
        const Scope& scope = deal.scope;
        const Player& player = asked_.player;
        if (!Scope{scope.brands, {}}.Fits(player.brand, player.country)) {
            standing.obstacles.push_back(DealObstacle::kBrand);
        }
        if (!Scope{{}, scope.countries}.Fits(player.brand, player.country)) {
            standing.obstacles.push_back(DealObstacle::kCountry);
        }
        if (deal.VersionOn(day_) == nullptr) {
            standing.obstacles.push_back(DealObstacle::kNotInForce);
            standing.effective_from = FirstDay(deal);
        }
        if (standing.obstacles.empty()) standing.obstacles.push_back(WhyOutranked(deal));
        return standing;
    }

    static std::optional<Date> FirstDay(const Deal& deal) {
        const auto first = std::ranges::min_element(deal.versions, {}, &DealVersion::effective_from);
        return first == deal.versions.end() ? std::nullopt : first->effective_from;
    }

    // The obstacle of a deal whose scope fits.
    DealObstacle WhyOutranked(const Deal& deal) const {
        if (!chosen_) return DealObstacle::kNotInForce;
        const Deal& chosen = *chosen_.deal;
        if (deal.scope.dimensions() < chosen.scope.dimensions()) return DealObstacle::kLessSpecific;
        const bool as_specific = deal.scope.dimensions() == chosen.scope.dimensions();
        const bool older = std::tie(deal.created_at, deal.id) < std::tie(chosen.created_at, chosen.id);
        return as_specific && older ? DealObstacle::kOlder : DealObstacle::kAlreadyBound;
    }

    const AskedPlayer& asked_;
    ChosenDeal chosen_;
    Date day_;
};

std::string ObstacleText(const DealStanding& standing, DealObstacle obstacle) {
    switch (obstacle) {
        case DealObstacle::kBrand: return "it is for other brands";
        case DealObstacle::kCountry: {
            std::string list;
            for (const std::string& country : standing.scope.countries) list += (list.empty() ? "" : ", ") + country;
            return "it is for players from " + list +
                   (standing.country.empty() ? ", and the player's country is unknown" : ", not " + standing.country);
        }
        case DealObstacle::kNotInForce:
            return standing.effective_from ? "it is in force only from " + standing.effective_from->ToString()
                                           : std::string("it was not in force");
        case DealObstacle::kLessSpecific: return "the deal that applies has a narrower scope";
        case DealObstacle::kOlder: return "the deal that applies is newer";
        case DealObstacle::kAlreadyBound: return "the player keeps the deal that it got first";
    }
    return "";
}

}  // namespace

std::vector<DealStanding> DealsFor(const AskedPlayer& asked) {
    if (!asked.registered || !asked.attributed) return {};
    return Comparison(asked).Make();
}

std::string TextOf(const DealStanding& standing) {
    if (standing.applies) {
        const step::DealApplied applied{standing.deal, standing.name, standing.version.value_or(1),
                                        standing.effective_from,
                                        standing.version_rule.value_or(VersionRule::kRegistrationDay)};
        std::string text = TextOf(Step(applied));
        if (standing.is_default) text += " It is the operator's default deal: the affiliate has none of its own.";
        if (!standing.assigned) text += " The affiliate no longer has this deal, but the player keeps it.";
        return text;
    }
    std::string reasons;
    for (const DealObstacle obstacle : standing.obstacles) {
        reasons += (reasons.empty() ? "" : ", and ") + ObstacleText(standing, obstacle);
    }
    return "Deal \"" + standing.name + "\" (" + standing.deal.ToString() + ") does not apply: " + reasons + ".";
}

}  // namespace fairlead::commission
