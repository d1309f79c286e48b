#include "http/handlers/catalogue/affiliate_choices.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text/fold.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using catalogue::User;

// The tags that are listed: those of the most affiliates.
constexpr std::size_t kTagsListedMax = 500;

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
        page.items.push_back(json::object{{"id", user->id.ToString()}, {"email", user->email}});
    }
    responder.Send({.body = WriteListPage(std::move(page))});
}

struct TagUse {
    std::string tag;  // As the first affiliate spells it.
    std::int64_t count = 0;
};

// The most used first.
std::vector<TagUse> TagsInUse(const app::OperatorEntry& owner) {
    std::map<std::string, TagUse> by_folded;
    for (const auto& affiliate : owner.records.affiliates) {
        for (const std::string& tag : affiliate.tags) {
            TagUse& use = by_folded[Folded(tag)];
            if (use.count++ == 0) use.tag = tag;
        }
    }
    std::vector<TagUse> uses;
    for (auto& [folded, use] : by_folded) uses.push_back(std::move(use));
    std::ranges::stable_sort(uses, std::greater<>(), &TagUse::count);
    if (uses.size() > kTagsListedMax) uses.erase(uses.begin() + kTagsListedMax, uses.end());
    return uses;
}

void ListTags(const app::Caller& caller, const Request&, Responder responder) {
    json::array items;
    for (const TagUse& use : TagsInUse(*caller.owner)) items.push_back({{"tag", use.tag}, {"affiliates", use.count}});
    responder.Send({.body = json::serialize(json::object{{"items", std::move(items)}})});
}

}  // namespace

void AddAffiliateChoiceRoutes(Router& router, const CallerSources& callers) {
    const std::string base(kBasePath);
    const auto add = [&](const std::string& path, auto handle) {
        router.Add("GET", path, RequireCaller(callers, access::Area::kTracking, access::Need::kRead, handle));
    };
    add(base + "/account-managers", ListAccountManagers);
    add(base + "/affiliate-tags", ListTags);
}

}  // namespace fairlead::http
