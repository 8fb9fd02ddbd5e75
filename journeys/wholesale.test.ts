/**
 * Places that only a wholesaler has, in the whole product: they work, are counted and priced, and
 * customers never read whose they are (spec/supply#unknown-addresses).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { says, ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Customer, curl, customerWithTraffic, send } from "./customer.ts";
import { operator } from "./operator.ts";
import { sharedProduct } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const product = borrowed(sharedProduct);
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "turnpike-wholesale-"));
}, 90_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const operate = async (...args: string[]) => {
  const { code, said, error } = await operator(product, ...args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${error}`);
  return said as Record<string, unknown>[];
};
const today = () => new Date().toISOString().slice(0, 10);
const named = (rows: Record<string, unknown>[], name: string, by = "name") =>
  rows.find((row) => row[by] === name) ?? {};

const stateOf = async (name: string) => named(await operate("upstreams", "list"), name)["state"];

it("A newcomer's request to a place that own exits lack works; bytes, cost and trace are there (spec/supply#lab)", async () => {
  await waitFor(
    "the lab's wholesaler is sold",
    async () => (await stateOf("lab-wholesale")) === "on",
    20_000,
  );
  const { customer, account, password } = await customerWithTraffic(product);
  const ways = [
    ["-p", "-x", `http://${account}-region-LT:${password}@${product.gateway}`],
    ["-x", `socks5h://${account}-region-LT-sid-s1-t-10:${password}@${product.gateway}`],
  ];
  const exits: string[] = [];
  await waitFor("gateways know it", async () => {
    const { out } = await curl(...(ways[0] ?? []), `${product.target}/ip`);
    return out.includes("127.3.");
  });
  for (const way of ways) {
    const { out } = await curl(...way, `${product.target}/ip`);
    exits.push((JSON.parse(out) as { ip: string }).ip);
    expect((await curl(...way, "-o", "/dev/null", `${product.target}/bytes/100000`)).code).toBe(0);
  }
  for (const exit of exits) expect(exit).toMatch(/^127\.3\.1\./);
  await waitFor("the statistics have it", async () => {
    const { items } = await customer.ask("trafficStatis", { days: 7 });
    return items.reduce((sum, { downBytes }) => sum + downBytes, 0) > 200_000;
  });
  const line = await waitFor("the upstream's bytes", async () => {
    const lines = await operate("upstreams", "report", "--from", today(), "--to", today());
    const own = named(lines, "lab-wholesale", "upstream");
    return Number(own["ownBytes"]) > 200_000 && own;
  });
  expect(Number(line["costMicros"])).toBeCloseTo((Number(line["ownBytes"]) * 1_800_000) / 1e9, -1);
  const [exit = ""] = exits;
  const seen = await waitFor("the trace", async () => {
    const at = new Date().toISOString();
    const found = (await operate(
      "trace",
      "--exit",
      exit,
      "--at",
      at,
      "--window",
      "120",
    )) as unknown;
    const { connections = [] } = found as { connections?: Record<string, unknown>[] };
    return connections.length > 0 && connections;
  });
  expect(seen[0]).toMatchObject({ upstream: "lab-wholesale", exit });
}, 90_000);

const kanary = "zanzibar-kanary";
/** What nobody but the operator may read, in any letters. */
const kanaries = [kanary, "127.88.77.66", "kanarylogin77", "kanarysecret88", "kanarytext99"];
const text = "Kanarytext99 of zanzibar-kanary for kanarylogin77";
const classes = ["noExit", "sessionLost", "concurrency", "target", "request"];

/** Adds an upstream of its own, at an address of its own, and returns the peer. */
async function sellKanary(): Promise<ScriptedWholesaler> {
  const seller = await new ScriptedWholesaler({ host: "127.88.77.66" }).listen();
  seller.headers = { "x-exit-ip": "203.0.113.9", "x-kanary": text, via: text };
  const file = path.join(folder, "kanary.json");
  const upstream = {
    name: kanary,
    hosts: [`127.88.77.66:${seller.port}`],
    login: { login: "kanarylogin77" },
    secret: "kanarysecret88",
    user: ["{login}[-cc-{country}][-sid-{session}-m-{minutes}]"],
    places: ["country"],
    countries: ["IS", "GL", "FO", "MT", "CY", "LI", "MC", "AD", "SM"],
    session: { maxMinutes: 30 },
    errors: [...classes, "targetRefused", "quota"].map((name) => ({
      header: "x-why",
      contains: name,
      class: name,
    })),
    exitIpHeader: "x-exit-ip",
    provenance: "kanarytext99",
  };
  writeFileSync(file, JSON.stringify(upstream));
  await operate("upstreams", "add", file);
  return seller;
}

