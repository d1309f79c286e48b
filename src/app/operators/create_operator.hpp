#pragma once

#include <string>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/ports/catalogue_store.hpp"

namespace fairlead::app {

struct NewOperator {
    std::string name;
    std::string admin_email;
    std::string admin_password_hash;
    std::string brand_name = {};  // Empty: the name of the operator.
    catalogue::DatedSettings settings = {};
    std::vector<catalogue::KeyScope> key_scopes = {catalogue::KeyScope::kFull};
    bool only_first = false;  // kConflict if there is another operator.
};

// Creates an operator with a brand, its first admin and an API key. Returns operatorId, brandId,
// apiKey and adminEmail. Blocks while it looks up the e-mail address, then answers on another thread.
void CreateOperator(Catalogue& catalogue, CatalogueStore& store, const NewOperator& wanted, const std::string& actor,
                    ObjectDone done);

// "admin@lucky-star.local" for "Lucky Star".
std::string DefaultAdminEmail(std::string_view operator_name);

}  // namespace fairlead::app
