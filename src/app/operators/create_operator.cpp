#include "app/operators/create_operator.hpp"

#include "app/declarations/resource.hpp"
#include "domain/access/api_key.hpp"

namespace fairlead::app {

namespace json = boost::json;

namespace {

Errors Check(const NewOperator& wanted) {
    std::string ignored;
    Errors errors;
    AppendAt("/name", CheckText(json::value(wanted.name), 255, ignored), errors);
    AppendAt("/adminEmail", CheckEmail(json::value(wanted.admin_email), ignored), errors);
    return errors;
}

struct OperatorCreation {
    CatalogueChange change;
    json::object answer;
};

OperatorCreation BuildOperator(const NewOperator& wanted, const std::string& actor) {
    const Timestamp now = Now();
    const std::string key = access::NewApiKey();
    const catalogue::Operator self{
        .id = OperatorId::New(), .name = wanted.name, .settings = wanted.settings, .created_at = now};
    const std::string& brand_name = wanted.brand_name.empty() ? wanted.name : wanted.brand_name;
    const catalogue::Brand brand{.id = BrandId::New(), .name = brand_name, .created_at = now};
    const catalogue::ApiKey api_key{.id = ApiKeyId::New(),
                                    .name = "First key",
                                    .prefix = access::DisplayPrefix(key),
                                    .hash = access::HashApiKey(key),
                                    .scopes = wanted.key_scopes,
                                    .created_at = now};
    const catalogue::User admin{.id = UserId::New(),
                                .email = wanted.admin_email,
                                .role = catalogue::UserRole::kAdmin,
                                .status = catalogue::UserStatus::kActive,
                                .password_hash = wanted.admin_password_hash,
                                .created_at = now};
    const json::object after{{"name", wanted.name}};
    return {.change = {.owner = self.id,
                       .upserts = {self, brand, api_key, admin},
                       .audit = {{.actor = actor,
                                  .action = "operator.create",
                                  .subject = "operator/" + self.id.ToString(),
                                  .after = json::serialize(after)}},
                       .only_first_operator = wanted.only_first},
            .answer = {{"operatorId", self.id.ToString()},
                       {"brandId", brand.id.ToString()},
                       {"apiKey", key},
                       {"adminEmail", wanted.admin_email}}};
}

}  // namespace

void CreateOperator(Catalogue& catalogue, CatalogueStore& store, const NewOperator& wanted, const std::string& actor,
                    ObjectDone done) {
    if (Errors errors = Check(wanted); !errors.empty()) return done(std::unexpected(std::move(errors)));
    const auto taken = store.EmailExists(wanted.admin_email);
    if (!taken) return done(std::unexpected(Errors{taken.error()}));
    if (*taken) {
        return done(std::unexpected(
            Wrong(ErrorCode::kConflict, "a user with this e-mail address already exists", "/adminEmail")));
    }
    OperatorCreation creation = BuildOperator(wanted, actor);
    const OperatorId id = creation.change.owner;
    store.Apply(std::move(creation.change),
                [&catalogue, id, answer = std::move(creation.answer), done = std::move(done)](Status applied) mutable {
                    if (applied) applied = catalogue.Reload(id);
                    if (!applied) return done(std::unexpected(Errors{applied.error()}));
                    done(std::move(answer));
                });
}

std::string DefaultAdminEmail(std::string_view operator_name) {
    std::string slug;
    for (const char c : operator_name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const char lower = upper ? static_cast<char>(c - 'A' + 'a') : c;
        const bool plain = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
        if (plain) {
            slug += lower;
        } else if (!slug.empty() && slug.back() != '-') {
            slug += '-';
        }
    }
    while (slug.ends_with('-')) slug.pop_back();
    return "admin@" + (slug.empty() ? "operator" : slug.substr(0, 60)) + ".local";
}

}  // namespace fairlead::app
