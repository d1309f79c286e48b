#include "app/operators/list_records.hpp"

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

json::array ListOperators(const CatalogueSnapshot& catalogue) {
    json::array items;
    for (const auto& [id, entry] : catalogue.entries()) {
        const OperatorTables& records = entry->records;
        items.push_back(json::object{{"id", id.ToString()},
                                     {"name", records.self.name},
                                     {"brands", records.brands.size()},
                                     {"affiliates", records.affiliates.size()},
                                     {"users", records.users.size()},
                                     {"apiKeys", records.api_keys.size()}});
    }
    return items;
}

Result<json::array> ListAll(const OperatorEntry& entry, const CatalogueResource& resource) {
    json::array items;
    ListQuery query{.limit = kListLimitMax, .cursor = {}, .filters = {}};
    do {
        ListPage page = TRY(resource.List({entry, {}}, query));
        items.insert(items.end(), page.items.begin(), page.items.end());
        query.cursor = std::move(page.next_cursor);
    } while (!query.cursor.empty());
    return items;
}

}  // namespace

ObjectResult ListRecords(const CatalogueSnapshot& catalogue, std::string_view kind, std::string_view operator_id) {
    if (kind == "operators") return json::object{{"items", ListOperators(catalogue)}};
    const auto owner = OperatorId::Parse(operator_id);
    const auto entry = owner ? catalogue.Find(*owner) : nullptr;
    if (entry == nullptr) {
        return std::unexpected(Errors{{ErrorCode::kNotFound, "",
                                       "there is no operator " + std::string(operator_id) +
                                           ". fairlead operator list shows the ids of all operators."}});
    }
    auto items = ListAll(*entry, kind == "users" ? UserResource() : ApiKeyResource());
    if (!items) return std::unexpected(Errors{items.error()});
    return json::object{{"items", std::move(*items)}};
}

}  // namespace fairlead::app
