#include "app/accounts/change_user.hpp"

#include "app/accounts/user_resource.hpp"

namespace fairlead::app {

namespace json = boost::json;

std::string ActorOf(const catalogue::User& user) { return "user/" + user.id.ToString(); }

void ClearOneTimeCodes(catalogue::User& user) {
    user.totp_sealed.clear();
    user.totp_pending_sealed.clear();
    user.totp_confirmed_step = 0;
    user.recovery_salt.reset();
    user.recovery_hashes.clear();
}

ManageCatalogue::CatalogueDecision StoreUser(const OperatorEntry& own, const catalogue::User* before,
                                             const catalogue::User& after, UserAudit audit, json::object answer) {
    return {.change = {.owner = own.records.self.id,
                       .based_on_version = own.records.version,
                       .upserts = {after},
                       .audit = {{.actor = std::move(audit.actor),
                                  .action = std::move(audit.action),
                                  .subject = ActorOf(after),
                                  .before = before == nullptr ? "" : json::serialize(UserForAudit(*before, own)),
                                  .after = json::serialize(UserForAudit(after, own))}}},
            .answer = std::move(answer)};
}

ManageCatalogue::Decide ChangeUser(UserId id, UserAudit audit,
                                   std::function<Errors(const DecisionContext&, catalogue::User&)> change) {
    return [id, audit = std::move(audit), change = std::move(change)](const DecisionContext& context) -> UserDecided {
        const catalogue::User* before = context.own.FindUser(id);
        if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such user"));
        catalogue::User after = *before;
        if (Errors errors = change(context, after); !errors.empty()) return std::unexpected(std::move(errors));
        return StoreUser(context.own, before, after, audit);
    };
}

}  // namespace fairlead::app
