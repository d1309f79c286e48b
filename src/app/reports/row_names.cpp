#include "app/reports/row_names.hpp"

namespace fairlead::app {
namespace {

using reporting::Dimension;

template <class Record>
std::string NameOrId(const Record* record, const Uuid& id) {
    return record == nullptr ? id.ToString() : record->name;
}

std::string AffiliateName(const OperatorEntry& owner, const AffiliateId& id) {
    if (id == reporting::kOrganic) return std::string(kOrganicName);
    if (id == reporting::kUnregistered) return std::string(kUnregisteredName);
    return NameOrId(owner.FindAffiliate(id), id.uuid);
}

std::string LinkName(const OperatorEntry& owner, const LinkId& id) {
    const catalogue::Link* link = owner.FindLink(id);
    return link != nullptr && link->name.empty() ? link->code : NameOrId(link, id.uuid);
}

}  // namespace

bool MayName(const OperatorEntry& owner, AffiliateId affiliate, Dimension dimension, const Uuid& id) {
    const auto belongs = [&](const auto* record) { return record != nullptr && record->affiliate == affiliate; };
    switch (dimension) {
        case Dimension::kAffiliate: return id == affiliate.uuid;
        case Dimension::kLink: return belongs(owner.FindLink({id}));
        case Dimension::kSource: return belongs(owner.FindMarketingSource({id}));
        case Dimension::kPlayer: return false;
        default: return true;
    }
}

std::string NameOf(const OperatorEntry& owner, Dimension dimension, const Uuid& id) {
    if (id == Uuid{}) return {};
    switch (dimension) {
        case Dimension::kBrand: return NameOrId(owner.FindBrand({id}), id);
        case Dimension::kAffiliate: return AffiliateName(owner, {id});
        case Dimension::kCampaign: return NameOrId(owner.FindCampaign({id}), id);
        case Dimension::kCreative: return NameOrId(owner.FindCreative({id}), id);
        case Dimension::kLink: return LinkName(owner, {id});
        case Dimension::kSource: return NameOrId(owner.FindMarketingSource({id}), id);
        case Dimension::kDeal: return NameOrId(owner.FindDeal({id}), id);
        default: return id.ToString();
    }
}

}  // namespace fairlead::app
