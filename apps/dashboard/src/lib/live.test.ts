/** The live stream against a real HTTP server that interrupts it in every possible way. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ReadableStream } from "node:stream/web";
import type { User } from "@turnpike/contract/session.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "./call.ts";
import { followEvents, type LiveEvent, type LiveState, readEvents, SILENCE_MS } from "./live.ts";
import { onSessionClosed, openSession, sessionToken } from "./session.ts";

const event = (second: number): LiveEvent => ({
  at: `2026-11-21T08:00:0${second}Z`,
  bytesPerSecond: second,
  connections: 1,
  byAccount: [{ account: "ünïcode1", bytesPerSecond: second, connections: 1 }],
});
const text = (second: number) => `data: ${JSON.stringify(event(second))}\n\n`;

let answer: (response: ServerResponse, times: number) => void;
let times = 0;
let open = 0;
const server = createServer((_request, response) => {
  open += 1;
  response.on("close", () => (open -= 1));
  response.setHeader("access-control-allow-origin", "*");
  answer(response, (times += 1));
});
const streams = (response: ServerResponse, ...parts: string[]) => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const part of parts) response.write(part);
};
function visibility(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

let stop = () => {};
function follow() {
  const events: LiveEvent[] = [];
  const states: LiveState[] = [];
  stop = followEvents(
    "live",
    {},
    {
      onEvent: (one) => events.push(one),
      onState: (state) => state !== states.at(-1) && states.push(state),
    },
  );
  return { events, states };
}

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  times = 0;
  localStorage.clear();
  visibility("visible");
});
afterEach(async () => {
  stop();
  await vi.waitUntil(() => open === 0);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("events are read completely, however the network splits them", async () => {
  const bytes = new TextEncoder().encode(
    `: hello\r\n\r\nevent: x\r\n${text(1)}${text(2)}data: {"at`,
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events: LiveEvent[] = [];
  let heard = 0;
  await readEvents<LiveEvent>(body as unknown as globalThis.ReadableStream<Uint8Array>, {
    onActivity: () => (heard += 1),
    onEvent: (one) => events.push(one),
  });
  expect(events).toEqual([event(1), event(2)]);
  expect(heard).toBe(3);
});

test("a stream that breaks off is opened again", async () => {
  answer = (response, nth) => {
    streams(response, text(nth));
    if (nth === 1) setTimeout(() => response.destroy(), 20);
  };
  const { events, states } = follow();
  await vi.waitFor(() => expect(events).toEqual([event(1), event(2)]), { timeout: 3_000 });
  expect(states).toEqual(["connecting", "live", "lost", "live"]);
});

test("a stream without events is live once it sends a comment", async () => {
  answer = (response) => streams(response, ":\n\n");
  const { events, states } = follow();
  await vi.waitFor(() => expect(states).toEqual(["connecting", "live"]));
  expect(events).toEqual([]);
});

test("comments count as activity: a stream that sends only comments is not closed", async () => {
  let comment = () => {};
  answer = (response) => {
    streams(response, ":\n\n");
    comment = () => response.write(":\n\n");
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { states } = follow();
    await vi.waitUntil(() => states.includes("live"));
    const heard = vi.spyOn(globalThis, "clearTimeout");
    for (let count = 0; count < 4; count += 1) {
      heard.mockClear();
      await vi.advanceTimersByTimeAsync(SILENCE_MS * 0.6);
      comment();
      await vi.waitUntil(() => heard.mock.calls.length > 0);
    }
    heard.mockRestore();
    expect([times, states]).toEqual([1, ["connecting", "live"]]);
  } finally {
    vi.useRealTimers();
  }
});

test("the stream pauses while the page is hidden, and reads nothing after it is stopped", async () => {
  answer = (response, nth) => streams(response, text(nth));
  const { events, states } = follow();
  await vi.waitFor(() => expect(events.length).toBe(1));
  visibility("hidden");
  await vi.waitFor(() => expect(open).toBe(0));
  expect(states.at(-1)).toBe("paused");
  visibility("visible");
  await vi.waitFor(() => expect(events.length).toBe(2));
  stop();
  visibility("hidden");
  visibility("visible");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([times, open]).toEqual([2, 0]);
});

test("a silent stream is replaced by a new one", async () => {
  answer = (response, nth) => streams(response, text(nth));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { events, states } = follow();
    await vi.waitUntil(() => events.length === 1);
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    await vi.waitUntil(() => states.includes("lost"));
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitUntil(() => events.length === 2);
    expect(times).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("an ended session also ends the stream: code 300 signs out", async () => {
  openSession("token-1", { id: "u1" } as User);
  const closed = vi.fn<() => void>();
  onSessionClosed(closed);
  answer = (response, nth) => {
    if (nth === 1) {
      streams(response, text(1));
      return response.end();
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ code: 300, msg: "Please sign in again", data: {} }));
  };
  const { events } = follow();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 3_000 });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect([sessionToken(), times, events.length]).toEqual(["", 2, 1]);
});
