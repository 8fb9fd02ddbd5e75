import type { Questions } from "@turnpike/contract/data-plane.ts";
import { maxQuestionBytes } from "@turnpike/contract/link-questions.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLog } from "../lib/log.ts";
import { RequestLog } from "./request-log.ts";
import { TestHub } from "../testing/test-hub.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const log = openLog("silent", "test");
const of = { gateway: "g1", epoch: "e1", log };

let count = 0;
function row(changed: Partial<RequestRow> = {}): RequestRow {
  count += 1;
  return {
    id: `id${count}`,
    at: Date.now(),
    accountId: "account",
    subAccountId: "sub",
    client: "203.0.113.7",
    target: "example.com:443",
    protocol: "connect",
    exitIp: "198.51.100.1",
    country: "DE",
    upBytes: 1,
    downBytes: 2,
    ms: 3,
    outcome: "ok",
    reason: "",
    detail: "",
    ...changed,
  };
}
const trouble = (id: string, accountId = id) =>
  row({ id, accountId, outcome: "refused", reason: "insufficientTraffic" });

/** A link whose hub accepts lines as `take` does, with fake timers. */
function scripted(take: (asked: Questions["requests"]["question"]) => Promise<void>) {
  const ask = async (_kind: string, asked: unknown) => {
    await take(asked as Questions["requests"]["question"]);
    return { kept: 0 };
  };
  return { ...of, link: { ask } as unknown as GatewayLink };
}

let opened: RequestLog[] = [];
function open(options: ConstructorParameters<typeof RequestLog>[0]): RequestLog {
  const made = new RequestLog(options);
  opened.push(made);
  return made;
}
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.map((each) => each.stop()));
});

