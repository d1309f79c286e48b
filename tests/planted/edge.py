"""Bugs that let one client take what belongs to all: memory, connections, disk."""

from tests.planted.bug import Bug, Check, Edit

BUGS = (
    Bug("a body that nobody wanted is kept",
        "Clients without a key could fill the memory.",
        "src/http/server/connection.cpp",
        (Edit("    parser_->get().body().unwanted = true;\n", ""),),
        Check("tests.integration.test_refused_bodies", "without_a_key_are_not_kept")),
    Bug("the body is read before the caller is known",
        "Clients without a key could fill the memory.",
        "src/http/server/connection.cpp",
        (Edit("    InHandler([&] { Dispatch(match, request_, Responder(shared_from_this(), request_number_)); });",
              "    AwaitBody(request_number_, kBodyBytesMax, [this, match](const Request& request, Responder responder) {\n"
              "        phase_ = Phase::kHandling;\n"
              "        InHandler([&] { Dispatch(match, request, std::move(responder)); });\n"
              "    });"),),
        Check("tests.integration.test_refused_bodies", "key_comes_before_the_body")),
    Bug("a connection is used again after a refused expectation",
        "The body of a client that sends it anyway would be read as the next request, or the other way round.",
        "src/http/server/connection.cpp",
        (Edit("close_after_ || body_over_read_limit_ || WantsContinue();", "close_after_ || body_over_read_limit_;"),),
        Check("tests.integration.test_refused_bodies", "refusal_at_once")),
    Bug("the clients of a proxy have no limit of connections",
        "Behind a proxy, one client could take all connections.",
        "src/http/server/connection.cpp",
        (Edit("    return request_place_ ? Crowding::kNone : Crowding::kAddress;", "    return Crowding::kNone;"),),
        Check("tests.integration.test_connection_limits", "each_forwarded_address")),
    Bug("a place is kept after its connection",
        "An address would be refused for ever after its first connections.",
        "src/http/admission/connection_counts.cpp",
        (Edit("    if (--found->second == 0) shard.open.erase(found);", "    if (found->second == 0) shard.open.erase(found);"),),
        Check("unit_tests", "ConnectionCounts.*")),
    Bug("a probe is refused when all connections are taken",
        "Monitoring would restart a service that is only busy.",
        "src/http/server/connection.cpp",
        (Edit("    if (!match.is_probe) {", "    if (!match.is_probe || IsCrowded()) {"),),
        Check("tests.integration.test_connection_limits", "probes_are_answered")),
)
