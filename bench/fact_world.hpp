#pragma once

#include <string>
#include <vector>

#include "bench/chance.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/facts/fact_block.hpp"
#include "domain/tracking/click_heads.hpp"

namespace fairlead::bench {

// The contents of the facts of a generated year.
struct WorldCatalogue {
    std::vector<catalogue::Link> links;
    std::vector<catalogue::Creative> creatives;
    DealId deal;
};

struct WorldOptions {
    std::uint64_t seed = 1;
    std::size_t foreign_percent = 0;  // Percentage of players whose money is not in the base currency.
};

// Generates facts in the order of time: visitors click, some register, some of those deposit and play, and an affiliate
// earns commission. A few affiliates, links, SubIDs and countries are large and most are small. Fast rather than
// realistic: amounts follow no rules, and commission follows no deal.
class FactWorld {
public:
    FactWorld(WorldCatalogue catalogue, const WorldOptions& options);

    // A block with this many facts between two moments. Its clicks have the time of the second moment.
    facts::FactBlock Fill(std::size_t fact_count, Timestamp from, Timestamp to);

private:
    struct Agent {
        std::string_view device;
        std::string_view os;
        std::string_view browser;
        Bytes16 digest{};
        std::string part;
    };
    struct Visitor {
        Bytes16 address{};
        std::size_t agent = 0;
        std::size_t country = 0;
    };
    struct Visit {
        std::size_t link = 0;
        Visitor visitor;
        std::array<std::string_view, tracking::kSubIdCount> subs;
    };
    struct Player {
        PlayerId id;
        BrandId brand;
        std::string_view country;
        Currency currency;
        facts::Standing standing = facts::Standing::kOrganic;
        std::string origin;
    };
    // Visitors and players in progress.
    struct Filling {
        facts::FactBlock block;
        tracking::ClickSegment clicks;
        tracking::ClickHeads heads;
        facts::ImpressionCounts impressions;
        Timestamp from;
        Timestamp to;
    };

    void MakeAgents();
    void MakeSubs();
    void AddClick(Filling& filling);
    void AddImpressions(Filling& filling);
    void AddRegistration(Filling& filling);
    void AddFirstDeposit(Filling& filling);
    void AddActivity(Filling& filling, events::EventType type);
    void AddReward(Filling& filling, commission::Component component);

    Visitor NextVisitor();
    Visit NextVisit();
    Player NewPlayer();
    std::string OriginOf(const Visit& visit) const;
    // A player who has deposited, more likely a newer one. There must be at least one.
    const Player& AnyDepositor();
    Money AmountOf(events::EventType type, const Currency& currency);
    facts::EventFact FactOf(const Player& player, events::EventType type, Timestamp time);
    Timestamp TimeWithin(const Filling& filling);
    Bytes16 NextBytes();

    Chance chance_;
    const WorldOptions options_;
    const WorldCatalogue catalogue_;
    std::vector<std::string> link_parts_;  // Parts of origins, one per link.
    std::vector<Agent> agents_;
    std::array<std::vector<std::string>, 3> subs_;
    std::vector<std::string> games_;
    Draw kinds_;
    Draw links_;
    Draw countries_;
    Draw agent_draw_;
    std::vector<Draw> sub_draws_;
    Draw game_draw_;

    // Visitors and visits of the last hours. Each new one replaces the oldest.
    std::vector<Visitor> visitors_;
    std::vector<Visit> visits_;
    std::size_t visit_count_ = 0;
    std::size_t visitor_count_ = 0;
    std::vector<Player> players_;
    std::vector<std::size_t> registered_;  // Players without a deposit yet.
    std::vector<std::size_t> depositors_;
};

}  // namespace fairlead::bench
