/**
 * Many machines (spec/nodes): two APIs on one database, two gateways configured only by their join
 * line, and a customer who uses both; one API is killed, one node is drained and retired.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { commandOfEntry } from "@turnpike/net/testing/product-entry.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curl, customerWithTraffic } from "./customer.ts";
import { operator } from "./operator.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { copyTemplate } from "./template.ts";

interface Node {
  name: string;
  host: string;
  product: RunningProduct;
  metrics: number;
}

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-fleet-"));
let database: Awaited<ReturnType<typeof startEmbedded>>;
let apis: RunningProduct[] = [];
let nodes: Node[] = [];
let who: Awaited<ReturnType<typeof customerWithTraffic>>;
let used = 0;

async function api(name: string, env: Record<string, string> = {}): Promise<RunningProduct> {
  const ports = portsOf.get(name) ?? (await portsFor(name));
  const dataDir = mkdtempSync(path.join(folder, `${name}-`));
  return startProduct({ dataDir, ports }, { ROLE: "api", DATABASE_URL: database.url, ...env });
}
/** Ports are allocated in advance: gateways get addresses of APIs that are still starting. */
const portsOf = new Map<string, { api: number; gateway: number; target: number }>();
async function portsFor(name: string) {
  const [port = 0, target = 0] = await freePorts(2);
  const ports = { api: port, gateway: 0, target };
  portsOf.set(name, ports);
  return ports;
}
const operate = async (...words: string[]) => {
  const [first] = apis as [RunningProduct];
  const settings = { DATABASE_URL: database.url, PORT: String(first.ports.api) };
  const ran = await operator({ dataDir: first.dataDir, settings }, ...words);
  if (ran.code !== 0) throw new Error(ran.error);
  return ran.said as never;
};
const states = async () => {
  const answer: { name: string; state: string; workers: number }[] = await operate("node", "list");
  return Object.fromEntries(
    answer.map(({ name, state, workers }) => [name, `${state} ${workers}`]),
  );
};
const health = async ({ metrics }: Node) =>
  (await fetch(`http://127.0.0.1:${metrics}/healthz`).catch(() => null))?.status ?? 0;

/** A gateway machine started with only its join line. */
async function node(name: string, region: string, host: string): Promise<Node> {
  const { join } = (await operate("node", "add", name, "--region", region, "--host", host)) as {
    join: string;
  };
  const [gateway = 0, metrics = 0] = await freePorts(2);
  const ports = { api: 0, gateway, target: apis[0]?.ports.target ?? 0 };
  const dataDir = mkdtempSync(path.join(folder, `${name}-`));
  const urls = ["one", "two"].map((api) => `ws://127.0.0.1:${portsOf.get(api)?.api}/link`).join();
  const own = { ROLE: "gateway", TURNPIKE_JOIN: join, API_URLS: urls, HOST: host };
  const more = { GATEWAY_WORKERS: "1", METRICS_PORT: String(metrics - 1), DATABASE_URL: "" };
  const product = await startProduct({ dataDir, ports }, { ...own, ...more });
  return { name, host, product, metrics };
}

/** Fetches through a node; adds the bytes that must be billed to `used`. */
async function fetchBy({ host, product }: Node, bytes: number, way = "http"): Promise<string> {
  const { account, password } = who;
  const proxy = `${way}://${account}:${password}@${host}:${product.ports.gateway}`;
  const url = `${apis[0]?.target}/bytes/${bytes}`;
  const report = "%{http_code} %{size_header} %{size_download} %{size_request}";
  const { out, err } = await curl("-x", proxy, "-o", "/dev/null", "-w", report, url);
  const [code = err, head, down, up] = out.split(" ");
  // Over SOCKS the target receives exactly what curl sends; nothing is rewritten.
  if (code === "200") used += Number(head) + Number(down) + Number(up);
  return code;
}
const billed = async (): Promise<number> => (await who.customer.ask("trafficInfo", {})).usedBytes;

