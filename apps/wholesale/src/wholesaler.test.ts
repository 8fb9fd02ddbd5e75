import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import {
  classify,
  errorClasses,
  type UpstreamAnswer,
} from "@turnpike/proxy-strings/upstream/errors.ts";
import { filledIn } from "@turnpike/proxy-strings/upstream/definition.ts";
import { faultLine, notationOf } from "@turnpike/proxy-strings/upstream/judge.ts";
import { noPlaces } from "@turnpike/proxy-strings/upstream/place-index.ts";
import { presetOf, presets } from "@turnpike/proxy-strings/upstream/presets.ts";
import { render, type UpstreamRequest } from "@turnpike/proxy-strings/upstream/render.ts";
import { lettersOf } from "@turnpike/proxy-strings/upstream/session-token.ts";
import { notationOfPreset } from "@turnpike/proxy-strings/upstream/testing.ts";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { labPlaces, labUpstream, startLabWholesaler } from "./lab.ts";
import { clientOn, connectHead, connectThrough, echoOrigin, testPlaces } from "./testing.ts";
import { startWholesaler, type Wholesaler } from "./wholesaler.ts";

const account = { login: "acme01", id: "hl77", zone: "resi", secret: "Secret12" };
const csv = "country,state,city,isp,token\nUS,California,,,5332921\nUS,,,Comcast,77\n";
const token = Uint8Array.from({ length: 32 }, (_, at) => at * 5 + 1);
const session = { token, minutes: 10 };

let origin: Awaited<ReturnType<typeof echoOrigin>>;
const running: Wholesaler[] = [];
beforeAll(async () => {
  origin = await echoOrigin();
});
afterAll(async () => {
  await Promise.all([origin.stop(), ...running.map((each) => each.stop())]);
});
async function start(preset: string, more: { tls?: { key: string; cert: string } } = {}) {
  const resolve = async () => "127.0.0.1";
  const started = await startWholesaler({ preset, account, places: testPlaces, resolve, ...more });
  running.push(started);
  return started;
}

function loginFor(preset: string, request: UpstreamRequest) {
  const places = preset === "proxyseller" ? csv : undefined;
  const rendered = render(notationOfPreset(preset, places), request);
  if ("unwritable" in rendered) throw new Error(`${preset} cannot write ${rendered.unwritable}`);
  return rendered;
}
/** The widest place that each preset promises, out of one in California. */
function widest(preset: string): UpstreamRequest["filter"] {
  const spaces = /\{city\}/.test(JSON.stringify(presetOf(preset)));
  const all = { country: "us", state: "california", isp: "comcast", asn: 7018 };
  const city = spaces ? "sacramento" : "losangeles";
  const promised: string[] = presetOf(preset)?.places ?? [];
  return Object.fromEntries(
    Object.entries({ ...all, city }).filter(([field]) => promised.includes(field)),
  );
}

