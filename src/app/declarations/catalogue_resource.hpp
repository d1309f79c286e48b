#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/declarations/list_query.hpp"
#include "app/declarations/resource.hpp"

namespace fairlead::app {

// A body with who sends it, for the audit log, and what the answer is made with (see View).
struct ChangeRequest {
    boost::json::value body;
    std::string actor;
    std::string api_url;
    Bytes32 token_key{};
};

// What people call a resource.
struct ResourceWords {
    std::string_view path;                // Under the base path: "/marketing-sources".
    std::string_view noun;                // In the audit log: "marketingSource".
    std::string_view one;                 // "a marketing source".
    std::string_view many;                // "marketing sources".
    std::string_view id_member = "id";    // How it calls its id.
    bool for_admins = false;              // Only admins and programs may see and change it.
    std::string_view creation_note = {};  // What the document says of creating one, if anything.
};

// A resource of the catalogue, with the type of its records hidden: what the edge and the OpenAPI document need of it.
class CatalogueResource {
public:
    virtual ~CatalogueResource() = default;

    virtual const ResourceWords& words() const = 0;
    // A page in the order of ids. An unknown filter is refused: misspelt, it would otherwise answer everything.
    virtual Result<ListPage> List(const View& view, const ListQuery& query) const = 0;
    virtual std::optional<boost::json::object> Read(const View& view, Uuid id) const = 0;
    virtual ManageCatalogue::Decide Create(ChangeRequest request) const = 0;
    virtual ManageCatalogue::Decide Update(Uuid id, ChangeRequest request) const = 0;

    // The schemas of OpenAPI: of the whole resource, of a body that makes one, of a body that changes one.
    virtual boost::json::object AnswerSchema() const = 0;
    virtual boost::json::object CreationSchema() const = 0;
    virtual boost::json::object ChangeSchema() const = 0;
    // Members that only the answer to a creation has.
    virtual boost::json::object ShownOnce() const = 0;
    // The members that lists can be filtered by, with their schemas.
    virtual boost::json::object FilterSchemas() const = 0;
};

const CatalogueResource& BrandResource();
const CatalogueResource& ApiKeyResource();
const CatalogueResource& UserResource();
const CatalogueResource& AffiliateResource();
const CatalogueResource& MarketingSourceResource();
const CatalogueResource& CampaignResource();
const CatalogueResource& CreativeResource();
const CatalogueResource& LinkResource();
const CatalogueResource& DealResource();
const CatalogueResource& ReportPresetResource();
// The operator itself, of which each caller has exactly one.
const CatalogueResource& OperatorResource();

// All that are listed, read, made and changed alike: every one but the operator.
std::span<const CatalogueResource* const> ListedResources();

}  // namespace fairlead::app
