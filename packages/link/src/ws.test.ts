/** The link between machines: real sockets, an HTTP server, nodes in memory. */
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, get, type Server } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type Answers, type GatewayLink, LinkDown, type Peer } from "./link.ts";
import { newNodeKey, signProof } from "./proof.ts";
import { timeLimit } from "../../net/src/testing/time-bar.ts";
import { connectWs, type NodeWorker } from "./ws-gateway.ts";
import type { NodeKey } from "./ws-authenticate.ts";
import { attachWs, type WsHubOptions } from "./ws-hub.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const quiet = { warn: () => {}, info: () => {} };
const id = "0d7f3f0e-5a5c-4d1f-9a54-1f3f3a1f0001";
const key = newNodeKey();
const node: NodeKey = {
  id,
  name: "eu-1",
  publicKey: Buffer.from(key.publicKey, "base64url"),
  generation: 1,
  retired: false,
};
/** A hub's answers that show which worker asked. */
const answers = {
  hello: async (_question: unknown, { identity }: Peer) => ({ offsetMs: identity.worker, seq: 0 }),
  lease: async () => ({ refused: "insufficientTraffic" }),
  settle: async () => ({ settled: 0 }),
} as unknown as Answers;

async function hub(changed: Partial<WsHubOptions> = {}, server: Server = createServer()) {
  server.on("request", (_request, response) => response.end("plain"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const link = attachWs(server, {
    answers,
    replica: "r1",
    nodeOf: async (asked) => (asked === id ? node : null),
    admit: async () => null,
    hosts: [],
    log: quiet,
    ...changed,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await link.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  stops.push(stop);
  const at = (server.address() as AddressInfo).port;
  return { link, stop, port: at, url: `ws://127.0.0.1:${at}/link` };
}
function gateway(urls: string[], changed: Partial<NodeWorker> = {}): GatewayLink {
  const own = { id, name: "eu-1", privateKey: key.privateKey };
  const link = connectWs({ urls, node: own, worker: 2, epoch: "e1", log: quiet, ...changed });
  stops.push(() => link.stop());
  return link;
}
const whenUp = (link: GatewayLink, state = true) =>
  new Promise<void>((resolve) => link.onConnection((up) => up === state && resolve()));
const refusal = (link: GatewayLink) =>
  new Promise<string>((resolve) => link.onRefused?.((reason) => resolve(reason)));
const hello = (link: GatewayLink) => link.ask("hello", { gateway: "x-9", epoch: "e9" });

describe("the link between machines (spec/nodes#link)", () => {
  test("relays requests and messages; the peer's identity comes from its proof", async () => {
    const peers: Peer[] = [];
    const { url } = await hub({ onPeer: (peer) => peers.push(peer) });
    const link = gateway([url]);
    const heard: unknown[] = [];
    link.onMessage((news) => heard.push(news));
    await whenUp(link);
    expect(await hello(link)).toEqual({ offsetMs: 2, seq: 0 });
    const identity = { nodeId: id, nodeName: "eu-1", worker: 2, epoch: "e1" };
    expect(peers.map((peer) => peer.identity)).toEqual([expect.objectContaining(identity)]);
    peers[0]?.tell({ kind: "clock", seq: 1, offsetMs: 5 });
    await expect.poll(() => heard).toEqual([{ kind: "clock", seq: 1, offsetMs: 5 }]);
    const unknown = link.ask("later" as "hello", { gateway: "", epoch: "" });
    await expect(unknown).rejects.toThrow(/^unknown #\d+$/);
  });

  test("rejects a wrong key, an unknown or retired node, and a proof for another host", async () => {
    const { url } = await hub();
    const other = { id, name: "eu-1", privateKey: newNodeKey().privateKey };
    expect(await refusal(gateway([url], { node: other }))).toBe("the proof is wrong");
    const unknown = { ...other, id: id.replace(/1$/, "2") };
    expect(await refusal(gateway([url], { node: unknown }))).toBe("node is unknown");
    const retiring = await hub({ nodeOf: async () => ({ ...node, retired: true }) });
    expect(await refusal(gateway([retiring.url]))).toBe("node is retired");
    const { host, port } = new URL(url);
    expect(await spoken(url, { host })).toEqual({ code: 0, reason: "welcome" });
    const elsewhere = await spoken(url, { host: `localhost:${port}` });
    expect(elsewhere.reason).toMatch(/neither PUBLIC_URL's host/);
  });

  test("accepts a proof for its own hosts only, whatever host the request names", async () => {
    const refused: string[] = [];
    const onOtherHost = (node: NodeKey, host: string) => void refused.push(`${node.name} ${host}`);
    const { url } = await hub({ hosts: ["proxy.example", "api-2.example:3000"], onOtherHost });
    const headers = { host: "evil.example" };
    const relayed = await spoken(url, { host: "evil.example", headers });
    expect(relayed.code).toBe(4401);
    expect(relayed.reason).toBe("evil.example is neither PUBLIC_URL's host nor one of LINK_HOSTS");
    expect(refused).toEqual(["eu-1 evil.example"]);
    // A signature that fails is nobody's word: it is not reported.
    const forged = { host: "evil.example", headers, privateKey: newNodeKey().privateKey };
    expect(await spoken(url, forged)).toEqual({ code: 4401, reason: "the proof is wrong" });
    expect(refused).toHaveLength(1);
    for (const host of ["proxy.example", "api-2.example:3000"])
      expect(await spoken(url, { host, headers })).toEqual({ code: 0, reason: "welcome" });
    expect((await spoken(url, { host: "api-2.example", headers })).code).toBe(4401);
    const loopback = { host: "127.0.0.1:1", headers: { host: "127.0.0.2:1" } };
    expect((await spoken(url, loopback)).code).toBe(4401);
  });

  test("closes with 4426 if the protocol is too old, and names the required version", async () => {
    const { url } = await hub();
    const { code, reason } = await spoken(url, { protocol: 0 });
    expect([code, reason]).toEqual([4426, expect.stringMatching(/needs version \d+\.\d+/)]);
  });

  test("allows one connection per worker: a newer run closes the previous one with 4409", async () => {
    const gone: string[] = [];
    const { url, link: end } = await hub({
      onDisconnected: (peer) => gone.push(peer.identity.epoch),
    });
    const codes: unknown[] = [];
    const warn = (fields: object) => void codes.push(Reflect.get(fields, "code"));
    const first = gateway([url], { log: { ...quiet, warn } });
    await whenUp(first);
    const second = gateway([url], { epoch: "e2" });
    await whenUp(second);
    await expect.poll(() => gone).toEqual(["e1"]);
    await expect.poll(() => codes).toEqual([4409]);
    expect(end.peers().map((peer) => peer.identity.epoch)).toEqual(["e2"]);
    const { url: refusing } = await hub({
      admit: async () => ({ code: 4409, reason: "a newer run" }),
    });
    const late = gateway([refusing]);
    await expect(hello(late)).rejects.toThrow(LinkDown);
  });

  test("limits an address to 20 unauthenticated sockets; other requests are unaffected", async () => {
    const { url, port } = await hub();
    const tries = Array.from({ length: 20 }, () => new WebSocket(url));
    stops.push(() => {
      for (const socket of tries) socket.terminate();
    });
    await Promise.all(tries.map((one) => new Promise((open) => one.once("open", open))));
    const one = new WebSocket(url);
    const said = await new Promise<number>((resolve) => {
      one.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    });
    one.on("error", () => {});
    one.terminate();
    expect(said).toBe(429);
    const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" };
    const plain = await new Promise<number>((resolve) => {
      get({ port, host: "127.0.0.1", path: "/", headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
    expect(plain).toBe(200);
  });

  test("disconnects clients that send too much before authenticating", async () => {
    const { url } = await hub();
    const socket = new WebSocket(url);
    socket.on("error", () => {});
    socket.once("open", () => socket.send("x".repeat(100_000)));
    await new Promise((resolve) => socket.once("close", resolve));
  });

  test("dials the next hub at once when one is lost; lease requests wait for it", async () => {
    const [one, two] = [await hub({ replica: "one" }), await hub({ replica: "two" })];
    const link = gateway([one.url, two.url]);
    await whenUp(link);
    const [current] = [one, two].filter((each) => each.link.peers().length > 0);
    const down = whenUp(link, false);
    await current?.stop();
    await down;
    const began = performance.now();
    const fields = { gateway: "", epoch: "", subAccountId: id, wantedBytes: 1 };
    const lease = link.ask("lease", fields);
    await expect(link.ask("settle", { ...fields, leaseIds: [] })).rejects.toThrow(LinkDown);
    expect(await lease).toEqual({ refused: "insufficientTraffic" });
    expect(performance.now() - began).toBeLessThan(timeLimit(1_500));
  });

  test("makes no long pause while a request waits for the link", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
    stops.push(() => random.mockRestore());
    let tries = 0;
    let away = false;
    const admit = async () => {
      tries += 1;
      if (away) throw new Error("the database is away");
      return null;
    };
    const peers: Peer[] = [];
    const { url } = await hub({ admit, onPeer: (peer) => peers.push(peer) });
    const link = gateway([url]);
    await whenUp(link);
    away = true;
    peers[0]?.close(1012, "the API ends");
    // At once, then after pauses of 100, 200, 400 and 800 ms; the next one would be 1.6 s.
    await expect.poll(() => tries, { timeout: 4_000 }).toBe(6);
    away = false;
    const began = performance.now();
    const fields = { gateway: "", epoch: "", subAccountId: id, wantedBytes: 1 };
    expect(await link.ask("lease", fields)).toEqual({ refused: "insufficientTraffic" });
    expect(performance.now() - began).toBeLessThan(timeLimit(1_000));
  });

  test("LINK_FINGERPRINT accepts only that self-signed certificate", async () => {
    const folder = mkdtempSync(join(tmpdir(), "link-tls-"));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    const [cert, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    const rest = ["-nodes", "-days", "2", "-subj", "/CN=hub", "-keyout", keyFile, "-out", cert];
    execFileSync("openssl", [...args, ...rest], { stdio: "ignore" });
    const pem = readFileSync(cert, "utf8");
    const secure = createSecure({ cert: pem, key: readFileSync(keyFile, "utf8") });
    const { url } = await hub({}, secure as unknown as Server);
    const fingerprint = new X509Certificate(pem).fingerprint256.replaceAll(":", "");
    const link = gateway([url.replace("ws:", "wss:")], { fingerprint });
    await whenUp(link);
    expect(await hello(link)).toEqual({ offsetMs: 2, seq: 0 });
    const refused = [
      [{}, /self-signed/],
      [{ fingerprint: "0".repeat(64) }, /not LINK_FINGERPRINT/],
    ] as const;
    for (const [pinned, why] of refused) {
      const whys: string[] = [];
      const log = { ...quiet, warn: (fields: object) => void whys.push(JSON.stringify(fields)) };
      const wrong = gateway([url.replace("ws:", "wss:")], { ...pinned, log });
      await expect.poll(() => whys.join(" ")).toMatch(why);
      await expect(hello(wrong)).rejects.toThrow(LinkDown);
    }
  });
});

/** Sends a signed proof; resolves to the hub's close code and reason, 0 if it is welcome. */
function spoken(
  url: string,
  {
    host = new URL(url).host,
    protocol = 1,
    headers = {},
    privateKey = key.privateKey,
  }: { host?: string; protocol?: number; headers?: Record<string, string>; privateKey?: string },
): Promise<{ code: number; reason: string }> {
  const socket = new WebSocket(url, { headers });
  stops.push(() => socket.terminate());
  return new Promise((resolve) => {
    socket.once("message", (data: Buffer) => {
      const { challenge } = JSON.parse(data.toString("utf8")) as { challenge: { nonce: string } };
      const fields = { node: id, worker: 1, epoch: "e", host, nonce: "n" };
      const signature = signProof({ ...fields, hubNonce: challenge.nonce }, privateKey);
      socket.send(JSON.stringify({ prove: { ...fields, protocol, version: "0", signature } }));
      socket.once("message", () => resolve({ code: 0, reason: "welcome" }));
    });
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString("utf8") }));
  });
}
