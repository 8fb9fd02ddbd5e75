/** What is reported of measurements, and what is sent again after a failure. */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { expect, test, vi } from "vitest";
import { eventually } from "../testing/test-gateway.ts";
import { LatencyReports } from "./latency-reports.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Reports to a hub whose first `fails` requests fail; returns each request. */
function reportsTo(fails: number) {
  const asked: ExitLatency[][] = [];
  const ask = async (_kind: string, { exits }: { exits: ExitLatency[] }) => {
    asked.push(exits);
    if (asked.length <= fails) throw new Error("away");
    return {};
  };
  const link = { ask, onConnection: () => {} } as unknown as GatewayLink;
  const reports = new LatencyReports({ gateway: "g1", epoch: "e", link, log: quiet, batchMs: 10 });
  return { asked, reports };
}

test("Results are sent in batches of at most 500, with the last result of each exit", async () => {
  const { asked, reports } = reportsTo(0);
  for (let at = 0; at < 700; at += 1) reports.add(`exit-${at}`, 1);
  reports.add("exit-0", 9);
  reports.add("gone", 1);
  reports.forget("gone");
  await eventually("all are told", () => asked.length === 2);
  expect(asked.map((exits) => exits.length)).toEqual([500, 200]);
  expect(asked[0]?.[0]).toEqual({ exitId: "exit-0", ms: 9 });
  reports.stop();
});

test("Results that the hub did not accept are sent again, except failures, which would count twice", async () => {
  const { asked, reports } = reportsTo(1);
  reports.add("well", 5);
  reports.add("dead", null);
  await eventually("it is told again", () => asked.length === 2);
  expect(asked[1]).toEqual([{ exitId: "well", ms: 5 }]);
  reports.stop();
});

test("Unchanged results wait for thirty batches, or are sent along with changed ones", async () => {
  vi.useFakeTimers();
  const { asked, reports } = reportsTo(0);
  reports.add("steady", 5, true);
  reports.add("also", 6, true);
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  reports.add("steady", 7, true);
  reports.add("dead", null);
  await vi.advanceTimersByTimeAsync(10);
  const named = asked.map((exits) => exits.map(({ exitId }) => exitId));
  expect(named).toEqual([
    ["steady", "also"],
    ["steady", "dead"],
  ]);
  reports.stop();
  vi.useRealTimers();
});

test("After stopping, nothing is sent", async () => {
  const { asked, reports } = reportsTo(0);
  reports.add("exit", 1);
  reports.stop();
  reports.add("exit", 2);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(asked).toEqual([]);
});
