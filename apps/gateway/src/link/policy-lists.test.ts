/** Lists of refused targets at a real gateway: what is refused, and how the lists get there. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { policyPartBytes, type TargetPolicy } from "@turnpike/contract/target-facts.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { Outside } from "../testing/outside.ts";
import { labExit } from "../testing/resources.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { UdpClient } from "../testing/udp.ts";

let gateway: RunningGateway;
const world = { ...realWorld(), lookup: () => ["93.184.216.34"] };
const alice = "alice1";

const start = async (more: Partial<GatewayOptions> = {}) => {
  gateway = await gatewayAt(hub, [], { world, policyFolder: join(hub.folder, "lists"), ...more });
};
const files = () => readdirSync(join(hub.folder, "lists")).sort();
/** Tells gateways which lists count from now on. */
const want = (...policies: TargetPolicy[]) => {
  hub.supply.policies = policies;
  hub.tellAll((seq) => ({ kind: "policies", seq, policies }));
};

/** The status of a tunnel, and the details of its refusal. */
async function connect(host: string, user = alice) {
  const client = new Client(gateway.port);
  const login = `Proxy-Authorization: ${basic(user, "secret1")}`;
  client.socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}\r\n${login}\r\n\r\n`);
  const head = await client.head();
  const said = /details="(?<details>.*)"/.exec(head)?.groups?.["details"] ?? "";
  return { status: Number(head.slice(9, 12)), said, client };
}
const status = async (host: string, user = alice) => {
  const answer = await connect(host, user);
  answer.client.socket.destroy();
  return answer.status;
};
const isRefused = (host: string) =>
  eventually(`${host} is refused`, () => {
    void status(host).then((code) => (last = code));
    return last === 403;
  });
let last = 0;

const hub = forEachTest(() => new TestHub().listen());
beforeEach(() => {
  last = 0;
  hub.addSubAccount(alice, "secret1", 1e9);
});
const outside = forEachTest(() =>
  new Outside(({ bytes, socket }) => {
    if (bytes.includes("\r\n\r\n")) socket.write("HTTP/1.1 204 Here\r\nContent-Length: 0\r\n\r\n");
  }).listen(),
);
beforeEach(() => {
  hub.upsert(outside.exit());
});
afterEach(() => gateway.stop(0));

describe("targets in a list (spec/operator#target-policy)", () => {
  test("are refused by name and by every name below, whichever way they are asked for", async () => {
    hub.supply.policies = [hub.supply.listOf("bank", ["bank.example", "mail.example"])];
    await start();
    const refused = await connect("www.bank.example");
    expect(refused.status).toBe(403);
    expect(refused.said).toMatch(/^targetPolicy: .*: list bank$/);
    expect(await status("bank.example")).toBe(403);
    expect(await status("mybank.example")).toBe(200);
    // Two requests on one connection: the second one is judged too.
    const client = new Client(gateway.port);
    const login = `Proxy-Authorization: ${basic(alice, "secret1")}`;
    for (const [host, code] of [
      ["fine.example", 204],
      ["a.b.mail.example", 403],
    ] as const) {
      client.socket.write(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${login}\r\n\r\n`);
      expect(Number((await client.head()).slice(9, 12))).toBe(code);
    }
    client.socket.destroy();
    const socks = new Client(gateway.port);
    const name = "www.bank.example";
    socks.socket.write(
      Buffer.from([5, 1, 2, 1, 6, ...Buffer.from(alice), 7, ...Buffer.from("secret1")]),
    );
    socks.socket.write(Buffer.from([5, 1, 0, 3, name.length, ...Buffer.from(name), 1, 187]));
    expect((await socks.exactly(14))[5]).toBe(2);
    socks.socket.destroy();
    hub.upsert(labExit({ id: "exit-udp", ip: "127.1.9.9" }));
    const udp = await UdpClient.open(gateway, { user: alice, password: "secret1" });
    udp.sendToName(Buffer.from("x"), "bank.example", 443);
    await eventually("its line", () => hub.requests.some(({ protocol }) => protocol === "udp"));
    const against = () => hub.requests.filter(({ reason }) => reason === "targetPolicy");
    await eventually("all lines", () => against().length === 5);
    const lines = against();
    expect(new Set(lines.map(({ protocol }) => protocol))).toEqual(
      new Set(["connect", "http", "socks5", "udp"]),
    );
    expect(lines.every(({ detail }) => detail === "list bank")).toBe(true);
    udp.stop();
  });

  test("are refused in the pools of their list alone, and not to approved accounts if it spares them", async () => {
    const premium = hub.addSubAccount("premium1", "secret1", 1e9);
    const approved = hub.addSubAccount("trusted1", "secret1", 1e9);
    const change = (id: string, fields: object) => {
      const fact = hub.resources.get(`subAccount ${id}`);
      if (fact?.kind === "subAccount") hub.upsert({ ...fact, ...fields });
    };
    change(premium, { pool: "premium" });
    change(approved, { approved: true });
    hub.upsert({
      kind: "ownExits",
      id: "own",
      priority: 1,
      weight: 100,
      pools: { premium: { priority: 1, weight: 100 } },
    });
    const only = { pools: ["residential", "static"], exceptApproved: true };
    hub.supply.policies = [
      hub.supply.listOf("bank", ["bank.example"], only),
      hub.supply.listOf("mail", ["mail.example"], { pools: ["premium"] }),
      hub.supply.listOf("nowhere", ["free.example"], { pools: [] }),
    ];
    await start();
    const all = async (host: string) =>
      Promise.all([alice, "premium1", "trusted1"].map((user) => status(host, user)));
    expect(await all("bank.example")).toEqual([403, 200, 200]);
    expect(await all("mail.example")).toEqual([200, 403, 200]);
    expect(await all("free.example")).toEqual([200, 200, 200]);
    expect((await connect("bank.example")).said).toContain("open to accounts with an approved");
    // The approval is taken back: the open tunnel ends too.
    const open = await connect("bank.example", "trusted1");
    change(approved, { approved: undefined });
    await eventually("the tunnel is cut", () => open.client.closed || open.client.ended);
    expect(await status("bank.example", "trusted1")).toBe(403);
  });

  test("end open tunnels when their list arrives, and can be reached again once it is removed", async () => {
    await start();
    const bank = await connect("www.bank.example");
    const other = await connect("other.example");
    want(hub.supply.listOf("bank", ["bank.example"]));
    await eventually("the tunnel is cut", () => bank.client.closed || bank.client.ended);
    expect(other.client.closed).toBe(false);
    await eventually("its line", () => hub.requests.some(({ outcome }) => outcome === "cut"));
    expect(hub.requests.find(({ outcome }) => outcome === "cut")?.reason).toBe("targetPolicy");
    expect(await status("bank.example")).toBe(403);
    want();
    await eventually("the file is gone", () => files().length === 0);
    expect(await status("bank.example")).toBe(200);
    other.client.socket.destroy();
  });
});

