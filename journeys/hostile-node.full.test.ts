/**
 * A gateway machine that was taken over, beside an honest one (spec/nodes#identity): it has a valid
 * key, floods, and lies about usage, trace, request log, exits, slots and leases while an honest
 * customer's traffic runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { curl, customerWithTraffic } from "./customer.ts";
import { HostileMachine } from "./hostile-machine.ts";
import { operator } from "./operator.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { copyTemplate } from "./template.ts";

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-hostile-"));
const host = "127.0.13.1";
const otherExit = "198.51.100.20";
const attackMs = 10_000;

let api: RunningProduct;
let good: RunningProduct;
let evil: HostileMachine;
let who: Awaited<ReturnType<typeof customerWithTraffic>>;
let used = 0;

const run = async (...words: string[]) => {
  const settings = { PORT: String(api.ports.api) };
  return operator({ dataDir: api.dataDir, settings }, ...words);
};
const operate = async <T>(...words: string[]): Promise<T> => {
  const { code, said, error } = await run(...words);
  if (code !== 0) throw new Error(`${words.join(" ")}: ${error}`);
  return said as T;
};
const join = async (name: string, at: string) =>
  (await operate<{ join: string }>("node", "add", name, "--region", "asia", "--host", at)).join;

async function fetchOnce(bytes: number): Promise<string> {
  const proxy = `socks5h://${who.account}:${who.password}@${host}:${good.ports.gateway}`;
  const report = "%{http_code} %{size_header} %{size_download} %{size_request}";
  const url = `${api.target}/bytes/${bytes}`;
  const { out, err } = await curl("-x", proxy, "-o", "/dev/null", "-w", report, url);
  const [code = err, head, down, up] = out.split(" ");
  if (code === "200") used += Number(head) + Number(down) + Number(up);
  return code;
}

beforeAll(async () => {
  const [port = 0, gateway = 0, target = 0, console = 0] = await freePorts(4);
  const ports = { api: port, gateway: 0, target, console };
  copyTemplate(path.join(folder, "api"));
  const started = startProduct({ dataDir: path.join(folder, "api"), ports }, { ROLE: "api" });
  api = await started;
  who = await customerWithTraffic(api, 5);
  const env = { ROLE: "gateway", TURNPIKE_JOIN: await join("good", host), HOST: host };
  const own = { dataDir: path.join(folder, "good"), ports: { api: 0, gateway, target } };
  good = await startProduct(own, { ...env, GATEWAY_WORKERS: "1" });
  const file = path.join(folder, "exits.csv");
  writeFileSync(
    file,
    `ip,kind,country,state,city,isp,asn,product,provenance,node\n${otherExit},local,DE,hesse,frankfurt,examplenet,64500,static,own,good\n`,
  );
  await operate("exits", "import", file);
  evil = await HostileMachine.join(api.url, "evil", await join("evil", "evil.example"));
}, 240_000);
afterAll(async () => {
  await evil?.stop();
  await good?.stop();
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it("honest customers' bytes, trace and exits are untouched, the books are in order, and the machine is named", async () => {
  await who.customer.ask("upSubUser", { id: who.sub.id, maxConnections: 20 });
  evil.attack({
    accountId: (await operate<{ id: string }>("account", "show", who.customer.email)).id,
    subAccountId: who.sub.id,
    exitIp: otherExit,
    gateway: "good-1",
  });
  const until = performance.now() + attackMs;
  const codes = new Map<string, number>();
  const waits: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    for (const code of await Promise.all([1, 2, 3].map(() => fetchOnce(50_000))))
      codes.set(code, (codes.get(code) ?? 0) + 1);
    waits.push(performance.now() - began);
    await sleep(50);
  }
  await evil.stop();
  waits.sort((one, other) => one - other);
  console.log({
    codes: Object.fromEntries(codes),
    lies: evil.outcomes,
    medianMs: Math.round(waits[Math.floor(waits.length / 2)] ?? 0),
    longestMs: Math.round(waits.at(-1) ?? 0),
  });
  expect([...codes.keys()]).toEqual(["200"]);
  const billed = async () => (await who.customer.ask("trafficInfo", {})).usedBytes;
  await waitFor("all is billed", async () => (await billed()) === used, 60_000);
  await sleep(1_000);
  expect(await billed()).toBe(used);

  await waitFor(
    "all lines are stored",
    async () =>
      (await who.customer.ask("requestLog", { outcome: "ok", limit: 1 })).total ===
      codes.get("200"),
    30_000,
  );
  const log = await who.customer.ask("requestLog", { outcome: "ok", limit: 100 });
  expect(log.total).toBe(codes.get("200"));
  expect(log.items.filter(({ target }) => target.includes("lie.example"))).toEqual([]);
  const at = new Date().toISOString();
  const window = ["--window", "300"];
  const { connections } = await operate<{ connections: { certainty: string; gateway: string }[] }>(
    "trace",
    "--exit",
    otherExit,
    "--at",
    at,
    ...window,
  );
  expect(connections.length).toBeGreaterThan(0);
  expect(connections.filter(({ certainty }) => certainty === "surely")).toEqual([]);
  expect(new Set(connections.map(({ gateway }) => gateway.replace(/-\d+$/, "")))).toEqual(
    new Set(["evil"]),
  );

  const exits = await operate<{ ip: string; owner: string }[]>("exits", "claims");
  expect(exits.find(({ ip }) => ip === otherExit)).toMatchObject({ owner: "good" });
  expect(await operate("verify")).toMatchObject({ ok: true });
  const { said } = await run("doctor");
  const { checks } = said as { checks: { name: string; state: string; detail: string }[] };
  expect(checks.find(({ name }) => name === "node evil refused")).toMatchObject({ state: "wrong" });
  expect(checks.find(({ name }) => name === "node good refused")).toBeUndefined();
  const listed = await nodesInConsole();
  expect(listed.find(({ name }) => name === "evil")?.refused.length).toBeGreaterThan(3);
  expect(listed.find(({ name }) => name === "good")?.refused).toEqual([]);
  await operate("node", "retire", "evil");
  expect(await fetchOnce(1_000)).toBe("200");
}, 180_000);

/** The list of nodes as the console's screen gets it. */
async function nodesInConsole(): Promise<{ name: string; refused: unknown[] }[]> {
  const url = `http://127.0.0.1:${api.ports.console}`;
  const post = (call: string, fields: object, cookie = "") =>
    fetch(`${url}/console/v1/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie },
      body: JSON.stringify(fields),
    });
  const added = await operate<{ link: string }>("staff", "add", "o@example.com", "--role", "owner");
  const link = added.link.split("#link=")[1];
  const signed = await post("setPassword", { link, password: "Turnpike-7Staff" });
  const cookie = signed.headers.get("set-cookie")?.split(";")[0] ?? "";
  const answer = (await (await post("nodeList", {}, cookie)).json()) as {
    data: { items: { name: string; refused: unknown[] }[] };
  };
  return answer.data.items;
}