describe("The emulated wholesaler", () => {
  it.each(presets.map(({ preset }) => preset))(
    "%s: understands what is written for it, and keeps the exit of a session",
    async (preset) => {
      const wholesaler = await start(preset);
      const filter = widest(preset);
      const login = { ...loginFor(preset, { filter, session }), port: wholesaler.port };
      const exits = [];
      for (let at = 0; at < 2; at += 1) {
        const client = await connectThrough(login, `127.0.0.1:${origin.port}`);
        exits.push(/127\.9\.\d\.\d/.exec(await client.until(/\r\n\r\n127\.9\.\d\.\d\n/))?.[0]);
        client.socket.write("over and out");
        await client.until(/over and out/);
        client.socket.destroy();
      }
      const there = testPlaces
        .filter(({ country }) => country === "US")
        .flatMap((each) => each.exits);
      expect(there).toContain(exits[0]);
      expect(exits[1]).toBe(exits[0]);
      const [seen] = wholesaler.seen;
      const digits = ["webshare", "netnut"].includes(preset);
      expect(seen?.asked.session).toMatch(digits ? /^\d+$/ : lettersOf(token, 8));
      expect([10, undefined]).toContain(seen?.asked.minutes);
      expect(
        Object.keys(seen?.asked ?? {}).toSorted((one, other) => (one < other ? -1 : 1)),
      ).toEqual(expect.arrayContaining(Object.keys(filter)));
    },
  );

  it("speaks SOCKS5 with names, and refuses a wrong password", async () => {
    const wholesaler = await start("oxylabs");
    const good = loginFor("oxylabs", { filter: { country: "gb" }, session: null });
    const socks = async (password: string) => {
      const socket = connect(wholesaler.port, "127.0.0.1");
      await once(socket, "connect");
      const client = clientOn(socket);
      socket.write(Buffer.from([5, 1, 2]));
      await client.until(/^\u0005\u0002/);
      const [user, secret] = [Buffer.from(good.user), Buffer.from(password)];
      socket.write(Buffer.from([1, user.length, ...user, secret.length, ...secret]));
      const name = Buffer.from("shop.example");
      const port = [origin.port >> 8, origin.port & 255];
      socket.write(Buffer.from([5, 1, 0, 3, name.length, ...name, ...port]));
      return client;
    };
    const client = await socks("Secret12");
    expect(await client.until(/127\.9\.3\.\d\n/)).toContain("\u0001\u0000\u0005\u0000");
    client.socket.write("hello");
    await client.until(/hello/);
    expect(wholesaler.seen.at(-1)?.target).toBe(`shop.example:${origin.port}`);
    client.socket.destroy();
    expect(await (await socks("wrong")).until(/\u0001\u0001/)).toBe("\u0005\u0002\u0001\u0001");
  });

  it("speaks over TLS, with the exit's address in the preset's header", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "wholesale-"));
    const { keyFile, ca } = makeCertificate(folder);
    const tls = { cert: ca, key: readFileSync(keyFile, "utf8") };
    rmSync(folder, { recursive: true });
    const wholesaler = await start("brightdata", { tls });
    const login = loginFor("brightdata", { filter: { country: "gb" }, session: null });
    const socket = connectTls({
      port: wholesaler.port,
      host: "127.0.0.1",
      ca,
    });
    await once(socket, "secureConnect");
    const client = clientOn(socket);
    socket.write(connectHead(login, `127.0.0.1:${origin.port}`));
    const text = await client.until(/\r\n\r\n127/);
    const exit = /x-brd-ip: (\S+)/i.exec(text)?.[1];
    expect(testPlaces[2]?.exits).toContain(exit);
    socket.destroy();
  });

  it("forwards plain HTTP", async () => {
    const { createServer } = await import("node:http");
    const server = createServer((asked, answer) =>
      answer.end(`${asked.socket.remoteAddress} ${asked.headers["proxy-authorization"]}`),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const wholesaler = await start("oxylabs");
    const { user, password } = loginFor("oxylabs", { filter: { country: "gb" }, session: null });
    const socket = connect(wholesaler.port, "127.0.0.1");
    const client = clientOn(socket);
    const credentials = Buffer.from(`${user}:${password}`).toString("base64");
    socket.write(
      `GET http://shop.example:${port}/ HTTP/1.1\r\nHost: shop.example\r\nProxy-Authorization: Basic ${credentials}\r\nConnection: close\r\n\r\n`,
    );
    expect(await client.until(/undefined/)).toMatch(/127\.9\.3\.\d undefined/);
    server.close();
  });

  it.each(presets.map(({ preset }) => preset))(
    "%s: says every class in a way that is read as that class",
    async (preset) => {
      const wholesaler = await start(preset);
      const login = {
        ...loginFor(preset, { filter: { country: "us" }, session }),
        port: wholesaler.port,
      };
      const rows = presetOf(preset)?.errors ?? [];
      for (const what of errorClasses.filter((each) => rows.some((row) => row.class === each))) {
        wholesaler.fail(what);
        const client = await connectThrough(login, "shop.example:80");
        await once(client.socket, "close");
        expect(`${what}: ${classify(answerIn(client.text()), rows).class}`).toBe(
          `${what}: ${what}`,
        );
        wholesaler.fail(null);
        const byName = await connectThrough(login, `${what}.example:80`);
        await once(byName.socket, "close");
        expect(byName.text()).toBe(client.text());
      }
    },
  );

  it("has no exit in a place that is not its own, and no ear for a wrong login", async () => {
    const wholesaler = await start("oxylabs");
    const ask = async (user: string, password: string) => {
      const client = await connectThrough(
        { port: wholesaler.port, user, password },
        "a.example:80",
      );
      return client.until(/\r\n\r\n/);
    };
    expect(await ask("customer-acme01-cc-JP", "Secret12")).toContain("exit node not found");
    expect(await ask("customer-acme01-land-JP", "Secret12")).toMatch(/^HTTP\/1\.1 407/);
    expect(await ask("customer-other-cc-GB", "Secret12")).toMatch(/^HTTP\/1\.1 407/);
    expect(await ask("customer-acme01-cc-GB", "wrong")).toMatch(/^HTTP\/1\.1 407/);
    expect(wholesaler.seen.map(({ exit }) => exit)).toEqual([null]);
  });

  it("answers a hostile target's name with any status, and a lost session with a new exit", async () => {
    const wholesaler = await start("soax");
    const request = { filter: { country: "us" as const }, session };
    const login = { ...loginFor("soax", request), port: wholesaler.port };
    for (const status of [402, 407, 429, 502]) {
      const client = await connectThrough(login, `status-${status}.example:80`);
      expect(await client.until(/\r\n\r\n/)).toContain(`HTTP/1.1 ${status} `);
    }
    const before = wholesaler.seen.at(-1)?.exit;
    wholesaler.loseSessions();
    await (await connectThrough(login, "status-500.example:80")).until(/\r\n\r\n/);
    expect(wholesaler.seen.at(-1)?.exit).not.toBe(before);
  });

  it("counts the bytes on its clients' sockets", async () => {
    const wholesaler = await start("oxylabs");
    const login = {
      ...loginFor("oxylabs", { filter: { country: "gb" }, session: null }),
      port: wholesaler.port,
    };
    const client = await connectThrough(login, `127.0.0.1:${origin.port}`);
    await client.until(/127\.9/);
    client.socket.write(`${"a".repeat(100_000)}over`);
    await client.until(/over$/);
    const { sent, received } = client.bytes();
    expect(wholesaler.bytes()).toEqual({ received: sent, sent: received });
    client.socket.destroy();
    await expect.poll(() => wholesaler.bytes()).toEqual({ received: sent, sent: received });
  });
});