describe("lists on a node's disk (spec/operator#target-policy)", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `n${at}.example`);
  const older = () => hub.supply.listOf("bank", ["old.example"]);
  const parts = (list: TargetPolicy) => Math.ceil(list.bytes / policyPartBytes);

  test("a list that is cut off goes on where it ended, and the older one counts until it is whole", async () => {
    hub.supply.policies = [older()];
    await start();
    expect(await status("old.example")).toBe(403);
    const newer = hub.supply.listOf("bank", [...many(200_000), "new.example"]);
    expect(parts(newer)).toBeGreaterThan(3);
    hub.supply.partsLeft = 2;
    hub.supply.partsAsked.length = 0;
    want(newer);
    await eventually("two parts", () => hub.supply.partsAsked.length >= 3);
    expect([await status("old.example"), await status("new.example")]).toEqual([403, 200]);
    // The link is cut, and the gateway's process ends meanwhile.
    await gateway.stop(0);
    hub.supply.partsLeft = Number.POSITIVE_INFINITY;
    hub.supply.partsAsked.length = 0;
    await start();
    await isRefused("new.example");
    expect(hub.supply.partsAsked[0]).toBe(2);
    expect(hub.supply.partsAsked).toHaveLength(parts(newer) - 2);
    expect(await status("old.example")).toBe(200);
    expect(files()).toEqual([`bank.${newer.sha256}.names`]);
  }, 20_000);

  test("a worker that starts without a hub's help has its node's list at once", async () => {
    hub.supply.policies = [older()];
    await start();
    await gateway.stop(0);
    hub.supply.partsAsked.length = 0;
    await start();
    expect(await status("old.example")).toBe(403);
    expect(hub.supply.partsAsked).toEqual([]);
  });

  test("a worker that starts while a newer list is on its way goes on with the older one", async () => {
    hub.supply.policies = [older()];
    await start();
    await gateway.stop(0);
    hub.supply.partsLeft = 0;
    hub.supply.policies = [hub.supply.listOf("bank", ["new.example"], {}, [3, 4])];
    await start();
    expect([await status("old.example"), await status("new.example")]).toEqual([403, 200]);
  });

  test("a list that was damaged on its way or on disk never counts", async () => {
    const list = hub.supply.listOf("bank", ["bank.example"]);
    const good = hub.supply.lists.get(list.sha256) ?? new Uint8Array();
    hub.supply.lists.set(
      list.sha256,
      good.map((byte, at) => (at === good.length - 1 ? byte ^ 1 : byte)),
    );
    hub.supply.policies = [older(), { ...list, name: "other" }];
    const started = start();
    await eventually("it was asked for", () => hub.supply.partsAsked.length >= 2);
    hub.supply.lists.set(list.sha256, good);
    await started;
    expect([await status("old.example"), await status("bank.example")]).toEqual([403, 403]);
    await gateway.stop(0);
    writeFileSync(join(hub.folder, "lists", `other.${list.sha256}.names`), "nonsense");
    await start();
    await isRefused("bank.example");
  }, 20_000);

  test("other workers of the node wait for the file and ask nothing", async () => {
    await start({ worker: 2, gateway: "g2" });
    const first = gateway;
    want(older());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(hub.supply.partsAsked).toEqual([]);
    expect(existsSync(join(hub.folder, "lists"))).toBe(false);
    await start();
    expect(hub.supply.partsAsked).toEqual([0]);
    await gateway.stop(0);
    gateway = first;
    await isRefused("old.example");
  });
});
