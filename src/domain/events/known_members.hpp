#pragma once

#include <array>
#include <string_view>

#include "domain/events/validate.hpp"

namespace fairlead::events {

struct KnownMember {
    std::string_view name;
    Member EventDraft::* member;
};

// The members of an event that have a meaning. Others are stored with the event.
inline constexpr std::array kKnownMembers{
    KnownMember{"event_type", &EventDraft::event_type},
    KnownMember{"event_time", &EventDraft::event_time},
    KnownMember{"brand_id", &EventDraft::brand_id},
    KnownMember{"player_external_ref", &EventDraft::player_external_ref},
    KnownMember{"idempotency_key", &EventDraft::idempotency_key},
    KnownMember{"amount", &EventDraft::amount},
    KnownMember{"currency", &EventDraft::currency},
    KnownMember{"click_id", &EventDraft::click_id},
    KnownMember{"country", &EventDraft::country},
    KnownMember{"product", &EventDraft::product},
    KnownMember{"game", &EventDraft::game},
    KnownMember{"ip", &EventDraft::ip},
    KnownMember{"user_agent", &EventDraft::user_agent},
};

}  // namespace fairlead::events
