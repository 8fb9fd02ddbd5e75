/** Origins that lie about where their responses end (G3). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { malformedBodies } from "../parse/hostile-bodies.ts";
import type { RunningGateway } from "../serve.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { messageOf, Outside } from "../testing/outside.ts";
import { times } from "../testing/test-sizes.ts";
import { realWorld } from "../lib/world.ts";

let gateway: RunningGateway;
/** The origin's responses to `/<index>`, by index; other paths are echoed. */
let answers: readonly string[] = [];
const ok = "HTTP/1.1 200 OK\r\n";
const chunkedHead = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";
const reset = "(reset)";

/** Invalid responses: the client gets our 502 and nothing of them. */
const noAnswers: readonly (readonly [string, string])[] = [
  ["length and chunked", `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["chunked and length", `${ok}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello`],
  ["two different lengths", `${ok}Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello`],
  ["a list of lengths", `${ok}Content-Length: 5, 50\r\n\r\nhello`],
  ["negative length", `${ok}Content-Length: -1\r\n\r\nhello`],
  ["signed length", `${ok}Content-Length: +5\r\n\r\nhello`],
  ["endless length", `${ok}Content-Length: 99999999999999999999\r\n\r\nhello`],
  ["coding gzip, chunked", `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ["coding xchunked", `${ok}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ["coding twice", `${ok}${"Transfer-Encoding: chunked\r\n".repeat(2)}\r\n0\r\n\r\n`],
  ["coding in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["blank before the colon", `${ok}Content-Length : 5\r\n\r\nhello`],
  ["folded first line", `${ok} X: a\r\nContent-Length: 4\r\n\r\nevil`],
  ["folded length", `${ok}Content-Length:\r\n 4\r\n\r\nevil`],
  ["folded coding", `${ok}Transfer-Encoding: chunked\r\n , x\r\n\r\n0\r\n\r\n`],
  ["length without a colon", `${ok}Content-Length 4\r\n\r\nevil`],
  ["control character in a length", `${ok}Content-Length: 4\x01\r\n\r\nevil`],
  ["control character in a length's name", `${ok}Content-\x01Length: 4\r\n\r\nevil`],
  ["vertical tab in a coding", `${ok}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`],
  ["no-break space in a coding's name", `${ok}Transfer-Encoding\xa0: chunked\r\n\r\nevil`],
  ["length folded into a dropped line", `${ok}Non\r\n Content-Length: 4\r\n\r\nevil`],
  ["NUL in a value", `${ok}X: a\0b\r\nContent-Length: 4\r\n\r\nevil`],
  ["NUL first", `\0${evil}`],
  ["bare LFs", "HTTP/1.1 200 OK\nContent-Length: 4\n\nevil"],
  ["bare CR", `${ok}X: a\rContent-Length: 4\r\n\r\nevil`],
  ["an answer split by bare LFs", `${ok}X: a\n\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`],
  ["empty line first", `\r\n${evil}`],
  ["101 that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nevil"],
  ["1,000 interim answers", `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000)}${evil}`],
  ["interim answers without end", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(9_000)],
  ["a head of 64 KiB", `${ok}X: ${"a".repeat(65_536)}\r\nContent-Length: 4\r\n\r\nevil`],
  ["a head without end", `${ok}${"X: aaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(10_000)}`],
  ["a status line without end", `HTTP/1.1 200 ${"a".repeat(100_000)}`],
  ["201 fields", `${ok}${"X: y\r\n".repeat(201)}Content-Length: 4\r\n\r\nevil`],
  ["status 99", "HTTP/1.1 99 No\r\nContent-Length: 4\r\n\r\nevil"],
  ["status 1000", "HTTP/1.1 1000 No\r\nContent-Length: 4\r\n\r\nevil"],
  ["status 000", "HTTP/1.1 000 No\r\nContent-Length: 4\r\n\r\nevil"],
  ["status of two words", "HTTP/1.1 2 00\r\nContent-Length: 4\r\n\r\nevil"],
  ["HTTP/2.0", "HTTP/2.0 200 OK\r\nContent-Length: 4\r\n\r\nevil"],
  ["an HTTP/2 frame", "\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64"],
  ["HTTP/0.9", "<html>evil</html>"],
  ["ICY", "ICY 200 OK\r\nContent-Length: 4\r\n\r\nevil"],
  ["a request", "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"],
  ["nothing", ""],
  ["half a head", `${ok}Content-Len`],
  ["an interim answer alone", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["a reset", reset],
];

/** Responses that break off: the client's connection is closed so that it notices. */
const brokenOff: readonly (readonly [string, string])[] = [
  ["fewer bytes than announced", `${ok}Content-Length: 100\r\n\r\nshort`],
  ["chunks without an end", `${chunkedHead}5\r\nshort\r\n`],
  ["half a chunk", `${chunkedHead}50\r\nshort`],
  ...malformedBodies.map(([title, body]): [string, string] => [title, chunkedHead + body + evil]),
];

/** Responses followed by more bytes: the client gets only the response. */
const surplus: readonly { title: string; method?: string; answer: string; gets: RegExp }[] = [
  {
    title: "204",
    answer: `HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n${evil}`,
    gets: /\r\n\r\n$/,
  },
  {
    title: "chunked 204",
    answer: `HTTP/1.1 204 No\r\n\r\n4\r\nevil\r\n0\r\n\r\n`,
    gets: /\r\n\r\n$/,
  },
  {
    title: "304",
    answer: `HTTP/1.1 304 No\r\nContent-Length: 9\r\n\r\n${evil}`,
    gets: /\r\n\r\n$/,
  },
  { title: "HEAD", method: "HEAD", answer: evil, gets: /Content-Length: 4\r\n[^]*\r\n\r\n$/ },
  { title: "length", answer: `${ok}Content-Length: 4\r\n\r\ngood${evil}`, gets: /\r\n\r\ngood$/ },
  { title: "length 0", answer: `${ok}Content-Length: 0\r\n\r\n${evil}`, gets: /\r\n\r\n$/ },
  {
    title: "chunked",
    answer: `${chunkedHead}4\r\ngood\r\n0\r\n\r\n${evil}`,
    gets: /\r\n\r\n4\r\ngood\r\n0\r\n\r\n$/,
  },
  {
    title: "trailers",
    answer: `${chunkedHead}0;x\r\nContent-Length: 4\r\nSet-Cookie: evil\r\n\r\n${evil}`,
    gets: /\r\n\r\n0\r\n\r\n$/,
  },
];

/** Sends one request; returns all bytes until the connection ends or is quiet. */
async function ask(path: string, { method = "GET", user = "alice1" } = {}) {
  const client = new Client(gateway.port);
  const login = `Proxy-Authorization: ${basic(user, "secret1")}\r\n`;
  const last = "Connection: close\r\n";
  client.socket.write(
    `${method} http://a.example${path} HTTP/1.1\r\nHost: x\r\n${login}${last}\r\n`,
  );
  await eventually("the end", () => client.ended || client.closed, 8_000);
  client.socket.destroy();
  return { text: client.all().toString("latin1"), whole: client.ended && !client.error };
}

describe.each(bothEngines)("hostile origins (G3, $name engine)", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(() =>
    new Outside((reached) => {
      const path = messageOf(reached)?.head.split(" ")[1] ?? "";
      if (path === "" || reached.socket.writableEnded) return;
      const answer = answers[Number(path.slice(1))];
      if (answer === reset) reached.socket.resetAndDestroy();
      else if (answer === undefined) {
        reached.bytes = Buffer.alloc(0);
        reached.socket.write(`${ok}Content-Length: ${path.length}\r\n\r\n${path}`);
      } else reached.socket.end(Buffer.from(answer, "latin1"));
    }).listen(),
  );
  beforeEach(async () => {
    hub.addSubAccount("alice1", "secret1", 1e9);
    hub.upsert(outside.exit());
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    gateway = await gatewayAt(hub, [], { world, ...options });
  });
  afterEach(() => gateway.stop(0));

  /** Requests each response, an honest request beside each; returns what the former got. */
  async function askAll(all: readonly string[], methods: readonly string[] = []) {
    answers = all;
    const got: Awaited<ReturnType<typeof ask>>[] = [];
    const users = ["alice1", "alice1-sid-a1"];
    await times(all.length * 2, 16, async (index) => {
      const [answer, user = ""] = [index % all.length, users[Math.floor(index / all.length)]];
      const [hostile, honest] = await Promise.all([
        ask(`/${answer}`, { user, method: methods[answer] ?? "GET" }),
        ask(`/honest${index}`, { user }),
      ]);
      expect(honest.text).toMatch(new RegExp(`^HTTP/1.1 200 [^]*\r\n\r\n/honest${index}$`));
      got[index] = hostile;
    });
    return got;
  }

  test("An invalid response becomes a 502, and none of it is passed on", async () => {
    const got = await askAll(noAnswers.map(([, answer]) => answer));
    const wrong = got.flatMap(({ text }, index) => {
      const right = /^HTTP\/1\.1 502 [^]*\(badAnswer\)\n$/.test(text) && !/evil|hello/.test(text);
      return right ? [] : [[noAnswers[index % noAnswers.length]?.[0], text]];
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  test("A truncated response is never passed on as complete", async () => {
    const got = await askAll(brokenOff.map(([, answer]) => answer));
    const wrong = got.flatMap(({ text }, index) => {
      const begins = /^HTTP\/1\.1 (200 OK|502 )/.test(text);
      const right = begins && !/evil|\r\n0\r\n\r\n/.test(text);
      return right ? [] : [[brokenOff[index % brokenOff.length]?.[0], text]];
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  test("A response without a length that is reset does not look complete to the client", async () => {
    answers = [];
    outside.serve = ({ socket, bytes }) => {
      if (bytes.length === 0) return;
      socket.write(`${ok}\r\nsome`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    };
    const { text, whole } = await ask("/until-close");
    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*some$|^$/);
    expect(whole).toBe(false);
  });

  test("Bytes after the end of a response are discarded", async () => {
    const methods = surplus.map(({ method = "GET" }) => method);
    const got = await askAll(
      surplus.map(({ answer }) => answer),
      methods,
    );
    const wrong = got.flatMap(({ text }, index) => {
      const { title, gets } = surplus[index % surplus.length] ?? {};
      return gets?.test(text) && !text.includes("evil") ? [] : [[title, text]];
    });
    expect(wrong).toEqual([]);
  });

  test("A session's connection is not reused after surplus bytes, early or late", async () => {
    for (const delayMs of [0, 20]) {
      for (const { title, method = "GET", answer } of surplus) {
        const cut = delayMs === 0 ? answer.length : answer.indexOf("evil") - 2;
        outside.reached.length = 0;
        outside.serve = (reached) => {
          const path = messageOf(reached)?.head.split(" ")[1];
          if (!path || reached.socket.bytesWritten > 30) return;
          if (path === "/second") reached.socket.write(`${ok}Content-Length: 6\r\n\r\nsecond`);
          else {
            reached.socket.write(answer.slice(0, cut));
            if (delayMs) setTimeout(() => reached.socket.write(answer.slice(cut)), delayMs);
          }
        };
        const client = new Client(gateway.port);
        const login = `Proxy-Authorization: ${basic("alice1-sid-b2", "secret1")}\r\n`;
        const send = (verb: string, path: string) =>
          client.socket.write(
            `${verb} http://a.example${path} HTTP/1.1\r\nHost: x\r\n${login}\r\n`,
          );
        send(method, "/first");
        await client.head();
        await new Promise((resolve) => setTimeout(resolve, 60));
        client.take(client.bytes);
        send("GET", "/second");
        await eventually("the second answer", () => client.bytes > 40 || client.ended);
        await eventually("all of it", () => client.all().includes("second"), 1_000);
        expect(title + client.all().toString()).toMatch(/\r\n\r\nsecond$/);
        expect([title, delayMs, outside.reached.length]).toEqual([title, delayMs, 2]);
        client.socket.destroy();
      }
    }
  }, 20_000);

  test("Other tunnels and requests receive nothing of a flood", async () => {
    outside.serve = ({ socket, bytes, authority }) => {
      if (bytes.length > 0 && authority.endsWith(":80")) socket.write(evil.repeat(20_000));
      else if (authority.endsWith(":81")) socket.end(`${ok}Content-Length: 4\r\n\r\ngood`);
    };
    const flooded = Array.from({ length: 10 }, () => ask("/flood"));
    const honest = Array.from({ length: 40 }, async () => {
      const client = new Client(gateway.port);
      const login = `Proxy-Authorization: ${basic("alice1-sid-c3", "secret1")}\r\n`;
      client.socket.write(`GET http://a.example:81/ HTTP/1.1\r\nHost: x\r\n${login}\r\n`);
      expect(await client.head()).toMatch(/ 200 /);
      expect((await client.exactly(4)).toString()).toBe("good");
      client.socket.destroy();
    });
    await Promise.all(honest);
    for (const { text } of await Promise.all(flooded)) expect(text).toMatch(/\r\n\r\nevil$/);
  });
});
