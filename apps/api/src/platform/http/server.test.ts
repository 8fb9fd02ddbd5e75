/**
 * The front door for plain clients (spec/api#front-door): curl, wget, uptime checks, load
 * balancers, with and without compression, by HTTP/1.0 and HEAD. The dashboard is the built one.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sampled } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";

const api = forTests(startTestApi);
const six = forTests(() => startTestApi({}, { HOST: "::1" }));

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends a request over a bare socket, exactly as given; reads until the server closes. */
function raw(text: string): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error("no answer within 10 s")));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(parse(Buffer.concat(chunks))));
  });
}

function parse(all: Buffer): Answer {
  const end = all.indexOf("\r\n\r\n");
  const [first = "", ...lines] = all.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(first.split(" ")[1]), headers, body: unchunked(all, end + 4, headers) };
}

function unchunked(all: Buffer, from: number, headers: Answer["headers"]): Buffer {
  if (headers["transfer-encoding"] !== "chunked") return all.subarray(from);
  const parts: Buffer[] = [];
  for (let at = from; at < all.length; ) {
    const line = all.indexOf("\r\n", at);
    const size = Number.parseInt(all.subarray(at, line).toString("latin1"), 16);
    parts.push(all.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

const decoded = ({ headers, body }: Answer) => {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(body);
  return encoding === "gzip" ? gunzipSync(body) : body;
};

/** Public URLs that a plain client may open, and the expected status. */
const addresses: [string, number][] = [
  ["/", 200],
  ["/?utm_source=mail", 200],
  ["/cli/home", 200],
  ["/cli/setting", 200],
  ["/index/login", 200],
  ["/index/register?code=abc", 200],
  ["/terms", 200],
  ["/policy", 200],
  ["/login", 302],
  ["/signin", 302],
  ["/register?code=abc", 302],
  ["/signup", 302],
  ["/docs", 200],
  ["/docs/", 302],
  ["/docs/api", 200],
  ["/docs/start.md", 200],
  ["/docs/files/docs.css", 200],
  ["/openapi.json", 200],
  ["/openapi-3.0.json", 200],
  ["/llms.txt", 200],
  ["/llms-full.txt", 200],
  ["/favicon.ico", 302],
  ["/favicon.svg", 200],
  ["/robots.txt", 200],
  ["/color-scheme.js", 200],
  ["/healthz", 200],
  ["/readyz", 200],
  ["/downloads/turnpike-manager.mjs", 200],
  ["/downloads/turnpike-client.tgz", 200],
  ["/downloads/api-client.tgz", 200],
  ["/extract", 403],
  ["/extract?token=none", 403],
  ["/nowhere", 404],
  ["/nowhere/", 404],
  ["/assets", 404],
  ["/assets/", 404],
  ["/assets/gone-1.js", 404],
  ["/.env", 404],
  ["/.well-known/security.txt", 404],
  // Below /cli every address gets a screen, or the not-found screen.
  ["/cli/../../../etc/passwd", 200],
  ["/%2e%2e/%2e%2e/etc/passwd", 404],
  ["/%00", 404],
  ["/%zz", 404],
  ["//", 404],
  ["/v1/nowhere", 404],
  ["/v1/signin", 405],
];

const encodings = [
  null,
  "",
  "identity",
  "gzip",
  "br",
  "gzip, deflate, br, zstd",
  "*",
  "gzip;q=0",
  "gzip;q=0, identity;q=1",
  "identity;q=0",
  "zstd",
  "x-nothing;;;q=q, ,",
  "GZIP;Q=0.5",
];

describe("every public URL", () => {
  it.each(sampled(addresses, 2))(
    "%s returns %i, whatever encoding the client accepts",
    async (address, status) => {
      const plain = await raw(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(plain.status).toBe(status);
      for (const encoding of encodings) {
        const accept = encoding === null ? "" : `Accept-Encoding: ${encoding}\r\n`;
        const head = `HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${accept}\r\n`;
        const got = await raw(`GET ${address} ${head}`);
        expect([encoding, got.status]).toEqual([encoding, status]);
        const used = got.headers["content-encoding"];
        const isTaken = used === undefined || isAccepted(encoding, used);
        expect([encoding, used, isTaken]).toEqual([encoding, used, true]);
        expect(withoutIds(decoded(got))).toBe(withoutIds(decoded(plain)));
        const asked = await raw(`HEAD ${address} ${head}`);
        // A HEAD of an extraction link would open ports whose list is not sent.
        const expected = address.startsWith("/extract") ? 405 : status;
        expect([encoding, asked.status]).toEqual([encoding, expected]);
        expect(asked.body.length).toBe(0);
      }
    },
  );

  it.each(sampled(addresses, 3))(
    "%s returns %i over HTTP/1.0 without a Host",
    async (address, status) => {
      const got = await raw(`GET ${address} HTTP/1.0\r\n\r\n`);
      expect(got.status).toBe(status);
      expect(got.headers["transfer-encoding"]).toBeUndefined();
    },
  );
});

const isAccepted = (accepted: string | null, used: string) =>
  (accepted ?? "")
    .toLowerCase()
    .split(",")
    .some((one) => {
      const [name = "", ...more] = one.split(";").map((part) => part.trim());
      return (name === used || name === "*") && !more.includes("q=0");
    });
/** A refusal contains its request's id. */
const withoutIds = (body: Buffer) => body.toString("latin1").replace(/"ref":"[^"]*"/, "");

describe("the front door's own URLs", () => {
  const asked = (address: string) => fetch(api.url + address, { redirect: "manual" });

  it("redirect to the dashboard's pages and keep the query", async () => {
    for (const [from, to] of [
      ["/login", "/index/login"],
      ["/signin?from=%2Fcli%2Fhome", "/index/login?from=%2Fcli%2Fhome"],
      ["/register?code=abc&x=1", "/index/register?code=abc&x=1"],
      ["/signup", "/index/register"],
      ["/docs/", "/docs"],
      ["/docs/?x=//evil.example", "/docs?x=//evil.example"],
    ] as const) {
      const answer = await asked(from);
      expect([from, answer.status, answer.headers.get("location")]).toEqual([from, 302, to]);
    }
  });

  it("serve the dashboard at an IPv6 address", async () => {
    const { port } = new URL(six.url);
    const answer = await fetch(`http://[::1]:${port}/`, { headers: { "accept-encoding": "" } });
    expect([answer.status, (await answer.text()).includes('<div id="root">')]).toEqual([200, true]);
  });

  it("return the same prices to visitors and customers", async () => {
    const { session } = await api.register();
    for (const name of ["priceList", "staticPrices"] as const) {
      const visitor = await api.send(name);
      expect(visitor.code).toBe(0);
      expect(await api.send(name, { session })).toEqual(visitor);
      expect(await api.send(name, { session: "expired" })).toEqual(visitor);
    }
  });
});

const run = promisify(execFile);

describe("command-line clients get the dashboard", () => {
  const wget = existsSync("/usr/bin/wget")
    ? [["wget", ["-qO-", "-T", "10", "-t", "1"]] satisfies [string, string[]]]
    : [];
  it.each([
    ...wget,
    ["curl", ["-sSf", "-m", "10"]],
    ["curl", ["-sSf", "-m", "10", "--compressed"]],
    ["curl", ["-sSf", "-m", "10", "--http1.0"]],
    ["curl", ["-sSf", "-m", "10", "-H", "Host: shop.example"]],
    ["curl", ["-sSf", "-m", "10", "-A", ""]],
  ] as [string, string[]][])("%s %j", async (program, args) => {
    const { stdout } = await run(program, [...args, `${api.url}/`]);
    expect(stdout).toContain('<div id="root">');
  });
});