test("Log lines reach the hub within a second, including those added while it was unreachable", async () => {
  const hub = await new TestHub().listen();
  const link = connectIpc(hub.path, { worker: 1, epoch: "e1" });
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  const requests = open({ ...of, link });
  requests.add(row({ id: "first" }));
  await expect.poll(() => hub.requests.map(({ id }) => id), { timeout: 1_000 }).toEqual(["first"]);
  await hub.disconnect();
  requests.add(row({ id: "second" }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await hub.listen();
  const ids = () => hub.requests.map(({ id }) => id);
  await expect.poll(ids, { timeout: 3_000 }).toEqual(["first", "second"]);
  requests.add(row({ id: "last" }));
  await requests.stop();
  expect(ids()).toEqual(["first", "second", "last"]);
  await link.stop();
  await hub.stop();
});

test("Sends failed requests first, in batches of 500, each line once", async () => {
  vi.useFakeTimers();
  const batches: RequestRow[][] = [];
  const requests = open(scripted(async ({ rows }) => void batches.push(rows)));
  for (let index = 0; index < 1_200; index += 1) requests.add(row());
  requests.add(trouble("wrong"));
  await vi.advanceTimersByTimeAsync(500);
  expect(batches.map((batch) => batch.length)).toEqual([1, 500, 500, 200]);
  expect(batches[0]?.[0]?.id).toBe("wrong");
  expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(1_201);
  expect(requests.size).toBe(0);
});

test("A token bucket limits the rate of lines and keeps a reserve for failed requests", async () => {
  vi.useFakeTimers();
  let dropped = 0;
  let kept = 0;
  const requests = open(
    scripted(async (asked) => {
      dropped += asked.dropped;
      kept += asked.rows.length;
    }),
  );
  for (let index = 0; index < 10_000; index += 1) requests.add(row({ accountId: `a${index}` }));
  expect([requests.size, requests.dropped]).toEqual([8_000, 2_000]);
  for (let index = 0; index < 2_500; index += 1) requests.add(trouble(`t${index}`));
  expect([requests.size, requests.dropped]).toEqual([10_000, 2_500]);
  await vi.advanceTimersByTimeAsync(500);
  expect([kept, dropped, requests.dropped]).toEqual([10_000, 2_500, 0]);
  // From now on 1,000 per second, successes only above the reserve.
  for (let second = 0; second < 2; second += 1) {
    for (let index = 0; index < 2_000; index += 1) requests.add(trouble(`s${index}`));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(kept).toBe(11_500);
  expect(kept + dropped + requests.size + requests.dropped).toBe(16_500);
});

test.each([
  ["at work", false],
  ["away", true],
])(
  "Very many refused requests of one account leave room for others' lines: hub %s",
  async (_hub, isAway) => {
    vi.useFakeTimers();
    let away = isAway;
    const got: string[] = [];
    const requests = open(
      scripted(async ({ rows }) => {
        if (away) throw new LinkDown("away");
        for (const { id } of rows) if (id.startsWith("quiet")) got.push(id);
      }),
    );
    for (let each = 0; each < 80; each += 1) {
      for (let index = 0; index < 3_000; index += 1) requests.add(trouble("loud", "loud"));
      requests.add(trouble(`quiet${each}`, "quiet"));
      await vi.advanceTimersByTimeAsync(500);
    }
    away = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(got).toHaveLength(80);
  },
);

test("Wrong passwords of strangers fill nobody's log", async () => {
  vi.useFakeTimers();
  const got: string[] = [];
  const requests = open(scripted(async ({ rows }) => void got.push(...rows.map(({ id }) => id))));
  const wrong = { id: "wrong", outcome: "refused", reason: "credentials" } as const;
  for (let each = 0; each < 20; each += 1) {
    for (let index = 0; index < 1_000; index += 1) requests.add(row(wrong));
    for (let index = 0; index < 50; index += 1) requests.add(trouble("own", "account"));
    await vi.advanceTimersByTimeAsync(500);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(got.filter((id) => id === "own")).toHaveLength(1_000);
  expect(got).toHaveLength(1_400);
});

test("The buffer is bounded while the hub is unreachable; failed requests replace successful ones", async () => {
  vi.useFakeTimers();
  let down = true;
  const got: RequestRow[] = [];
  const requests = open(
    scripted(async ({ rows }) => {
      if (down) throw new LinkDown("away");
      got.push(...rows);
    }),
  );
  for (let second = 0; second < 40; second += 1) {
    for (let index = 0; index < 1_500; index += 1) requests.add(row({ accountId: `a${index}` }));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(requests.size).toBe(20_000);
  const { dropped } = requests;
  expect(dropped).toBe(40 * 1_500 - 20_000);
  for (let index = 0; index < 100; index += 1) requests.add(trouble(`t${index}`));
  expect([requests.size, requests.dropped]).toEqual([20_000, dropped + 100]);
  down = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(got).toHaveLength(20_000);
  expect(got.slice(0, 100).every(({ outcome }) => outcome === "refused")).toBe(true);
  expect([requests.size, requests.dropped]).toEqual([0, 0]);
});

test("A hub that fails or hangs causes no exception and is retried at most once a second", async () => {
  vi.useFakeTimers();
  let asked = 0;
  const failing = open(
    scripted(async () => {
      asked += 1;
      throw new Error("the disk is full");
    }),
  );
  failing.add(row());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBeLessThanOrEqual(5);
  expect(failing.size).toBe(1);
  const hanging = open(scripted(() => new Promise<void>(() => {})));
  hanging.add(row());
  await vi.advanceTimersByTimeAsync(500);
  const stopped = hanging.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
  vi.useRealTimers();
});

test("Adding 100,000 lines takes at most 100 ms", () => {
  const requests = open(scripted(async () => {}));
  const one = row();
  const began = performance.now();
  for (let index = 0; index < 100_000; index += 1) requests.add(one);
  expect(performance.now() - began).toBeLessThan(timeLimit(100));
});

test("Long lines of one customer are sent in questions that the hub accepts", async () => {
  vi.useFakeTimers();
  const asked: Questions["requests"]["question"][] = [];
  const requests = open(scripted(async (question) => void asked.push(question)));
  const long = { outcome: "refused", reason: "badParameters", detail: "漢".repeat(560) } as const;
  const target = `${"a".repeat(253)}:65535`;
  for (let each = 0; each < 1_200; each += 1) requests.add(row({ ...long, target }));
  await vi.advanceTimersByTimeAsync(600);
  const bytes = asked.map((question) => Buffer.byteLength(JSON.stringify({ id: 1, question })));
  expect(Math.max(...bytes)).toBeLessThan(maxQuestionBytes);
  expect(asked.flatMap(({ rows }) => rows)).toHaveLength(1_200);
});
