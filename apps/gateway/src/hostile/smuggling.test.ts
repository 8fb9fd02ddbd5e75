/** Requests that servers parse differently, over real connections (G1). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { newChunked, readChunked } from "../parse/chunked.ts";
import { carelessBodies, malformedBodies } from "../parse/hostile-bodies.ts";
import { mustReject, normalises } from "../parse/hostile-requests.ts";
import type { RunningGateway } from "../serve.ts";
import { Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { messageOf, Outside, type OutsideConnection } from "../testing/outside.ts";
import { times, torture } from "../testing/test-sizes.ts";
import { realWorld } from "../lib/world.ts";

let gateway: RunningGateway;
const atOnce = 48;
const smuggled = "GET http://b.example/smuggled HTTP/1.1\r\nHost: b.example\r\n\r\n";

/** Responds once to each complete message, with its first line as the body. */
function openOutside(): Promise<Outside> {
  return new Outside((reached) => {
    const message = messageOf(reached);
    if (!message || reached.socket.bytesWritten > 100) return;
    const line = message.head.split("\r\n")[0] ?? "";
    const told = `HTTP/1.1 200 OK\r\nX-Padding: ${"x".repeat(80)}\r\n`;
    reached.socket.write(`${told}Content-Length: ${line.length}\r\n\r\n${line}`);
  }).listen();
}

