-- The events that single.lua and batch.lua send. One of ten events registers a new player, one is that player's first
-- deposit, three are deposits and five are NGR updates of existing players, newer ones more often.
--
-- Every variable piece has a fixed width. So a request is one table.concat of constant pieces with slots, and its length
-- is known beforehand. This keeps wrk away from the cores on which the service is measured.
local events = {}

local KINDS = {
    "registration", "first_deposit", "deposit", "deposit", "deposit",
    "ngr_update", "ngr_update", "ngr_update", "ngr_update", "ngr_update",
}
events.KINDS = #KINDS

-- Indexes of the slots within the pieces of one event.
local TIME, SEQUENCE, PLAYER, LAST, CLICK = 2, 4, 6, 10, 11
events.PIECES = 12

-- Deposits are positive, net gaming revenue goes both ways; every amount is six characters wide.
local COUNTRIES = { '"DE"', '"SE"', '"FI"', '"CA"', '"NZ"', '"BR"', '"MT"', '"AT"' }
local DIGITS, DEPOSITS, REVENUES = {}, {}, {}
for i = 1, 1000 do
    DIGITS[i - 1] = string.format("%03d", i - 1)
    DEPOSITS[i] = string.format("%d.%02d", 100 + i * 7 % 900, i * 13 % 100)
    REVENUES[i] = i % 3 == 0 and string.format("-%d.%02d", 10 + i % 90, i % 100) or DEPOSITS[i]
end

-- The pieces of the event at `slot` (from 0) of a request; its slots are filled with text of the right width.
function events.pieces(brand, run, slot)
    local kind = KINDS[slot % #KINDS + 1]
    local new = kind == "registration"
    return {
        '{"event_type":"' .. kind .. '","event_time":"', "0000-00-00T00:00:00Z",
        '","brand_id":"' .. brand .. '","idempotency_key":"' .. kind .. "_" .. run .. "-" .. thread_number .. "-",
        "000000000", "-" .. string.format("%02d", slot) .. '","player_external_ref":"player-' .. thread_number .. "-",
        "000", "000", "000", new and '","country":' or '","amount":', new and '"DE"' or "000.00",
        new and events.click(1) or "", new and "}" or ',"currency":"EUR"}',
    }
end

-- Fills the slots of the event whose pieces begin after `offset`. `players` is this thread's number of players so far;
-- it is global because wrk reads it at the end.
function events.fill(pieces, offset, slot, sequence, now)
    local kind = slot % #KINDS + 1
    local player = players
    if kind == 1 then
        players = players + 1
        player = players
        pieces[offset + LAST] = COUNTRIES[player % #COUNTRIES + 1]
        pieces[offset + CLICK] = events.click(player)
    else
        pieces[offset + LAST] = (kind > 5 and REVENUES or DEPOSITS)[math.random(1000)]
        if kind > 2 then
            local age = math.random()
            player = players - math.floor(players * age * age * age)
        end
    end
    pieces[offset + TIME] = now
    pieces[offset + SEQUENCE] = sequence
    pieces[offset + PLAYER] = DIGITS[math.floor(player / 1000000)]
    pieces[offset + PLAYER + 1] = DIGITS[math.floor(player / 1000) % 1000]
    pieces[offset + PLAYER + 2] = DIGITS[player % 1000]
end

function events.head(api_key, body_bytes)
    return "POST " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] ..
        "\r\nContent-Type: application/json\r\nX-API-Key: " .. api_key ..
        "\r\nContent-Length: " .. body_bytes .. "\r\n\r\n"
end

-- The member that names the click of a player, or nothing if there are no clicks.
local clicks, fixed_time = {}, nil

function events.click(player)
    return #clicks > 0 and clicks[player % #clicks + 1] or ""
end

-- The time for events. The clock is read every `every` requests.
function events.clock(every)
    local calls, now = 0, nil
    return function()
        if fixed_time then return fixed_time end
        if calls % every == 0 then now = os.date("!%Y-%m-%dT%H:%M:%SZ") end
        calls = calls + 1
        return now
    end
end

-- The arguments after `--`: the API key, the brand, a unique name for this run, the number of players that each thread
-- created in earlier runs, a file with the ids of their clicks (or "-"), and a time for all events (or "-").
function events.arguments(args)
    players = tonumber(args[4])
    if args[5] ~= "-" then
        for id in io.lines(args[5]) do table.insert(clicks, ',"click_id":"' .. id .. '"') end
    end
    if args[6] ~= "-" then fixed_time = args[6] end
    math.randomseed(thread_number * 7919 + players)
    return args[1], args[2], args[3]
end

local threads = {}

function events.setup(thread)
    table.insert(threads, thread)
    thread:set("thread_number", #threads)
end

function events.done(summary, latency)
    local most = 0
    for _, thread in ipairs(threads) do most = math.max(most, thread:get("players")) end
    local errors = summary.errors
    io.write(string.format(
        'RESULT {"requests": %d, "seconds": %.6f, "refused": %d, "broken": %d, ' ..
        '"p50Ms": %.3f, "p99Ms": %.3f, "players": %d}\n',
        summary.requests, summary.duration / 1e6, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, most))
end

return events
