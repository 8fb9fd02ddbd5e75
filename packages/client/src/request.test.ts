import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Client, createClient, ApiRefusal, ApiUnreachable } from "./client.ts";

type Turn = (response: ServerResponse, request: IncomingMessage) => void;
/** What the peer does at each try; the last one again and again. */
let turns: Turn[] = [];
let bodies: Record<string, unknown>[] = [];
let client: Client;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    bodies.push(JSON.parse(body) as Record<string, unknown>);
    (turns.length > 1 ? turns.shift() : turns[0])?.(response, request);
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ url: `http://127.0.0.1:${port}/`, session: "s" });
});
beforeEach(() => {
  bodies = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const answers =
  (envelope: object, status = 200, headers: Record<string, string> = {}): Turn =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(envelope));
const done = answers({ code: 0, msg: "", data: { deleted: 1 } });
const lost: Turn = (_response, { socket }) => socket.resetAndDestroy();
const silent: Turn = () => undefined;
const order = { sku: "traffic", quantity: 1, method: "wallet" } as const;

describe("a call whose response was lost", () => {
  it("is sent again with the same requestId if it spends money", async () => {
    turns = [lost, lost, done];
    await client.placeOrder(order);
    expect(bodies).toHaveLength(3);
    const ids = new Set(bodies.map(({ requestId }) => requestId));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
    turns = [done];
    await client.placeOrder(order);
    expect(bodies[3]?.requestId).not.toBe(bodies[0]?.requestId);
  });

  it("throws an error with the requestId if all attempts failed", async () => {
    turns = [lost];
    const failed = await client.placeOrder(order).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiUnreachable);
    expect(failed).toMatchObject({ fault: "network", requestId: bodies[0]?.requestId });
    expect(bodies).toHaveLength(3);
    await client.placeOrder({ ...order, requestId: "my-own-id" }).catch(() => null);
    expect(bodies.at(-1)?.requestId).toBe("my-own-id");
  });

  it("throws an error with the requestId if the API was not ready, since it may have bought", async () => {
    turns = [answers({ code: 503, msg: "", data: { reason: "notReady" } }, 503)];
    const failed = await client.placeOrder(order).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiRefusal);
    expect(bodies[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(failed).toMatchObject({ code: 503, requestId: bodies[0]?.requestId });
    turns = [answers({ code: 503, msg: "", data: { reason: "notReady" } }, 503)];
    const none = client.with({ retries: 0 });
    const change = await none.delSubUser({ ids: ["a"] }).catch((error: unknown) => error);
    expect(change).toMatchObject({ code: 503, requestId: undefined });
  });

  it("is sent again if it only reads, and otherwise not", async () => {
    turns = [lost, done];
    await client.member();
    expect(bodies).toHaveLength(2);
    turns = [lost];
    await expect(client.delSubUser({ ids: ["a"] })).rejects.toMatchObject({ fault: "network" });
    expect(bodies).toHaveLength(3);
    expect(bodies[2]).toEqual({ session: "s", ids: ["a"] });
  });
});

describe("retrying", () => {
  it("waits as long as the API says, but at most ten seconds", async () => {
    const later = (seconds: number) =>
      answers({ code: 429, msg: "", data: { reason: "tooManyTries", retryAfterSeconds: seconds } });
    turns = [later(1), done];
    const began = performance.now();
    await client.delSubUser({ ids: ["a"] });
    expect(performance.now() - began).toBeGreaterThan(990);
    turns = [later(60)];
    const refused = await client.delSubUser({ ids: ["a"] }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiRefusal);
    expect(refused).toMatchObject({ reason: "tooManyTries", code: 429, retryAfterSeconds: 60 });
    expect(bodies).toHaveLength(3);
  });

  it("obeys the Retry-After header of a reverse proxy too", async () => {
    turns = [
      (response) => response.writeHead(503, { "retry-after": "0" }).end("<h1>Busy</h1>"),
      done,
    ];
    await client.delSubUser({ ids: ["a"] });
    expect(bodies).toHaveLength(2);
  });

  it("happens when the API is not ready, unless a change may have been made", async () => {
    const notReady = answers({ code: 503, msg: "", data: { reason: "notReady" } }, 503);
    turns = [notReady, done];
    await client.placeOrder(order);
    expect(bodies).toHaveLength(2);
    turns = [notReady];
    const change = client.delSubUser({ ids: ["a"] });
    await expect(change).rejects.toMatchObject({ reason: "notReady" });
    expect(bodies).toHaveLength(3);
  });

  it("stops after the allowed number of attempts", async () => {
    turns = [answers({}, 502)];
    const none = client.with({ retries: 0 });
    await expect(none.member()).rejects.toMatchObject({ fault: "status", status: 502 });
    expect(bodies).toHaveLength(1);
  });

  it("stops on timeout, or when the caller aborts", async () => {
    turns = [silent];
    const late = client.with({ timeoutMs: 60, retries: 0 }).member();
    await expect(late).rejects.toMatchObject({ name: "ApiUnreachable", fault: "timeout" });
    const controller = new AbortController();
    const given = client.member({}, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(given).rejects.toThrow("enough");
    await expect(client.member({}, { signal: controller.signal })).rejects.toThrow("enough");
    turns = [answers({ code: 429, msg: "", data: { retryAfterSeconds: 9 } })];
    const waits = client.member({}, { signal: AbortSignal.timeout(80) });
    await expect(waits).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("requests and responses", () => {
  it("are sent only to the API: redirects are not followed", async () => {
    turns = [(response) => response.writeHead(307, { location: "/elsewhere" }).end(), done];
    const moved = client.delSubUser({ ids: ["a"] });
    await expect(moved).rejects.toMatchObject({ fault: "network" });
    expect(bodies).toHaveLength(1);
  });

  it("include a session rather than a key, and the language", async () => {
    turns = [done];
    await client.with({ key: "k", lang: "de" }).member();
    await client.with({ key: "k", session: "" }).member();
    expect(bodies).toEqual([{ session: "s", lang: "de" }, { key: "k" }]);
  });

  it("fail if an HTML page is returned instead of the API's response", async () => {
    turns = [(response) => response.writeHead(200).end("<html>Sign in to the hotel's net</html>")];
    await expect(client.member()).rejects.toMatchObject({ fault: "badAnswer", status: 200 });
    expect(bodies).toHaveLength(1);
  });
});

describe("streams and pages", () => {
  it("assemble events from chunks of any size", async () => {
    const text = 'data: {"at":"ü1"}\n\n:\n\ndata: {"at":"2"}\n\n';
    // One byte a piece: inside of letters, of lines and of their ends.
    const body = ReadableStream.from([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)));
    const headers = { "content-type": "text/event-stream; charset=utf-8" };
    const pieces = client.with({ fetch: async () => new Response(body, { headers }) });
    const seen: string[] = [];
    for await (const { at } of pieces.live()) seen.push(at);
    expect(seen).toEqual(["ü1", "2"]);
  });

  it("time out if nothing more arrives, but not while the reader is slow", async () => {
    const second = new TextEncoder().encode('data: {"at":"1"}\n\n');
    const headers = { "content-type": "text/event-stream; charset=utf-8" };
    /** Two events and then nothing, until the asker ends it. */
    const stalling: typeof fetch = async (_url, init) => {
      const start = (sink: ReadableStreamDefaultController<Uint8Array>) => {
        sink.enqueue(second);
        sink.enqueue(second);
        init?.signal?.addEventListener("abort", () => sink.error(init.signal?.reason));
      };
      return new Response(new ReadableStream({ start }), { headers });
    };
    vi.useFakeTimers();
    try {
      const stalled = client.with({ fetch: stalling }).live();
      await stalled.next();
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await stalled.next()).toMatchObject({ value: { at: "1" } });
      const never = stalled.next().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(await Promise.race([never, Promise.resolve("waits")])).toBe("waits");
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await never).toMatchObject({ name: "ApiUnreachable", fault: "timeout" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("fetch page after page and skip items already returned", async () => {
    const page = (ids: string[], at: number) =>
      answers({
        code: 0,
        msg: "",
        data: { items: ids.map((id) => ({ id })), total: 5, page: at, limit: 2 },
      });
    turns = [page(["e", "d"], 1), page(["d", "c"], 2), page(["b"], 3)];
    const seen: string[] = [];
    for await (const { id } of client.pages("subUsers", { search: "x", limit: 2 })) seen.push(id);
    expect(seen).toEqual(["e", "d", "c", "b"]);
    expect(bodies.map(({ page: at, search }) => [at, search])).toEqual([
      [1, "x"],
      [2, "x"],
      [3, "x"],
    ]);
  });
});
