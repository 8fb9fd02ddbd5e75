/**
 * HTTP/3 through UDP ASSOCIATE (spec/gateway#udp): Chromium loads a page and a large file from
 * Debian's Caddy over QUIC. A SOCKS5 client relays between, as browsers send no QUIC to proxies.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { UdpClient } from "@turnpike/gateway/testing/udp.ts";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp3Browser } from "./browser.ts";
import { type Customer, customerWithTraffic } from "./customer.ts";
import { type RunningProduct, startProduct } from "./product.ts";

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-http3-"));
const { certFile, keyFile, ca } = makeCertificate(folder);
const large = randomBytes(3_000_000);
const ipv4Header = 10;

let product: RunningProduct;
let customer: Customer;
let account: string;
let caddy: ChildProcess;
let port: number;
let front: Socket;
/** One association per port that the browser sends from. */
const associations = new Map<number, Promise<UdpClient>>();
const carried = { up: 0, down: 0 };

async function associate(from: RemoteInfo): Promise<UdpClient> {
  const gateway = { port: product.ports.gateway };
  const client = await UdpClient.open(gateway, { user: account, password: "secret123" });
  expect(client.code).toBe(0);
  client.socket.on("message", (bytes) => {
    carried.down += bytes.length - ipv4Header;
    front.send(bytes.subarray(ipv4Header), from.port, from.address);
  });
  return client;
}

function startCaddy(): void {
  const site = path.join(folder, "site");
  mkdirSync(site);
  writeFileSync(path.join(site, "large"), large);
  const file = path.join(folder, "Caddyfile");
  writeFileSync(
    file,
    `{
	admin off
	auto_https off
}
https://localhost:${port} {
	bind 127.0.0.1
	tls ${certFile} ${keyFile}
	root * ${site}
	respond /protocol "{http.request.proto}"
	file_server
}
`,
  );
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder };
  caddy = spawn("caddy", args, { env, stdio: "ignore" });
}

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  startCaddy();
  product = await startProduct(undefined, {
    LAB_TARGETS: `127.0.0.1:${port}`,
    GATEWAY_WORKERS: "1",
  });
  ({ customer, account } = await customerWithTraffic(product));
  front = createSocket("udp4");
  front.bind(0, "127.0.0.1");
  await once(front, "listening");
  front.on("message", (payload, from) => {
    const association = associations.get(from.port) ?? associate(from);
    associations.set(from.port, association);
    carried.up += payload.length;
    void association.then((client) => client.send(payload, { address: "127.0.0.1", port }));
  });
}, 90_000);
afterAll(async () => {
  for (const client of await Promise.all(associations.values())) client.stop();
  front?.close();
  caddy?.kill("SIGKILL");
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it("a page and a large file arrive completely over HTTP/3, and the traffic is billed", async () => {
  const key = new X509Certificate(ca).publicKey.export({ type: "spki", format: "der" });
  const origin = `localhost:${port}`;
  const browser = await startHttp3Browser({
    origin,
    address: `127.0.0.1:${front.address().port}`,
    keyHash: createHash("sha256").update(key).digest("base64"),
  });
  try {
    const page = await browser.newPage();
    await page.goto(`https://${origin}/protocol`);
    expect(await page.locator("body").innerText()).toBe("HTTP/3.0");
    const hash = await page.evaluate<string>(`(async () => {
      const bytes = await (await fetch("/large")).arrayBuffer();
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
    })()`);
    expect(hash).toBe(createHash("sha256").update(large).digest("hex"));
  } finally {
    await browser.close();
  }
  expect(carried.down).toBeGreaterThan(large.length);
  const billed = async () => {
    const { items } = await customer.ask("trafficStatis", { days: 7, account });
    const sum = (of: "upBytes" | "downBytes") => items.reduce((all, one) => all + one[of], 0);
    return { up: sum("upBytes"), down: sum("downBytes") };
  };
  await waitFor("it is billed", async () => (await billed()).down >= carried.down, 15_000);
  // Datagrams dropped by a full buffer behind the gateway were still carried.
  expect((await billed()).down).toBeLessThan(carried.down * 1.05);
  expect((await billed()).up).toBeLessThanOrEqual(carried.up);
}, 90_000);
