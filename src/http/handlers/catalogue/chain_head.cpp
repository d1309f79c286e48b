#include "http/handlers/catalogue/chain_head.hpp"

#include <boost/json.hpp>

#include "app/ports/record_queries.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

boost::json::object EncodeChainHead(const app::ChainHead& head) {
    const bool has_commit = head.number > 0;
    return {{"operatorId", head.owner.ToString()},
            {"number", head.number},
            {"hash", has_commit ? boost::json::value(ToHex(head.hash)) : boost::json::value(nullptr)},
            {"at", has_commit ? boost::json::value(head.at.ToIso8601()) : boost::json::value(nullptr)},
            {"head", has_commit ? boost::json::value(head.ToText()) : boost::json::value(nullptr)}};
}

void ReadHead(app::RecordQueries& queries, const app::Caller& caller, const Request& request, Responder responder) {
    queries.ReadChainHead(caller.operator_id(), [responder = std::move(responder),
                                                 request_id = std::string(request.request_id)](auto head) mutable {
        if (!head) return responder.Send(Problem(head.error(), request_id));
        responder.SendFrom([head = *head] { return Response{.body = boost::json::serialize(EncodeChainHead(head))}; });
    });
}

}  // namespace

void AddChainHeadRoutes(Router& router, const CallerSources& callers, app::RecordQueries& records) {
    router.Add("GET", std::string(kBasePath) + "/operator/chain-head",
               RequireCaller(callers, access::Area::kReports, std::bind_front(ReadHead, std::ref(records))));
}

}  // namespace fairlead::http
