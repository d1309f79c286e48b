#include "http/handlers/catalogue/account_contacts.hpp"

#include "http/codec/records/list_page.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

using catalogue::User;

bool MayManageAffiliates(const User& user) {
    return user.role != catalogue::UserRole::kAffiliate && user.status != catalogue::UserStatus::kDisabled;
}

void ListAccountManagers(const app::Caller& caller, const Request& request, Responder responder) {
    RecordFilters filters(request, {});
    const auto after = filters.ReadId<UserId>("cursor");
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto& users = caller.owner->records.users;
    app::ListPage page;
    UserId last{};
    for (auto user = after ? users.After(*after) : users.begin(); user != users.end(); ++user) {
        if (!MayManageAffiliates(*user)) continue;
        if (page.items.size() == filters.limit()) {
            page.next_cursor = last.ToString();
            break;
        }
        last = user->id;
        page.items.push_back(boost::json::object{{"id", user->id.ToString()}, {"email", user->email}});
    }
    responder.Send({.body = WriteListPage(std::move(page))});
}

}  // namespace

void AddAccountManagerRoutes(Router& router, const CallerSources& callers) {
    router.Add("GET", std::string(kBasePath) + "/account-managers",
               RequireCaller(callers, access::Area::kTracking, access::Need::kRead, ListAccountManagers));
}

}  // namespace fairlead::http
