#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/declarations/list_query.hpp"
#include "app/declarations/resource.hpp"
#include "domain/access/scope.hpp"

namespace fairlead::app {

// A body, its sender for the audit log, and what the answer needs (see View).
struct ChangeRequest {
    // The user who sends it.
    struct Author {
        catalogue::UserRole role = catalogue::UserRole::kViewer;
        bool has_second_factor = false;
    };

    boost::json::value body;
    std::string actor;
    std::string api_url;
    Bytes32 token_key{};
    std::string tracking_url = {};
    // The scopes of the API key that sends it. Nothing for a user or the command line.
    std::optional<access::KeyScopes> key_scopes = {};
    std::optional<Author> author = {};  // Nothing for an API key or the command line.
};

// The area of a resource. It has no default, so a resource without an area does not compile.
struct ResourceArea {
    constexpr ResourceArea(access::Area declared) : value(declared) {}
    access::Area value;
};

// The names of a resource.
struct ResourceWords {
    std::string_view path;                // Below the base path: "/marketing-sources".
    std::string_view noun;                // In the audit log: "marketingSource".
    std::string_view one;                 // "a marketing source".
    std::string_view many;                // "marketing sources".
    ResourceArea area;                    // A key needs its scope to read and change the resource.
    std::string_view id_member = "id";    // The name of the member with the id.
    bool for_admins = false;              // If true, only admins and programs may read and change it.
    bool only_people_change = false;      // If true, no API key may create or change one.
    bool changed_by_finance = false;      // If true, the role finance may change one, as far as `permit` allows.
    std::string_view creation_note = {};  // What the OpenAPI document says about creating one, if anything.
};

// A resource of the catalogue without the type of its records: what the HTTP handlers and the OpenAPI document need.
class CatalogueResource {
public:
    virtual ~CatalogueResource() = default;

    virtual const ResourceWords& words() const = 0;
    // A page ordered by id. An unknown filter is refused: a misspelled one would otherwise match everything.
    virtual Result<ListPage> List(const View& view, const ListQuery& query) const = 0;
    // The ids of all records that match the filters, ordered. The limit and the cursor of the query do not count.
    virtual Result<std::vector<Uuid>> FindMatching(const View& view, const ListQuery& query) const = 0;
    // Whether lists have this filter.
    virtual bool HasFilter(std::string_view name) const = 0;
    virtual std::optional<boost::json::object> Read(const View& view, Uuid id) const = 0;
    virtual ManageCatalogue::Decide Create(ChangeRequest request) const = 0;
    virtual ManageCatalogue::Decide Update(Uuid id, ChangeRequest request) const = 0;

    // OpenAPI schemas: of the whole resource, of a body that creates one, of a body that changes one.
    virtual boost::json::object AnswerSchema() const = 0;
    virtual boost::json::object CreationSchema() const = 0;
    virtual boost::json::object ChangeSchema() const = 0;
    // Members that only the response to a creation has.
    virtual boost::json::object ShownOnce() const = 0;
    // The members by which lists can be filtered, with their schemas.
    virtual boost::json::object FilterSchemas() const = 0;
};

const CatalogueResource& BrandResource();
const CatalogueResource& ApiKeyResource();
const CatalogueResource& UserResource();
const CatalogueResource& AffiliateResource();
const CatalogueResource& MarketingSourceResource();
const CatalogueResource& CampaignResource();
const CatalogueResource& CreativeResource();
const CatalogueResource& LandingPageResource();
const CatalogueResource& LinkResource();
const CatalogueResource& DealResource();
const CatalogueResource& ReportPresetResource();
const CatalogueResource& PostbackResource();
const CatalogueResource& WebhookResource();
const CatalogueResource& ReportScheduleResource();
const CatalogueResource& FraudRuleResource();
// The operator itself. Each caller has exactly one.
const CatalogueResource& OperatorResource();

// All resources that can be listed, read, created and changed: all except the operator.
std::span<const CatalogueResource* const> ListedResources();

}  // namespace fairlead::app
