#include "http/handlers/catalogue/audit_log.hpp"

#include <boost/json.hpp>

#include "app/ports/record_queries.hpp"
#include "http/codec/json/actor_names.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// Reads one entry more than the page shows, to know whether there is a next page.
Result<app::AuditQuery> ReadAuditQuery(const app::ListQuery& asked) {
    app::AuditQuery query{.limit = asked.limit + 1};
    query.before = Uuid::Parse(asked.cursor);
    if (!query.before && !asked.cursor.empty()) {
        return Fail(ErrorCode::kInvalidRequest, "cursor must be a nextCursor of this list");
    }
    for (const auto& [name, value] : asked.filters) {
        auto* filter = name == "actor"     ? &query.actor
                       : name == "action"  ? &query.action
                       : name == "subject" ? &query.subject
                                           : nullptr;
        if (filter == nullptr) return Fail(ErrorCode::kInvalidRequest, "there is no parameter " + name);
        *filter = value;
    }
    return query;
}

json::value ParseOrNull(const std::string& text) { return text.empty() ? json::value(nullptr) : json::parse(text); }

// Whether only admins may see the details. Other callers see the action and the actor.
bool IsForAdmins(const app::AuditRecord& record) {
    const std::string_view action = record.entry.action;
    return action.starts_with("user.") || action.starts_with("apiKey.");
}

json::object EncodeAudit(const app::AuditRecord& record, const app::OperatorEntry& owner, bool with_details) {
    const bool shown = with_details || !IsForAdmins(record);
    return {{"at", record.at.ToIso8601()},
            {"actor", record.entry.actor},
            {"actorName", ActorNameOrNull(owner, record.entry.actor)},
            {"action", record.entry.action},
            {"subject", record.entry.subject},
            {"subjectName", ActorNameOrNull(owner, record.entry.subject)},
            {"before", shown ? ParseOrNull(record.entry.before) : json::value(nullptr)},
            {"after", shown ? ParseOrNull(record.entry.after) : json::value(nullptr)}};
}

Response MakePage(const std::vector<app::AuditRecord>& records, const app::OperatorEntry& owner, std::size_t limit,
                  bool with_details) {
    app::ListPage page;
    for (std::size_t i = 0; i < std::min(limit, records.size()); ++i)
        page.items.push_back(EncodeAudit(records[i], owner, with_details));
    if (records.size() > limit) page.next_cursor = records[limit - 1].id.ToString();
    return {.body = WriteListPage(std::move(page))};
}

void ListAuditLog(app::RecordQueries& queries, const app::Caller& caller, const Request& request, Responder responder) {
    const auto asked = ReadListQuery(request);
    if (!asked) return responder.Send(Problem(asked.error(), request.request_id));
    const auto query = ReadAuditQuery(*asked);
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    queries.ReadAudit(
        caller.operator_id(), *query,
        [responder = std::move(responder), request_id = std::string(request.request_id), limit = asked->limit,
         owner = caller.owner, with_details = caller.May(access::Need::kAdminister)](auto records) mutable {
            if (!records) return responder.Send(Problem(records.error(), request_id));
            responder.SendFrom([records = std::move(*records), owner, limit, with_details] {
                return MakePage(records, *owner, limit, with_details);
            });
        });
}

}  // namespace

void AddAuditLogRoutes(Router& router, const CallerSources& callers, app::RecordQueries& records) {
    router.Add("GET", std::string(kBasePath) + "/audit-log",
               RequireCaller(callers, access::Area::kAdmin, std::bind_front(ListAuditLog, std::ref(records))));
}

}  // namespace fairlead::http