beforeAll(async () => {
  copyTemplate(path.join(folder, "db"));
  database = await startEmbedded(path.join(folder, "db"), { settings: { fsync: "off" } });
  await portsFor("two");
  const first = await api("one");
  apis = [first];
  let second: RunningProduct;
  [second, who, ...nodes] = await Promise.all([
    api("two", { SECRET_KEY_FILE: path.join(first.dataDir, "secret.key") }),
    customerWithTraffic(first, 1),
    node("eu-1", "europe", "127.0.11.1"),
    node("us-1", "north-america", "127.0.12.1"),
  ]);
  apis = [first, second];
}, 120_000);
afterAll(async () => {
  await Promise.all(nodes.map(({ product }) => product.stop()));
  await Promise.all(apis.map((each) => each.stop()));
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe("two APIs and two gateways on one database", () => {
  // platform/installation/key.test.ts covers this in every run.
  it("a third API with a different key does not start and gives the reason", async () => {
    const dataDir = mkdtempSync(path.join(folder, "wrong-"));
    writeFileSync(path.join(dataDir, "secret.key"), `${randomBytes(32).toString("hex")}\n`);
    const ports = await portsFor("wrong");
    const began = performance.now();
    const env = { ROLE: "api", DATABASE_URL: database.url };
    await expect(startProduct({ dataDir, ports }, env)).rejects.toThrow(/wrong key: this database/);
    expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
  });

  it("a gateway stores its name and key in node.json and has no database (spec/nodes#roles)", async () => {
    expect(await states()).toMatchObject({ "eu-1": "up 1", "us-1": "up 1" });
    const [{ product }] = nodes as [Node, Node];
    expect(statSync(path.join(product.dataDir, "node.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(product.dataDir)).not.toContain("postgres");
    expect(readdirSync(path.join(product.dataDir, "gateway"))).toEqual(["1"]);
  });

  it("both gateways serve one customer, and each byte is billed once", async () => {
    for (const each of nodes) expect(await fetchBy(each, 123_456, "socks5h")).toBe("200");
    await waitFor("all is billed", async () => (await billed()) === used, 10_000);
  });

  it("after an API is killed, both gateways open new tunnels and no bytes are lost", async () => {
    const [first] = apis as [RunningProduct];
    // The customer's session is valid at the other API too.
    const other = apis[1] as RunningProduct;
    const children = execFileSync("pgrep", ["-P", String(first.pid)], { encoding: "utf8" });
    const victims = children.split("\n").filter((pid) => pid && isApi(Number(pid)));
    for (const pid of victims) process.kill(Number(pid), "SIGKILL");
    for (const each of nodes) {
      const codes = await Promise.all([1, 2, 3].map(() => fetchBy(each, 50_000, "socks5h")));
      expect(codes).toEqual(["200", "200", "200"]);
    }
    await waitFor("both are up again", async () => {
      const now = await states();
      return now["eu-1"] === "up 1" && now["us-1"] === "up 1";
    });
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    await waitFor("all is billed", async () => (await billed().catch(() => -1)) === used, 15_000);
  });

  it("a drained node continues to serve and reports it; a retired one exits with 1", async () => {
    const [eu, us] = nodes as [Node, Node];
    await operate("node", "drain", "eu-1");
    await waitFor("it is draining", async () => (await health(eu)) === 503, 5_000);
    expect(await fetchBy(eu, 10_000, "socks5h")).toBe("200");
    await operate("node", "undrain", "eu-1");
    await waitFor("it is offered", async () => (await health(eu)) === 200, 5_000);
    await operate("node", "retire", "us-1");
    expect(await us.product.ended).toMatchObject({ code: 1 });
    expect(us.product.output()).toMatch(/node is retired/);
    expect(await states()).toMatchObject({ "eu-1": "up 1", "us-1": "retired 0" });
    await waitFor("all is billed", async () => (await billed()) === used, 10_000);
    expect((await operate("verify")) as object).toMatchObject({ ok: true });
  });
});

/** Whether a process of the product is the API and not the lab's target. */
function isApi(pid: number): boolean {
  const command = execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  return commandOfEntry("api").test(command);
}