test("the lab's wholesaler serves what the lab's own exits lack, as its file says", async () => {
  const wholesaler = await startLabWholesaler(0);
  running.push(wholesaler);
  const file = labUpstream(wholesaler.port);
  const read = notationOf(filledIn(file, presetOf(file.preset ?? "")), noPlaces, ["127.0.0.0/8"]);
  if ("fault" in read) throw new Error(faultLine(read));
  for (const { country, city } of labPlaces) {
    const filter = { country: country.toLowerCase(), city: city.toLowerCase() };
    const login = render(read, { filter, session });
    if ("unwritable" in login) throw new Error(`${city} is not written`);
    const client = await connectThrough(login, `127.0.0.1:${origin.port}`);
    expect(await client.until(/\r\n\r\n127\.3/)).toMatch(
      /x-exit-ip: (127\.3\.\d+\.\d+)\r\n\r\n\1\n/,
    );
    client.socket.destroy();
  }
});

function answerIn(text: string): UpstreamAnswer {
  const [, status, reason = ""] = /^HTTP\/1\.1 (\d+) (.*)\r\n/.exec(text) ?? [];
  if (status === undefined) return { kind: "silence" };
  const headers = [...text.matchAll(/\r\n([\w-]+): (.*)(?=\r\n)/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  return { kind: "http", status: Number(status), reason, headers };
}
