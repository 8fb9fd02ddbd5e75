import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import type { WorkerState } from "./metric-definitions.ts";
import { type Health, serveMetrics } from "./metrics.ts";
import { countBytes, countDial, countReason, newCounters } from "./counters.ts";

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const state: WorkerState = {
  openConnections: 3,
  idleConnections: 6,
  unauthenticated: 11,
  blockedNetworks: 1,
  leasesOut: 2,
  reportsWaiting: 5,
  traceFilesWaiting: 2,
  traceLinesRefused: 0,
  traceLinesDropped: 0,
  hubUp: true,
  lookups: {
    queries: 5,
    cached: 4,
    shared: 3,
    timedOut: 2,
    failed: 1,
    tooMany: 6,
    running: 7,
    waiting: 8,
    names: 9,
  },
  journalFreeBytes: 512,
  subAccounts: 7,
  whitelist: 1,
  exits: 400,
  staticExits: 60,
  staticIps: 12,
  staticListenersOpen: 12,
  unlimitedPorts: 9,
  leasedPorts: 15,
  unlimitedExits: 80,
  policyNames: 0,
  policiesMissing: 0,
  portsOpen: 4,
  poolExitsFailing: 3,
  exitsUnreachable: 1,
  upstreams: [
    { name: "acme-eu", open: 2, tries: { ok: 9, noExit: 1 }, sentBytes: 5, receivedBytes: 6 },
  ],
};

const health = () => "up" as const;

