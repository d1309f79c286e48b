-- Sends a hundred events per request.
package.path = debug.getinfo(1, "S").source:match("^@(.*/)") .. "?.lua;" .. package.path
local events = require("events")

setup, done = events.setup, events.done

local BATCH = 100
local pieces, sent, now = {}, 0, events.clock(100)

-- One piece before the first event (the head), one between two events (the comma), which makes PIECES + 1 per event.
function init(args)
    local api_key, brand, run = events.arguments(args)
    pieces[1] = '{"events":['
    for slot = 0, BATCH - 1 do
        for _, piece in ipairs(events.pieces(brand, run, slot)) do table.insert(pieces, piece) end
        table.insert(pieces, slot < BATCH - 1 and "," or "]}")
    end
    pieces[1] = events.head(api_key, #table.concat(pieces)) .. pieces[1]
end

function request()
    local sequence, time = string.format("%09d", sent), now()
    for slot = 0, BATCH - 1 do
        events.fill(pieces, 1 + slot * (events.PIECES + 1), slot, sequence, time)
    end
    sent = sent + 1
    return table.concat(pieces)
end
