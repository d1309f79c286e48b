-- The report of every run of the tracking benchmark. Without another script wrk sends the same request repeatedly.
function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        'RESULT {"requests": %d, "seconds": %.6f, "refused": %d, "broken": %d, "p50Ms": %.3f, "p99Ms": %.3f}\n',
        summary.requests, summary.duration / 1e6, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
