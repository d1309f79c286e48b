#include "http/handlers/records/search.hpp"

#include <set>

#include "app/declarations/catalogue_resource.hpp"
#include "app/search/find_anything.hpp"
#include "base/text/text.hpp"
#include "http/codec/json/json_values.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/record_answers.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::SearchType;

constexpr std::size_t kSearchLengthMin = 2;  // In code points. A single letter matches nearly everything.
constexpr std::size_t kSearchLengthMax = 500;
constexpr std::size_t kSearchLimitDefault = 5;
constexpr std::size_t kSearchLimitMax = 20;

// The resource of a type of the catalogue; null for players and statements.
const app::CatalogueResource* ResourceOf(SearchType type) {
    switch (type) {
        case SearchType::kAffiliate: return &app::AffiliateResource();
        case SearchType::kUser: return &app::UserResource();
        case SearchType::kLink: return &app::LinkResource();
        case SearchType::kDeal: return &app::DealResource();
        case SearchType::kCampaign: return &app::CampaignResource();
        case SearchType::kCreative: return &app::CreativeResource();
        case SearchType::kLandingPage: return &app::LandingPageResource();
        case SearchType::kBrand: return &app::BrandResource();
        case SearchType::kReportPreset: return &app::ReportPresetResource();
        case SearchType::kPlayer:
        case SearchType::kStatement: break;
    }
    return nullptr;
}

// Whether the caller may list this type. The routes of the list have the same rule.
bool MayRead(const app::Caller& caller, SearchType type) {
    const app::CatalogueResource* resource = ResourceOf(type);
    const bool for_admins = resource != nullptr && resource->words().for_admins;
    if (!caller.May(for_admins ? access::Need::kAdminister : access::Need::kRead)) return false;
    if (caller.key == nullptr) return true;
    const access::Area own = type == SearchType::kPlayer ? access::Area::kReports : access::Area::kMoney;
    return access::Opens(caller.key->scopes, resource == nullptr ? own : resource->words().area.value);
}

std::set<SearchType> ReadTypes(RecordFilters& filters) {
    std::set<SearchType> types;
    const auto text = filters.Text("types");
    for (const std::string_view name : SplitTrimmed(text ? std::string_view(*text) : std::string_view(), ',')) {
        const auto found = std::ranges::find(app::kSearchTypeNames, name);
        if (found == app::kSearchTypeNames.end()) {
            filters.Refuse("types", "must be a list of types of results, separated by commas");
            break;
        }
        types.insert(static_cast<SearchType>(found - app::kSearchTypeNames.begin()));
    }
    return types;
}

std::string ReadSought(RecordFilters& filters) {
    const auto text = filters.Text("q");
    const std::string_view sought = TrimSpaces(text ? std::string_view(*text) : std::string_view());
    if (!IsValidUtf8(sought) || HasControlCharacter(sought)) {
        filters.Refuse("q", "must be text");
    } else if (CountCodePoints(sought) > kSearchLengthMax) {
        filters.Refuse("q", "must have at most " + std::to_string(kSearchLengthMax) + " characters");
    }
    return std::string(sought);
}

json::object EncodeHit(const app::OperatorEntry& owner, const app::SearchHit& hit) {
    const auto* affiliate = hit.affiliate ? owner.FindAffiliate(*hit.affiliate) : nullptr;
    return {{"id", hit.id.ToString()},
            {"title", hit.title},
            {"detail", TextOrNull(hit.detail)},
            {"status", TextOrNull(hit.status)},
            {"affiliateId", IdOrNull(hit.affiliate)},
            {"affiliateName", affiliate == nullptr ? json::value(nullptr) : json::value(affiliate->name)},
            {"period", hit.period ? json::value(hit.period->ToString()) : json::value(nullptr)},
            {"payable", hit.payable ? json::value(hit.payable->amount.ToString()) : json::value(nullptr)},
            {"currency", hit.payable ? json::value(hit.payable->currency.code()) : json::value(nullptr)}};
}

json::object EncodeAnswer(const app::OperatorEntry& owner, const app::SearchAnswer& answer) {
    json::array groups;
    for (const app::SearchGroup& group : answer) {
        json::array items;
        for (const app::SearchHit& hit : group.hits) items.push_back(EncodeHit(owner, hit));
        groups.push_back(json::object{{"type", app::kSearchTypeNames[static_cast<std::size_t>(group.type)]},
                                      {"items", std::move(items)},
                                      {"more", group.more}});
    }
    return {{"groups", std::move(groups)}};
}

}  // namespace

void SearchEverything(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                      Responder responder) {
    RecordFilters filters(request, {{"q", ""}, {"types", ""}});
    const auto types = ReadTypes(filters);
    app::SearchRequest search{.owner = caller.owner, .text = ReadSought(filters)};
    search.limit = filters.WasLimitGiven() ? filters.limit() : kSearchLimitDefault;
    if (search.limit > kSearchLimitMax) {
        filters.Refuse("limit", "must be a number from 1 to " + std::to_string(kSearchLimitMax));
    }
    if (filters.Text("cursor")) filters.Refuse("cursor", "is not a parameter of this request");
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    search.alias_key = dependencies.token_key;
    search.may_read = [caller, types](SearchType type) {
        return (types.empty() || types.contains(type)) && MayRead(caller, type);
    };
    auto answer = AnswerObject<app::SearchAnswer>(
        request, std::move(responder),
        [owner = caller.owner](const app::SearchAnswer& found) { return EncodeAnswer(*owner, found); });
    if (CountCodePoints(search.text) < kSearchLengthMin) return answer(app::SearchAnswer());
    app::FindAnything(dependencies.records, dependencies.commission_queries, std::move(search), std::move(answer));
}

}  // namespace fairlead::http
