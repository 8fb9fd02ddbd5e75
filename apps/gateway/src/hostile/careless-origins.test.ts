/** Origins that are careless, not hostile: what curl and browsers accept arrives (spec/gateway#answers). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { carelessBodies } from "../parse/hostile-bodies.ts";
import type { RunningGateway } from "../serve.ts";
import { bothEngines } from "../testing/engines.ts";
import { messageOf, Outside } from "../testing/outside.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

let gateway: RunningGateway;
/** What the origin sends, in parts. */
let answer: readonly string[] = [];
const ok = "HTTP/1.1 200 OK\r\n";
const good = "Content-Length: 4\r\n\r\ngood";
const login = `Proxy-Authorization: ${basic("alice1", "secret1")}\r\n`;

/** Requests `answer` twice on one connection; returns what the client got, without our own fields. */
async function ask(options: { minor?: 0 | 1; host?: string; fields?: string } = {}) {
  const { minor = 1, host = "a.example", fields = "" } = options;
  const client = new Client(gateway.port);
  const head = `GET http://${host}/ HTTP/1.${minor}\r\nHost: x\r\n${login}${fields}`;
  client.socket.write(`${head}Connection: close\r\n\r\n`);
  await eventually("the end", () => client.ended || client.closed, 8_000);
  client.socket.destroy();
  return client.all().toString("latin1").replaceAll("Connection: close\r\n", "");
}

describe.each(bothEngines)("careless origins ($name engine)", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(() =>
    new Outside((reached) => {
      if (messageOf(reached) === null) return;
      reached.bytes = Buffer.alloc(0);
      void (async () => {
        for (const part of answer) {
          reached.socket.write(Buffer.from(part, "latin1"));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        reached.socket.end();
      })();
    }).listen(),
  );
  beforeEach(async () => {
    hub.addSubAccount("alice1", "secret1", 1e9);
    hub.upsert(outside.exit());
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    gateway = await gatewayAt(hub, [], { world, ...options });
  });
  afterEach(() => gateway.stop(0));

  test("Careless chunks arrive whole, framed anew", async () => {
    for (const [title, body] of carelessBodies) {
      answer = [`${ok}Transfer-Encoding: chunked\r\n\r\n${body}`];
      const wanted = `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
      expect([title, await ask()]).toEqual([title, wanted]);
    }
  });

  test("Unusual codes and lines that are not fields do no harm", async () => {
    for (const [sent, gets] of [
      ["HTTP/1.1 999 Request denied\r\n", "HTTP/1.1 999 Request denied\r\n"],
      [`${ok}X: a\x01b\r\n`, `${ok}X: a b\r\n`],
      [`${ok}Nonsense\r\nX: a\r\n b\r\n`, `${ok}X: a b\r\n`],
    ]) {
      answer = [`${sent}${good}`];
      expect(await ask()).toBe(`${gets}${good}`);
    }
  });

  test("Responses before the final one are passed on as they arrive, to HTTP/1.1", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n";
    const interim = [early, "HTTP/1.1 102 Processing\r\n\r\n", "HTTP/1.1 199 X\r\n\r\n"];
    answer = [...interim, `${ok}${good}`];
    expect(await ask()).toBe(answer.join(""));
    answer = [[...interim, `${ok}${good}`].join("")];
    expect(await ask()).toBe(answer[0]);
    expect(await ask({ minor: 0 })).toBe(`${ok}${good}`);
    answer = ["HTTP/1.1 100 Continue\r\n\r\n", `${ok}${good}`];
    expect(await ask()).toBe(answer[1]);
    expect(await ask({ fields: "Expect: 100-continue\r\n" })).toBe(answer.join(""));
  });

  test("After a response before the final one, a refusal still arrives whole", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\n\r\n";
    for (const bad of [`${ok}Content-Length: 4, 5\r\n\r\nevil`, "", early.repeat(20)]) {
      answer = [early, bad];
      const got = await ask();
      expect(got).toMatch(
        /^(HTTP\/1\.1 103 Early Hints\r\n\r\n)+HTTP\/1\.1 502 [^]*\(badAnswer\)\n$/,
      );
      expect(got).not.toContain("evil");
    }
  });

  test("Names with hyphens at the ends of labels and with underscores are reached", async () => {
    answer = [`${ok}${good}`];
    for (const host of ["api-.example.com", "-x.example.com", "_a_.b-.example.com"]) {
      expect([host, await ask({ host })]).toEqual([host, `${ok}${good}`]);
    }
    expect(outside.reached.map(({ authority }) => authority)).toHaveLength(3);
  });
});
