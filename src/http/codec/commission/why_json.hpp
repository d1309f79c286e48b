#pragma once

#include <span>
#include <vector>

#include <boost/json.hpp>

#include "app/ports/commission_queries.hpp"
#include "domain/explanation/deal_choice.hpp"
#include "domain/explanation/why.hpp"

namespace fairlead::http {

boost::json::array EncodeUnpaidComponents(std::span<const commission::Unpaid> unpaid);
boost::json::array EncodeDealChoices(std::span<const commission::DealStanding> choices);

// What a player's deal has not paid, and why. Contains neither other affiliates nor the operator's reference of the
// player.
class WhyAnswer {
public:
    // `standing` must outlive the answer.
    WhyAnswer(const app::PlayerStanding& standing, Timestamp now);
    WhyAnswer(const WhyAnswer&) = delete;
    WhyAnswer& operator=(const WhyAnswer&) = delete;

    // The components that have not paid.
    boost::json::array EncodeComponents() const;
    // The deal that applies, and the affiliate's other deals with the reasons against each.
    boost::json::array EncodeDeals() const;

private:
    std::vector<commission::Accrual> accruals_;
    std::vector<commission::UnpricedEvent> waiting_;
    std::vector<commission::AskedEvent> events_;
    commission::AskedPlayer asked_;
};

}  // namespace fairlead::http