/** Serves what `fill` counts and returns the lines of a scrape. */
async function read(fill: (counters: ReturnType<typeof newCounters>) => void): Promise<string[]> {
  const counters = newCounters();
  const served = await serveMetrics({ port: 0, counters, state: () => state, health, log: quiet });
  fill(counters);
  try {
    // Twice: values are reported, not accumulated.
    await fetch(`http://127.0.0.1:${served.port}/metrics`);
    const answer = await fetch(`http://127.0.0.1:${served.port}/metrics`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    return (await answer.text()).split("\n");
  } finally {
    await served.stop();
  }
}

test("Exports a worker's counters unchanged, by protocol, reason and direction", async () => {
  const lines = await read((counters) => {
    counters.opened.socks5 += 4;
    countReason(counters.refused, "credentials");
    countReason(counters.refused, "credentials");
    countReason(counters.cut, "dayLimit");
    counters.accountFull += 2;
    counters.datagrams.dropped += 7;
    counters.evicted.unauthenticated += 5;
    const row = { upBytes: 10, downBytes: 200 } as Parameters<typeof countBytes>[1][number];
    countBytes(counters, [row, row]);
  });
  for (const line of [
    'turnpike_gateway_opened_total{protocol="socks5"} 4',
    'turnpike_gateway_opened_total{protocol="connect"} 0',
    'turnpike_gateway_refused_total{reason="credentials"} 2',
    'turnpike_gateway_cut_total{reason="dayLimit"} 1',
    'turnpike_gateway_datagrams_total{what="dropped"} 7',
    'turnpike_gateway_bytes_total{way="up"} 20',
    'turnpike_gateway_bytes_total{way="down"} 400',
    "turnpike_gateway_connections_open 3",
    "turnpike_gateway_connections_idle 6",
    "turnpike_gateway_connections_unauthenticated 11",
    "turnpike_gateway_networks_blocked 1",
    "turnpike_gateway_refused_by_account_share_total 2",
    'turnpike_gateway_ended_for_room_total{kind="unauthenticated"} 5',
    'turnpike_gateway_ended_for_room_total{kind="idle"} 0',
    "turnpike_gateway_reports_waiting 5",
    "turnpike_gateway_hub_up 1",
    "turnpike_gateway_journal_disk_free_bytes 512",
    "turnpike_gateway_exits 400",
    "turnpike_gateway_static_listeners_open 12",
    "turnpike_gateway_doors_open 12",
    "turnpike_gateway_exits_unreachable 1",
    "turnpike_gateway_static_exits 60",
    "turnpike_gateway_static_ips 12",
    "turnpike_gateway_unlimited_ports 9",
    "turnpike_gateway_leased_ports 15",
    "turnpike_gateway_gate_ports 15",
    "turnpike_gateway_unlimited_exits 80",
    "turnpike_gateway_ports_open 4",
    "turnpike_gateway_pool_exits_failing 3",
    'turnpike_gateway_upstream_connections_open{upstream="acme-eu"} 2',
    'turnpike_gateway_upstream_tries_total{upstream="acme-eu",class="ok"} 9',
    'turnpike_gateway_upstream_tries_total{upstream="acme-eu",class="noExit"} 1',
    'turnpike_gateway_upstream_bytes_total{upstream="acme-eu",way="received"} 6',
  ]) {
    expect(lines).toContain(line);
  }
});

test("Dial times form a histogram with cumulative buckets", async () => {
  const lines = await read((counters) => {
    for (const ms of [0.4, 1, 1.5, 30, 99_000]) countDial(counters, ms);
    countDial(counters, null);
  });
  const of = (rest: string) => lines.find((line) => line.startsWith(rest))?.split(" ")[1];
  expect(lines).toContain("# TYPE turnpike_gateway_dial_seconds histogram");
  expect(of('turnpike_gateway_dial_seconds_bucket{le="0.001"}')).toBe("2");
  expect(of('turnpike_gateway_dial_seconds_bucket{le="0.002"}')).toBe("3");
  expect(of('turnpike_gateway_dial_seconds_bucket{le="10"}')).toBe("4");
  expect(of('turnpike_gateway_dial_seconds_bucket{le="+Inf"}')).toBe("5");
  expect(of("turnpike_gateway_dial_seconds_count")).toBe("5");
  expect(Number(of("turnpike_gateway_dial_seconds_sum"))).toBeCloseTo(99.0329);
  expect(of("turnpike_gateway_dials_failed_total")).toBe("1");
});

test("Exports the process's memory, CPU time, event loop lag and file descriptors", async () => {
  const lines = await read(() => undefined);
  const of = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
  expect(of("process_resident_memory_bytes")).toBeGreaterThan(20e6);
  expect(of("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(of("process_open_fds")).toBeGreaterThan(3);
  expect(of("nodejs_eventloop_lag_max_seconds")).toBeGreaterThanOrEqual(0);
  const began = Date.now() / 1_000 - process.uptime();
  expect(Math.abs(of("process_start_time_seconds") - began)).toBeLessThan(60);
});

test("Warns when the metrics port is in use; other paths return 404", async () => {
  const first = await serveMetrics({
    port: 0,
    counters: newCounters(),
    state: () => state,
    health,
    log: quiet,
  });
  const warned: string[] = [];
  const log = { ...quiet, warn: (_fields: object, message: string) => void warned.push(message) };
  const options = { port: first.port, counters: newCounters(), state: () => state, health, log };
  const second = await serveMetrics(options);
  expect([second.port, warned.length]).toEqual([0, 1]);
  expect((await fetch(`http://127.0.0.1:${first.port}/`)).status).toBe(404);
  await Promise.all([first.stop(), second.stop()]);
});

test.each(["::1", "::", "0.0.0.0"])(
  "The container's health check and HEAD work where METRICS_HOST is %s",
  async (host) => {
    let now: Health = "up";
    const place = { host, token: host.endsWith("1") ? undefined : "metricsToken1" };
    const options = { counters: newCounters(), state: () => state, health: () => now, log: quiet };
    const served = await serveMetrics({ ...options, ...place, port: 0 });
    const at = host.includes(":") ? "[::1]" : "127.0.0.1";
    const check = (METRICS_HOST: string) => {
      const METRICS_PORT = String(served.port - 1);
      const env = { ROLE: "gateway", METRICS_HOST, METRICS_PORT };
      return new Promise((resolve) => {
        const script = new URL("../../../../deploy/healthcheck.mjs", import.meta.url).pathname;
        spawn(process.execPath, [script], { env }).once("exit", resolve);
      });
    };
    const head = async (path: string) => {
      const headers = place.token ? { authorization: `Bearer ${place.token}` } : {};
      const answer = await fetch(`http://${at}:${served.port}${path}`, { method: "HEAD", headers });
      return [answer.status, await answer.text(), answer.headers.get("content-type")];
    };
    expect(await check(host)).toBe(0);
    expect(await head("/healthz")).toEqual([200, "", "application/json"]);
    expect(await head("/metrics")).toEqual([200, "", expect.stringContaining("text/plain")]);
    now = "draining";
    expect(await check(host.includes(":") ? `[${host}]` : host)).toBe(1);
    expect(await head("/healthz")).toEqual([503, "", "application/json"]);
    await served.stop();
  },
);

test("GET /healthz returns 200 while the gateway accepts clients, otherwise 503 with the reason", async () => {
  let now: Health = "up";
  const options = {
    port: 0,
    counters: newCounters(),
    state: () => state,
    health: () => now,
    log: quiet,
  };
  const served = await serveMetrics(options);
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${served.port}/healthz`);
    return [answer.status, await answer.json()];
  };
  expect(await read()).toEqual([200, { state: "up" }]);
  now = "draining";
  expect(await read()).toEqual([503, { state: "draining" }]);
  now = "noHub";
  expect(await read()).toEqual([503, { state: "noHub" }]);
  await served.stop();
});
