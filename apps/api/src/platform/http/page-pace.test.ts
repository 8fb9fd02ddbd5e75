/** Whoever repeats what takes no share of work waits for it, and slows nobody down (spec/quality#n7). */
import { connect } from "node:net";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { FastifyRequest } from "fastify";
import { expect, it, onTestFinished, test, vi } from "vitest";
import { startTestConsole } from "../../across/console/testing.ts";
import { newMetrics } from "../metrics/metrics.ts";
import { Pace, pageTurns } from "./page-pace.ts";

it("A network gets 2,000 answers at once, then 400 a second, and none later than in five seconds", () => {
  let now = 0;
  const pace = new Pace(() => now);
  const waits = Array.from({ length: 2_400 }, () => pace.waitOf("a"));
  expect(waits.slice(0, 2_000).every((wait) => wait === 0)).toBe(true);
  expect(waits.at(-1)).toBeCloseTo(1_000);
  expect(pace.waitOf("b")).toBe(0);
  now = 1_500;
  expect(pace.waitOf("a")).toBe(0);
  const more = Array.from({ length: 10_000 }, () => pace.waitOf("a") ?? Infinity);
  expect(Math.max(...more.filter(Number.isFinite))).toBeLessThanOrEqual(5_000);
  expect(more.at(-1)).toBe(Infinity);
  now = 60_000;
  expect(pace.waitOf("a")).toBe(0);
});

it("The IPv6 networks of a /48 are paced together, and one of them alone as any other (spec/limits#networks)", async () => {
  // As if all came in one moment, however slow the machine is.
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  onTestFinished(() => clock.mockRestore());
  const turn = pageTurns({ metrics: newMetrics() });
  const of = (remoteAddress: string) =>
    turn({ url: "/", raw: { socket: { remoteAddress } } } as FastifyRequest);
  let waiting = 0;
  const all = Array.from({ length: 8_400 }, async (_, at) => {
    waiting += 1;
    await of(`2001:db8:1:${at.toString(16)}::1`);
    waiting -= 1;
  });
  const others = Array.from({ length: 2_000 }, () => of("2001:db8:2:1::1"));
  await Promise.all([...others, of("2001:db8:2:2::1")]);
  expect(waiting).toBe(400);
  await Promise.all(all);
});

const api = forTests(() => startTestConsole());
const floods: [method: string, path: string, at: "url" | "consoleUrl", headers?: string][] = [
  ["GET", "/index/login", "url"],
  ["GET", "/%", "url"],
  ["GET", "/v1/member", "url"],
  ["POST", "/v1/member", "url", "Content-Type: text/plain\r\n"],
  ["POST", "/webhooks/stripe", "url"],
  ["POST", "/console/v1/me", "consoleUrl"],
];

/** Sends requests eight at a time, which is as many as may be ahead; resolves after so many answers. */
function answered(url: string, request: string, count: number): Promise<void> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let open = 0;
    let left = count;
    const more = () => {
      open = Math.min(8, left);
      socket.write(request.repeat(open));
    };
    socket
      .on("error", reject)
      .on("close", () => reject(new Error("closed")))
      .on("connect", more);
    socket.on("data", (data) => {
      const heads = data.toString("latin1").split("HTTP/1.1 ").length - 1;
      open -= heads;
      left -= heads;
      if (left <= 0) return void socket.removeAllListeners("close").destroy(), resolve();
      if (open <= 0) more();
    });
  });
}

test("Pages, unknown addresses and early refusals wait once too many were asked for", async () => {
  for (const [method, path, at, headers = ""] of floods) {
    const ask = `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: 0\r\n\r\n`;
    let ms = 0;
    // The first address of each server uses up what may be answered at once.
    for (let round = 0; ms < 350 && round < 30; round += 1) {
      const began = performance.now();
      await answered(api[at], ask, 200);
      ms = performance.now() - began;
    }
    expect([path, ms > 350]).toEqual([path, true]);
  }
}, 60_000);
