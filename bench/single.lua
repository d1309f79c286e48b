-- Sends one event per request.
package.path = debug.getinfo(1, "S").source:match("^@(.*/)") .. "?.lua;" .. package.path
local events = require("events")

setup, done = events.setup, events.done

local requests, sent, now = {}, 0, events.clock(1000)

function init(args)
    local api_key, brand, run = events.arguments(args)
    for slot = 0, events.KINDS - 1 do
        local pieces = events.pieces(brand, run, slot)
        table.insert(pieces, 1, events.head(api_key, #table.concat(pieces)))
        requests[slot] = pieces
    end
end

function request()
    local slot = sent % events.KINDS
    local pieces = requests[slot]
    events.fill(pieces, 1, slot, string.format("%09d", sent), now())
    sent = sent + 1
    return table.concat(pieces)
end
