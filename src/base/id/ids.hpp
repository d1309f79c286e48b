#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/id/uuid.hpp"

namespace fairlead {

// A UUID with the type of what it identifies: a BrandId cannot be passed as an OperatorId.
template <class Tag>
struct Id {
    Uuid uuid;

    static Id New() { return Id{NewUuid()}; }
    static std::optional<Id> Parse(std::string_view text) {
        const auto uuid = Uuid::Parse(text);
        return uuid ? std::optional(Id{*uuid}) : std::nullopt;
    }

    std::string ToString() const { return uuid.ToString(); }
    auto operator<=>(const Id&) const = default;
};

using OperatorId = Id<struct OperatorTag>;
using BrandId = Id<struct BrandTag>;
using ApiKeyId = Id<struct ApiKeyTag>;
using UserId = Id<struct UserTag>;
using PlayerId = Id<struct PlayerTag>;
using EventId = Id<struct EventTag>;
using AffiliateId = Id<struct AffiliateTag>;
using MarketingSourceId = Id<struct MarketingSourceTag>;
using CampaignId = Id<struct CampaignTag>;
using CreativeId = Id<struct CreativeTag>;
using ImageId = Id<struct ImageTag>;
using LandingPageId = Id<struct LandingPageTag>;
using LinkId = Id<struct LinkTag>;
using ClickId = Id<struct ClickTag>;
using DealId = Id<struct DealTag>;
using AccrualId = Id<struct AccrualTag>;
using StatementId = Id<struct StatementTag>;
using ReportPresetId = Id<struct ReportPresetTag>;
using AdjustmentId = Id<struct AdjustmentTag>;
using JournalId = Id<struct JournalTag>;
using DestinationId = Id<struct DestinationTag>;  // Of a postback, a webhook, a report schedule or the mail server.
using MessageId = Id<struct MessageTag>;
using FraudRuleId = Id<struct FraudRuleTag>;
using FraudSignalId = Id<struct FraudSignalTag>;

}  // namespace fairlead

template <class Tag>
struct std::hash<fairlead::Id<Tag>> {
    std::size_t operator()(const fairlead::Id<Tag>& id) const noexcept { return std::hash<fairlead::Uuid>()(id.uuid); }
};
