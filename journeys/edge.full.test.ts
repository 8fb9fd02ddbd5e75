/**
 * Debian's Caddy and HAProxy in front, with the files from deploy/ (spec/environment#proxies,
 * spec/gateway#proxies): the product sees customers' real addresses.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyTraffic, type Customer, curl, register, topUp } from "./customer.ts";
import { type RunningProduct, startProduct } from "./product.ts";

const deploy = path.resolve(import.meta.dirname, "../deploy");
const folder = mkdtempSync(path.join(tmpdir(), "turnpike-front-"));
const { certFile, keyFile, ca } = makeCertificate(folder, "front");
const pem = path.join(folder, "turnpike.pem");
writeFileSync(pem, ca + readFileSync(keyFile, "utf8"));

let product: RunningProduct;
let customer: Customer;
let token: string;
let metrics: number;
const fronts: { name: string; url: string }[] = [];
let balanced: string;
const processes: ChildProcess[] = [];

/** Copies a file from deploy/ with replaced texts; each text must occur in it. */
function adapted(name: string, changes: [from: string, to: string][]): string {
  let text = readFileSync(path.join(deploy, name), "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, ...env },
    stdio: "ignore",
  });
  processes.push(child);
}

function startCaddy(port: number): string {
  const url = `https://127.0.0.1:${port}`;
  const site = "{$TURNPIKE_SITE:localhost} {";
  const file = adapted("Caddyfile", [
    [site, `{\n\tadmin off\n\tauto_https off\n}\n${site}\n\ttls ${certFile} ${keyFile}`],
  ]);
  const env = { TURNPIKE_SITE: url, TURNPIKE_API: `127.0.0.1:${product.ports.api}` };
  run("caddy", ["run", "--adapter", "caddyfile", "--config", file], env);
  return url;
}

function startHaproxy([https = 0, http = 0, tcp = 0]: number[]): string {
  const file = adapted("haproxy.cfg", [
    // Each connection needs two file descriptors, and test machines may have few.
    ["maxconn 20000", "maxconn 500"],
    [":443", `127.0.0.1:${https}`],
    ["/etc/haproxy/turnpike.pem", pem],
    ["bind :80", `bind 127.0.0.1:${http}`],
    ["127.0.0.1:3000", `127.0.0.1:${product.ports.api}`],
    ["bind :7000", `bind 127.0.0.1:${tcp}`],
    ["127.0.0.1:7001", product.gateway],
    ["port 9465", `port ${metrics + 1}`],
  ]);
  run("haproxy", ["-db", "-f", file]);
  balanced = `127.0.0.1:${tcp}`;
  return `https://127.0.0.1:${https}`;
}

/** A customer with traffic; programs at 127.0.0.52 need no password. */
async function makeCustomer(): Promise<void> {
  customer = await register(product);
  await topUp(customer, 100_000);
  await buyTraffic(customer, 1);
  await customer.ask("addSubUser", { account: "edgeacc1", password: "secret123", main: 1 });
  await customer.ask("addTrafficWhite", { ips: "127.0.0.52" });
  const { item } = await customer.ask("apiLinkAdd", { plan: "traffic", num: 1, minutes: 5 });
  token = new URL(item.url).search;
}

beforeAll(async () => {
  // The highest port, since the worker's port is the next one.
  const [caddy = 0, ...ports] = (await freePorts(5)).sort((a, b) => a - b);
  metrics = ports.pop() ?? 0;
  product = await startProduct(undefined, {
    GATEWAY_WORKERS: "1",
    METRICS_PORT: String(metrics),
    TRUSTED_PROXIES: "127.0.0.1",
    PROXY_PROTOCOL_FROM: "127.0.0.2",
  });
  fronts.push({ name: "Caddy", url: startCaddy(caddy) });
  fronts.push({ name: "HAProxy", url: startHaproxy(ports) });
  await makeCustomer();
  for (const { name, url } of fronts)
    await waitFor(name, async () => (await curl("-k", `${url}/readyz`)).out.includes('"code":0'));
}, 60_000);
afterAll(async () => {
  for (const child of processes) child.kill("SIGKILL");
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** curl as a customer at this address who also forges X-Forwarded-For. */
const from = (address: string) => ["-k", "--interface", address, "-H", "X-Forwarded-For: 1.2.3.4"];

describe("behind a reverse proxy", () => {
  it.each(["Caddy", "HAProxy"])(
    "%s: sign-in, extraction and a live stream work with the client's own address",
    async (wanted) => {
      const { url } = fronts.find(({ name }) => name === wanted) ?? { url: "" };
      const login = ["-d", `email=${customer.email}`, "-d", "password=Passw0rd!x", "-d", "agree=1"];
      const signed = await curl(...from("127.0.0.51"), ...login, `${url}/v1/signin`);
      const { session } = JSON.parse(signed.out).data as { session: string };
      const { items } = await customer.ask("loginLog", {});
      expect(items[0]?.ip).toBe("127.0.0.51");
      const link = async (address: string) => {
        const how = [...from(address), "-o", "/dev/null", "-w", "%{http_code}"];
        return (await curl(...how, `${url}/extract${token}`)).out;
      };
      expect(await link("127.0.0.52")).toBe("200");
      expect(await link("127.0.0.53")).toBe("403");
      const live = await curl(
        "-kN",
        "--max-time",
        "2.5",
        "-d",
        `session=${session}`,
        `${url}/v1/live`,
      );
      // The stream is still open, and what was written has arrived.
      expect(live.code).toBe(28);
      expect(live.out.length).toBeGreaterThan(10);
    },
  );

  it("HAProxy's PROXY header gives the gateway the client's address", async () => {
    const seen = async (address: string) => {
      const how = ["--interface", address, "-o", "/dev/null", "-w", "%{http_code}"];
      return (await curl(...how, "-x", `http://${balanced}`, `${product.target}/ip`)).out;
    };
    await waitFor("the gateway is up", async () => (await seen("127.0.0.52")) === "200");
    expect(await seen("127.0.0.53")).toBe("407");
  });
});

it("the alerts and the dashboard use only metrics that exist", async () => {
  const texts = await Promise.all(
    [0, 1].map(async (worker) =>
      (await fetch(`http://127.0.0.1:${metrics + worker}/metrics`)).text(),
    ),
  );
  const known = new Set(
    texts
      .join("\n")
      .match(/^# TYPE \S+/gmu)
      ?.map((line) => line.slice(7)),
  );
  const files = ["prometheus-rules.yaml", "grafana-dashboard.json"];
  const named = files
    .flatMap((name) =>
      readFileSync(path.join(deploy, name), "utf8").match(/(turnpike|process)_\w+/gu),
    )
    .map((name) => name?.replace(/_(bucket|count|sum)$/u, "") ?? "");
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});
