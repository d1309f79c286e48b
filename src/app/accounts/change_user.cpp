#include "app/accounts/change_user.hpp"

#include "app/accounts/user_resource.hpp"

namespace fairlead::app {

namespace json = boost::json;

std::string ActorOf(const catalogue::User& user) { return "user/" + user.id.ToString(); }

ManageCatalogue::CatalogueDecision StoreUser(const OperatorEntry& own, const catalogue::User* before,
                                             const catalogue::User& after, UserDeed deed, json::object answer) {
    return {.change = {.owner = own.records.self.id,
                       .based_on_version = own.records.version,
                       .upserts = {after},
                       .audit = {{.actor = std::move(deed.actor),
                                  .action = std::move(deed.action),
                                  .subject = ActorOf(after),
                                  .before = before == nullptr ? "" : json::serialize(UserForAudit(*before, own)),
                                  .after = json::serialize(UserForAudit(after, own))}}},
            .answer = std::move(answer)};
}

ManageCatalogue::Decide ChangeUser(UserId id, UserDeed deed,
                                   std::function<Errors(const Moment&, catalogue::User&)> change) {
    return [id, deed = std::move(deed), change = std::move(change)](const Moment& moment) -> UserDecided {
        const catalogue::User* before = moment.own.FindUser(id);
        if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such user"));
        catalogue::User after = *before;
        if (Errors errors = change(moment, after); !errors.empty()) return std::unexpected(std::move(errors));
        return StoreUser(moment.own, before, after, deed);
    };
}

}  // namespace fairlead::app
