-- Realistic visitors: repeats the requests of a file, one per line as "path<tab>address<tab>user agent". The file is
-- written beforehand, because wrk must not need the cores on which the servers are measured.
dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "tracking.lua")

local requests, sent = {}, 0
local threads = 0

function setup(thread)
    thread:set("thread_number", threads)
    threads = threads + 1
end

function init(args)
    for line in io.lines(args[1]) do
        local path, address, agent = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
        table.insert(requests, wrk.format("GET", path, {
            ["Host"] = wrk.headers["Host"],
            ["User-Agent"] = agent,
            ["X-Forwarded-For"] = address,
            ["Accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            ["Accept-Language"] = "de-DE,de;q=0.9,en;q=0.8",
        }))
    end
    sent = thread_number * 7919
end

function request()
    sent = sent + 1
    return requests[sent % #requests + 1]
end
