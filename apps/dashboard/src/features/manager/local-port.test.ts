import { expect, test } from "vitest";
import { targetOf } from "./local-port-target.ts";
import { status } from "./local-port.ts";

const port = (more: object = {}) => ({
  port: 24_000,
  ip: "",
  upstream: "a.example:1",
  protocol: "both" as const,
  startedAt: "2026-11-22T00:00:00.000Z",
  expiresAt: null,
  upBytes: 0,
  downBytes: 0,
  connections: 0,
  state: "listening" as const,
  detail: "",
  ...more,
});
const at = (atMs: number, ...items: ReturnType<typeof port>[]) => ({ items, version: "1", atMs });

test("the speed is computed from the traffic since the last status", () => {
  const first = status(at(1_000, port({ downBytes: 500 })), undefined);
  expect(first.items[0]).toMatchObject({ downRate: 0, upRate: 0 });
  const next = status(at(3_000, port({ downBytes: 4_500, upBytes: 200 })), first);
  expect(next.items[0]).toMatchObject({ downRate: 2_000, upRate: 100, downBytes: 4_500 });
});

test("a new port of the same number, a counter that fell and a long pause show no speed", () => {
  const first = status(at(1_000, port({ downBytes: 9_000 })), undefined);
  const another = port({ downBytes: 99_000, startedAt: "2026-11-22T01:00:00.000Z" });
  expect(status(at(2_000, another), first).items[0]?.downRate).toBe(0);
  expect(status(at(2_000, port({ downBytes: 10 })), first).items[0]?.downRate).toBe(0);
  expect(status(at(20_000, port({ downBytes: 99_000 })), first).items[0]?.downRate).toBe(0);
  expect(status(at(1_000, port({ downBytes: 99_000 })), first).items[0]?.downRate).toBe(0);
});

test("an upstream contains the URL-encoded user name and password, or neither", () => {
  const fields = { host: "2001:db8::1", port: 7_000, user: "ada", password: "p@ss/word" };
  expect(targetOf(fields, { id: "1" })).toEqual({
    id: "1",
    name: "[2001:db8::1]:7000",
    upstream: "http://ada:p%40ss%2Fword@[2001:db8::1]:7000",
    ip: "",
    endsAtMs: null,
  });
  const bare = targetOf({ ...fields, user: "", password: "" }, { id: "1", ip: "10.0.0.1" });
  expect(bare).toMatchObject({ upstream: "[2001:db8::1]:7000", ip: "10.0.0.1" });
});
