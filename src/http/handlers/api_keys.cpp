#include "http/handlers/resource_routes.hpp"

namespace fairlead::http {

void AddApiKeyRoutes(Router& router, const HandlerContext& context) {
    AddResourceRoutes(router, context,
                      {.path = "/api-keys",
                       .list = app::ApiKeyObjects,
                       .create = app::CreateApiKey,
                       .update = [](Uuid id, boost::json::value body, std::string actor) {
                           return app::UpdateApiKey(ApiKeyId{id}, std::move(body), std::move(actor));
                       }});
}

}  // namespace fairlead::http
