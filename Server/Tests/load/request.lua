-- Requests for wrk: each has a proposal of its own where the path decides it for good.
local path = os.getenv("LOAD_PATH")
local thread = 0

function setup(one)
  one:set("number", thread)
  thread = thread + 1
end

function init()
  count = 0
end

function request()
  count = count + 1
  local id = os.getenv("LOAD_NAME") .. "-" .. number .. "-" .. count
  local body = '{"action":"place_order","order_id":"' .. id .. '","amount":1}'
  return wrk.format("POST", path, { ["Content-Type"] = "application/json" }, body)
end

function done(summary, latency)
  io.write(string.format(
    "%d %d %.0f %d %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