/** Everything a customer's programs get to read at the gateway: heads and bodies, by three ways. */
async function allAnswers(
  seller: ScriptedWholesaler,
  { account, password }: { account: string; password: string },
): Promise<string[]> {
  const read: string[] = [];
  const ask = async (user: string) => {
    for (const [protocol, ...more] of [["http"], ["http", "-p"], ["socks5h"]]) {
      const proxy = `${protocol}://${account}${user}:${password}@${product.gateway}`;
      const { out, err } = await curl("-v", ...more, "-x", proxy, `${product.target}/ip`);
      // Curl prints the login that it sends, not what it got.
      read.push(out, ...err.split("\n").filter((line) => !line.startsWith(">")));
    }
  };
  const whys = classes.map((name) => `HTTP/1.1 502 ${text}\r\nx-why: ${name}\r\nx-kanary: ${text}`);
  const answers = [...whys, `HTTP/1.1 407 ${text}`, `HTTP/1.1 599 ${text}`, `HTTP/9 ${text}`, text];
  await waitFor("gateways know it", async () => {
    await ask("-region-IS");
    return seller.asked.length > 0;
  });
  await ask("-region-IS-sid-k1-t-600");
  for (const [at, head] of answers.entries()) {
    seller.answer = () => `${head}\r\nContent-Length: 12\r\n\r\nKanarytext99`;
    await ask(`-region-${["GL", "FO", "MT", "CY", "LI"][at % 5]}-sid-k${at}-t-10`);
  }
  seller.answer = () => (socket) => void socket.destroy();
  await ask("-region-MC");
  seller.answer = () => says(403, `x-why: quota\r\nx-kanary: ${text}\r\n`);
  await ask("-region-AD");
  await waitFor("the hub knows", async () => (await stateOf(kanary)) === "quotaGone");
  await operate("upstreams", "resume", kanary);
  seller.answer = () => says(403, `x-why: targetRefused\r\nx-kanary: ${text}\r\n`);
  const before = seller.asked.length;
  // A gateway rests an upstream for five seconds by itself.
  await waitFor(
    "it is asked again",
    async () => {
      await ask("-region-SM");
      return seller.asked.length > before;
    },
    15_000,
    500,
  );
  await ask("-region-AD");
  return read;
}

/** Every call of the contract by its example, whatever it answers; what ends the session is last. */
async function allCalls(customer: Customer): Promise<string[]> {
  const read: string[] = [];
  const last = ["signout", "cancel", "endSessions"];
  const names = (Object.keys(calls) as CallName[]).toSorted(
    (one, other) => last.indexOf(one) - last.indexOf(other),
  );
  for (const name of names) {
    const { example, path: of, events } = calls[name];
    const fields = { ...example.request, lang: "en", session: customer.session };
    const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
    const body = new URLSearchParams(sent.map(([field, value]) => [field, String(value)]));
    const signal = AbortSignal.timeout(events ? 1_500 : 20_000);
    const answer = await fetch(product.url + of, { method: "POST", body, signal }).catch(
      () => null,
    );
    if (answer === null) continue;
    read.push(JSON.stringify([...answer.headers]));
    for await (const part of answer.body ?? []) {
      read.push(Buffer.from(part).toString());
      if (events) break;
    }
  }
  return read;
}

async function allFiles(customer: Customer): Promise<string[]> {
  const read: string[] = [];
  const get = async (address: string) => {
    const answer = await fetch(product.url + address);
    read.push(JSON.stringify([...answer.headers]), await answer.text());
  };
  for (const address of ["/openapi.json", "/docs/api", "/llms.txt", "/llms-full.txt"])
    await get(address);
  for (const part of ["series", "totals", "top", "reasons"]) {
    const { ticket } = await customer.ask("ticket", { what: "usage", by: "domain" });
    await get(`/v1/usageExport?${new URLSearchParams({ ticket, part, by: "country" }).toString()}`);
  }
  const { ticket } = await customer.ask("ticket", {
    what: "statement",
    month: today().slice(0, 7),
  });
  await get(`/v1/statement?${new URLSearchParams({ ticket }).toString()}`);
  return read;
}

it("No answer, header, log or file that a customer gets has a wholesaler's name, host, login or words", async () => {
  const seller = await sellKanary();
  try {
    const { customer, account, password } = await customerWithTraffic(product);
    const read = await allAnswers(seller, { account, password });
    expect(seller.asked.length).toBeGreaterThan(12);
    const log = await waitFor("the request log", async () => {
      const { items } = await customer.ask("requestLog", { limit: 100 });
      return items.length > 20 && items;
    });
    expect(log.some(({ exit, place }) => exit === "203.0.113.9" && place !== "")).toBe(true);
    for (const lang of ["en", "de"]) {
      for (const name of [
        "requestLog",
        "countrys",
        "trafficCity",
        "usage",
        "alerts",
        "find",
      ] as const)
        read.push(
          JSON.stringify(await send(product.url, name, { session: customer.session, lang })),
        );
    }
    for (const { id } of log.slice(0, 40))
      read.push(JSON.stringify(await customer.try("find", { text: id } as never)));
    read.push(JSON.stringify(log), ...(await allFiles(customer)), ...(await allCalls(customer)));
    const all = read.join("\n").toLowerCase();
    expect(all.length).toBeGreaterThan(100_000);
    for (const word of [...kanaries, "lab-wholesale"]) {
      const at = all.indexOf(word);
      expect([word, at < 0 ? "" : all.slice(Math.max(0, at - 200), at + 100)]).toEqual([word, ""]);
    }
    const lines = product.output().split("\n");
    expect(lines.filter((line) => /kanary(login|secret)/i.test(line))).toEqual([]);
  } finally {
    await operate("upstreams", "retire", kanary);
    await seller.stop();
  }
}, 180_000);