/** Sends pieces far enough apart to be read separately; returns all that comes back. */
async function say(pieces: readonly string[]): Promise<{ text: string; over: boolean }> {
  const client = new Client(gateway.port);
  for (const piece of pieces) {
    client.socket.write(Buffer.from(piece, "latin1"));
    if (pieces.length > 1) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const over = () => client.ended || client.closed;
  await eventually("an answer", () => over() || client.bytes > 0, 3_000).catch(() => {});
  const served = () => client.all().toString("latin1", 0, 12) === "HTTP/1.1 200";
  if (client.bytes > 0 && !served()) await eventually("the end", over, 300).catch(() => {});
  const seen = { text: client.all().toString("latin1"), over: over() };
  client.socket.destroy();
  return seen;
}

/** A text cut in two at each place where a parser may change state; in full form everywhere. */
function cuts(text: string): string[][] {
  const all: string[][] = [[text]];
  const most = Math.min(text.length, 600);
  for (let at = 1; at < most; at += 1) {
    const edge = at === 1 || /[\r\n: ;,]/.test(text.slice(at - 1, at + 1));
    if (edge || torture) all.push([text.slice(0, at), text.slice(at)]);
  }
  if (text.length <= 600) all.push([...text]);
  return all;
}

/** Some of these cuts in the short form, including the whole text and single bytes. */
function someCuts(text: string, each = 24): string[][] {
  const all = cuts(text);
  return all.filter((_, index) => torture || index % each === 0 || index === all.length - 1);
}

/** What was received, with the body as plain payload. */
function unchunked(reached: OutsideConnection): string {
  const { head, body } = messageOf(reached) ?? { head: "", body: Buffer.alloc(0) };
  if (!head.includes("chunked")) return head + body.toString("latin1");
  const { pieces, consumed } = readChunked(newChunked(), body);
  return head + Buffer.concat(pieces).toString("latin1") + body.toString("latin1", consumed);
}

describe.each(engines)("ambiguous requests (G1, $name engine)", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(openOutside);
  beforeEach(async () => {
    const subAccountId = hub.addSubAccount("alice1", "secret1", 1e9);
    hub.upsert({ kind: "whitelist", id: "w1", ip: "127.0.0.1", subAccountId, expiresAt: null });
    hub.upsert(outside.exit());
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    gateway = await gatewayAt(hub, [], { world, ...options });
  });
  afterEach(() => gateway.stop(0));

  test("Requests that must be refused are refused however they are split; nothing reaches an origin", async () => {
    const sent = mustReject.flatMap(([title, text]) =>
      someCuts(text, 3).map((cut) => ({ title, cut })),
    );
    const wrong: string[] = [];
    await times(sent.length, atOnce, async (index) => {
      const { title, cut } = sent[index] ?? { title: "", cut: [] };
      const { text, over } = await say(cut);
      const refusals = text.split("HTTP/1.1 ").length - 1;
      const closed = over && (text === "" || (text.startsWith("HTTP/1.1 400 ") && refusals === 1));
      if (!closed) wrong.push(`${title} cut after ${cut[0]?.length}: ${text.slice(0, 80)}`);
    });
    expect(wrong).toEqual([]);
    expect(outside.reached.map(({ authority }) => authority)).toEqual([]);
    expect(mustReject.length).toBeGreaterThanOrEqual(66);
  }, 600_000);

  test("A malformed chunked body is cut off at the fault; what follows is not treated as a request", async () => {
    const post = "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\n";
    const head = `${post}Transfer-Encoding: chunked\r\n\r\n`;
    const wrong: string[] = [];
    const sent = [...malformedBodies, ...carelessBodies].flatMap(([title, body]) =>
      [[`${head}${body}${smuggled}`], [head, `${body}${smuggled}`], [head, ...body, smuggled]]
        .filter((cut) => cut.length < 600)
        .map((cut) => ({ title, cut })),
    );
    await times(sent.length, atOnce, async (index) => {
      const { title, cut } = sent[index] ?? { title: "", cut: [] };
      const { text, over } = await say(cut);
      if (!over || text.includes("smuggled")) wrong.push(`${title}: ${text.slice(0, 80)}`);
    });
    expect(wrong).toEqual([]);
    for (const { bytes } of outside.reached) {
      const got = bytes.toString("latin1");
      expect(got).toMatch(/^POST \/ HTTP\/1\.1\r\nHost: a\.example\r\n|^$/);
      expect(got).not.toMatch(/smuggled|\r\n0\r\n/);
    }
  }, 60_000);

  test("A normalised request reaches the origin as one clean message", async () => {
    for (const { title, sent, has, hasNot } of normalises) {
      for (const cut of someCuts(sent)) {
        outside.reached.length = 0;
        const { text } = await say(cut);
        expect(title + text).toMatch(/HTTP\/1\.1 200 /);
        expect([title, outside.reached.length]).toEqual([title, 1]);
        const [reached] = outside.reached;
        const { head = "", body = "" } = (reached && messageOf(reached)) ?? {};
        const lower = head.toLowerCase();
        const wrong = [
          ...has.filter((part) => !head.includes(part)),
          ...hasNot.filter((part) => lower.includes(part)),
        ];
        expect({ title, wrong }).toEqual({ title, wrong: [] });
        expect(head.match(/^host:/gim)).toHaveLength(1);
        expect(head + body.toString("latin1")).not.toContain("127.0.0.1");
        expect(body.toString("latin1")).toMatch(/^(hello|0\r\n\r\n|)$/);
      }
    }
  }, 60_000);

  test("Chunk extensions and trailers are removed, and a pipelined request is handled separately", async () => {
    const body = `5;x="${"y".repeat(20)}"\r\nhello\r\n0;z\r\nContent-Length: 99\r\nHost: b\r\n\r\n`;
    const post = "POST http://a.example/one HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n";
    const long = `POST http://c.example:81/three HTTP/1.1\r\nHost: x\r\nContent-Length: `;
    const inner = `${smuggled}0\r\n\r\n${smuggled}`;
    const last = "GET http://d.example/four HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const all = `${post}\r\n${body}${smuggled}${long}${inner.length}\r\n\r\n${inner}${last}`;
    for (const cut of someCuts(all)) {
      outside.reached.length = 0;
      const client = new Client(gateway.port);
      for (const piece of cut) {
        client.socket.write(piece);
        if (cut.length > 1) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await eventually("the end", () => client.ended || client.closed);
      client.socket.destroy();
      const answers = client
        .all()
        .toString("latin1")
        .match(/(GET|POST) \/\w+/g);
      expect(answers).toEqual(["POST /one", "GET /smuggled", "POST /three", "GET /four"]);
      const got = outside.reached.map(unchunked);
      expect(got).toEqual([
        "POST /one HTTP/1.1\r\nHost: a.example\r\n" +
          "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nhello",
        "GET /smuggled HTTP/1.1\r\nHost: b.example\r\nConnection: close\r\n\r\n",
        `POST /three HTTP/1.1\r\nHost: c.example:81\r\nContent-Length: ${inner.length}\r\n` +
          `Connection: close\r\n\r\n${inner}`,
        "GET /four HTTP/1.1\r\nHost: d.example\r\nConnection: close\r\n\r\n",
      ]);
    }
  }, 60_000);
});
