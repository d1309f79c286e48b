#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/text/byte_codec.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/tracking/click_parameters.hpp"

namespace fairlead::tracking {

// The origin of a click, and of a player that it brought: the dimensions that reports group by. Unknown texts are
// empty.
struct Origin {
    AffiliateId affiliate;
    std::optional<LinkId> link;  // Missing only if a player was given to an affiliate by hand.
    std::optional<CampaignId> campaign;
    std::optional<CreativeId> creative;
    std::optional<MarketingSourceId> source;
    std::string geo_target;
    std::string device;
    std::string os;
    std::string browser;
    std::array<std::string, kSubIdCount> subs;

    bool operator==(const Origin&) const = default;
};

// The bytes of an origin have three parts: the link, the visitor's user agent, and the SubIDs. A redirect has the first
// two ready and only joins them.
void AppendLinkPart(std::string& out, const Origin& origin);
void AppendAgentPart(std::string& out, std::string_view device, std::string_view os, std::string_view browser);
template <class Text>
void AppendSubsPart(std::string& out, const std::array<Text, kSubIdCount>& subs) {
    unsigned present = 0;
    for (std::size_t i = 0; i < kSubIdCount; ++i) present |= subs[i].empty() ? 0U : 1U << i;
    out += static_cast<char>(present);
    for (const auto& sub : subs) {
        if (!sub.empty()) AppendText(out, sub);
    }
}

void ReadLinkPart(ByteReader& reader, Origin& origin);
void ReadAgentPart(ByteReader& reader, Origin& origin);
void ReadSubsPart(ByteReader& reader, Origin& origin);

std::string EncodeOrigin(const Origin& origin);
Origin ReadOrigin(ByteReader& reader);

// The origin of clicks on this link.
Origin OriginOf(const catalogue::Link& link);

}  // namespace fairlead::tracking
