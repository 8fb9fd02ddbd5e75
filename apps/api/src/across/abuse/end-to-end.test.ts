/** Real traffic through a real gateway: the trace finds each connection once, by exit and time. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startLabTarget } from "../lab/target.ts";
import { startHubApi } from "../request-log/testing.ts";
import { traceExit, traceRequest } from "./trace.ts";
import { startGatewayOf } from "../proxy-test/testing.ts";

const password = "secret123";
const perCustomer = 30;
let customers: { name: string; session: string; id: string; email: string }[];
const folder = folderForTests();

const target = forTests(() => startLabTarget(0));
const api = forTests(() => startHubApi({ LAB_TARGET_PORT: String(target.port) }));
beforeAll(async () => {
  // Only a few exits, so that customers share them.
  await sql`
    update exit set retired_at = now() where id not in (
      select id from exit where product = 'pool' order by ip limit 4)`.execute(api.db);
  customers = await Promise.all(
    ["AdaReal11", "BobReal11", "CarlReal1"].map(async (name) => {
      const owner = await api.register();
      await api.topUp(owner.session, 10_000);
      const money = {
        session: owner.session,
        sku: "traffic-standard",
        quantity: 10,
        method: "wallet",
      };
      await api.send("placeOrder", money);
      const sub = { session: owner.session, account: name, password, trafficGb: 1 };
      const { code, msg } = await api.send("addSubUser", sub);
      if (code !== 0) throw new Error(msg);
      return { name, ...owner };
    }),
  );
});
const gateway = forTests(() =>
  startGatewayOf(api, {
    port: 0,
    journalFolder: folder,
    allow: [`127.0.0.1:${target.port}`],
    openRecorded: { afterMs: 100, everyMs: 60_000 },
  }),
);

interface Seen {
  name: string;
  exit: string;
  /** When the response was read, by this machine's clock; a tunnel was still open then. */
  at: number;
  requestId: string;
}

/** Sends requests to the gateway and reads until the response matches, or the connection ends. */
function talk(say: string[], until: RegExp): Promise<{ text: string; close: () => void }> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, "127.0.0.1");
    let text = "";
    socket.setTimeout(10_000, () => socket.destroy(new Error("timed out")));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const next = say.shift();
      if (next !== undefined) socket.write(next);
      else if (until.test(text)) resolve({ text, close: () => socket.destroy() });
    });
    socket.write(say.shift() ?? "");
  });
}

/** Makes one connection, a tunnel or an absolute-form request for the client's own address. */
async function request(name: string, tunnel: boolean): Promise<Seen & { close: () => void }> {
  const to = `127.0.0.1:${target.port}`;
  const login = `Proxy-Authorization: Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
  const get = `GET ${tunnel ? "" : `http://${to}`}/ip HTTP/1.1\r\nHost: ${to}\r\n`;
  const say = tunnel
    ? [`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${login}\r\n\r\n`, `${get}\r\n`]
    : [`${get}${login}\r\n\r\n`];
  const { text, close } = await talk(say, /"ip":"[0-9.]+"\}/);
  const at = Date.now();
  const exit = /"ip":"([0-9.]+)"/.exec(text)?.[1] ?? "";
  const requestId = /x-request-id: (\S+)/i.exec(text)?.[1] ?? "";
  return { name, exit, at, requestId, close };
}

/** The trace's rows with their customers' names, once `count` connections have ended. */
async function allTraced(count: number) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await sql<{ id: string; name: string; exit: string }>`
      select t.id, s.name, host(t.exit_ip) as exit
      from connection_trace t join sub_account s on s.id = t.sub_account_id
      where not t.open`.execute(api.db);
    if (rows.length >= count) return rows;
    await sleep(100);
  }
  throw new Error("not every connection was traced");
}

test("Each connection is traced once, to its customer, and customers see only their own", async () => {
  const plan = customers.flatMap(({ name }) => Array.from({ length: perCustomer }, () => name));
  plan.sort(() => Math.random() - 0.5);
  const seen: Seen[] = [];
  // Six at a time, so that several customers use the same exit at the same instant.
  for (let from = 0; from < plan.length; from += 6) {
    const some = plan.slice(from, from + 6).map((name, index) => request(name, index % 2 === 0));
    const done = await Promise.all(some);
    await sleep(Math.random() * 20);
    for (const { close, ...one } of done) {
      close();
      seen.push(one);
    }
  }
  const traced = await allTraced(plan.length);
  const perExit = (each: { name: string; exit: string }) => `${each.name} ${each.exit}`;
  expect(traced.map(perExit).toSorted()).toEqual(seen.map(perExit).toSorted());
  for (const one of seen) {
    // An absolute-form request has ended by the time its response is read; a tunnel has not.
    const windowSeconds = one.requestId === "" ? 1 : 0;
    const question = { exit: one.exit, at: one.at, target: null, windowSeconds };
    const { connections } = await traceExit(api.services, question);
    const own = connections.filter(({ holder }) => holder.name === one.name);
    expect(own).toContainEqual(expect.objectContaining({ client: "127.0.0.1", exit: one.exit }));
  }
  // Responses to absolute-form requests carry no request id.
  const known = new Set(traced.map(({ id }) => id));
  const ids = seen.flatMap(({ requestId }) => (requestId === "" ? [] : [requestId]));
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
  expect(known.size).toBe(plan.length);
  for (const { name, session } of customers) {
    const { data } = await api.send("requestLog", { session, limit: 100 });
    const expected = traced.filter((each) => each.name === name).map(({ id }) => id);
    expect(data.items.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  }
}, 60_000);

test("A tunnel is traced while it is open, and its record is completed when it ends", async () => {
  const [{ name } = { name: "" }] = customers;
  const tunnel = await request(name, true);
  const found = () => traceRequest(api.services, tunnel.requestId);
  await expect.poll(found, { timeout: 8_000 }).not.toBeNull();
  expect(await found()).toMatchObject({ to: null, outcome: "open", exit: tunnel.exit });
  const question = { exit: tunnel.exit, at: tunnel.at, target: "127.0.0.1", windowSeconds: 0 };
  const { connections } = await traceExit(api.services, question);
  expect(connections.map(({ requestId }) => requestId)).toContain(tunnel.requestId);
  tunnel.close();
  await expect.poll(async () => (await found())?.outcome, { timeout: 5_000 }).toBe("ok");
  expect((await found())?.downBytes).toBeGreaterThan(0);
});
