#include "http/handlers/resource_routes.hpp"

namespace fairlead::http {

void AddBrandRoutes(Router& router, const HandlerContext& context) {
    AddResourceRoutes(router, context,
                      {.path = "/brands",
                       .list = app::BrandObjects,
                       .create = app::CreateBrand,
                       .update = [](Uuid id, boost::json::value body, std::string actor) {
                           return app::UpdateBrand(BrandId{id}, std::move(body), std::move(actor));
                       }});
}

}  // namespace fairlead::http
