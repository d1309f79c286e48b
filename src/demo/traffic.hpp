#pragma once

#include <string>
#include <vector>

#include "demo/dice.hpp"
#include "demo/operator_actions.hpp"
#include "demo/scenario.hpp"

namespace fairlead::demo {

// An interval of the history, or of the present.
struct Interval {
    Timestamp from;
    Timestamp to;
    int day = 0;      // Day of the history.
    int days = 365;   // Length of the history.
    double pace = 1;  // Relative to the usual traffic.
};

// A visitor who came through a link and may become a player.
struct Visitor {
    const Affiliate* affiliate = nullptr;
    std::size_t landing = 0;  // Index of the affiliate's link.
    std::size_t brand = 0;
    std::size_t country = 0;
    std::size_t agent = 0;
    std::string address;
    std::uint64_t random = 0;  // The random part of the click's id.
    std::uint32_t click = 0;   // Its index in the batch.
};

// The addresses of the demo's visitors: a part of the network that is reserved for benchmarks (RFC 2544).
class AddressBook final : public app::CountryFinder {
public:
    std::string Find(const IpAddress& address) const override;
    static std::string AddressIn(std::size_t country, std::size_t number);
};

// The visitors of all affiliates: when they come, from where, with which device, and what they see.
class Traffic {
public:
    Traffic(OperatorActions& actions, Dice& dice);

    // Call this when an affiliate has joined.
    void ReadCatalogue();

    // Adds the visits of the interval to the batch. Returns the visitors whose clicks count.
    std::vector<Visitor> AddVisits(const Interval& interval, app::VisitGathering& gathering);

    double ExpectedClicks(const Interval& interval) const;

    std::int64_t clicks() const { return clicks_; }
    std::int64_t impressions() const { return impressions_; }

private:
    struct Landing {
        const Link* scenario = nullptr;
        std::string link;
        std::string creative;  // Empty if the link has no creative with impressions.
    };
    struct Publisher {
        const Affiliate* scenario = nullptr;
        std::vector<Landing> landings;
    };

    static double Expected(const Publisher& publisher, const Interval& interval);
    std::size_t CountryFor(const Publisher& publisher, const Landing& landing, const Interval& interval);
    void Click(const Publisher& publisher, const Interval& interval, app::VisitGathering& gathering,
               std::vector<Visitor>& visitors);
    void Show(const Publisher& publisher, const Landing& landing, double clicks, const Interval& interval,
              app::VisitGathering& gathering);

    OperatorActions& actions_;
    Dice& dice_;
    AddressBook countries_;
    app::VisitorCache visitors_;
    app::TrackedTargets targets_;
    std::vector<Publisher> publishers_;
    std::int64_t clicks_ = 0;
    std::int64_t impressions_ = 0;
};

}  // namespace fairlead::demo
