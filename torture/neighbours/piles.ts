/** N6: what a free account can pile up is limited, and others hardly notice the attempt. */
import { type Customer } from "../../journeys/customer.ts";
import { atMost, exactly, type Figure } from "../story.ts";
import { openTunnel } from "../tunnel.ts";
import { Attack } from "./attack.ts";
import type { CallTemplate } from "./attack-calls.ts";
import type { Counts } from "./counts.ts";
import { postOk, measureAroundAttack, figuresOf, keepAliveAgent, type Visit } from "./honest.ts";
import { customerAt } from "./networks.ts";
import { account, type Row, type Scene } from "./scene.ts";

/** The caps (spec/limits#caps). */
const caps = { whitelist: 1_000, subAccounts: 100, payments: 20, streams: 10, holds: 1_000 };
const lanes = 8;

interface Pile {
  what: string;
  asks: CallTemplate[];
  /** Number of calls that exceeds the cap. */
  enough: number;
  cap: number;
  /** How many exist in the end. */
  held(session: string): Promise<number>;
}

function pilesOf({ arena, name, sku }: Scene & { name: string; sku: string }): Pile[] {
  const { url } = arena.product;
  const total = async (path: string, fields: Record<string, string>) =>
    Number((await postOk(url + path, fields))["total"]);
  const pending = async (path: string, session: string) => {
    const { items } = await postOk(url + path, { session, limit: 100 });
    return (items as { status: string }[]).filter(({ status }) => status === "pending").length;
  };
  return [
    {
      what: "whitelist entries",
      asks: [{ path: "/v1/addTrafficWhite", fields: { ips: "{ips}" } }],
      enough: 15,
      cap: caps.whitelist,
      held: (session) => total("/v1/trafficWhiteList", { session }),
    },
    {
      what: "sub-accounts",
      asks: [
        {
          path: "/v1/addSubUser",
          fields: { account: `${name}{n}`, password: "secret123", trafficGb: "0" },
        },
      ],
      enough: 130,
      cap: caps.subAccounts,
      held: (session) => total("/v1/subUsers", { session }),
    },
    {
      what: "unpaid payments",
      asks: [
        { path: "/v1/recharge", fields: { amountCents: "5000", method: "crypto" } },
        { path: "/v1/order", fields: { sku, quantity: "1", method: "card" } },
      ],
      enough: 60,
      cap: caps.payments,
      held: async (session) =>
        (await pending("/v1/rechargeList", session)) + (await pending("/v1/orderList", session)),
    },
  ];
}

async function pileUp(scene: Scene, pile: Pile, session: string, visit: Visit): Promise<Figure[]> {
  const { arena, full, quietMs, floorMs } = scene;
  let counts: Counts = {};
  const attack = async () => {
    const forMs = full ? 10_000 : 8_000;
    const { asks, enough } = pile;
    const job = {
      kind: "calls" as const,
      url: arena.product.url,
      asks,
      sessions: [session],
      lanes,
      ...(full ? {} : { most: enough }),
      forMs,
    };
    counts = await (await Attack.start(job)).end();
  };
  const phases = await measureAroundAttack(visit, quietMs, attack);
  const refused = counts["answer 409 tooMany"] ?? 0;
  const others = Object.entries(counts).filter(([name]) => name.startsWith("answer"));
  const words = others.map(([name, times]) => `${times} × ${name}`).join(", ");
  const what = `${pile.what}, ${words}`;
  const held = await pile.held(session);
  const slow = { percentile: "p50" as const, times: 2, floorMs };
  return [
    atMost("N6", `${what}: held in the end`, { value: held, bar: pile.cap, unit: "" }),
    exactly("N6", `${pile.what}: more than the cap is refused as tooMany`, {
      value: refused > 0 ? "yes" : "no",
      bar: "yes",
      unit: "",
    }),
    ...figuresOf("N6", pile.what, phases, slow),
  ];
}

/** A whitelisted port requires traffic; only ten live streams are allowed. */
async function refusals(scene: Scene, session: string): Promise<Figure[]> {
  const { url } = scene.arena.product;
  const attack = await Attack.start({
    kind: "calls",
    url,
    asks: [{ path: "/v1/whitePortAdd", fields: { num: "1", minutes: "60" } }],
    sessions: [session],
    lanes: 2,
    most: 20,
    forMs: 1_000,
  });
  const ports = await attack.end();
  const streaming = await Attack.start({
    kind: "calls",
    url,
    asks: [{ path: "/v1/live" }],
    sessions: [session],
    lanes: 15,
    most: 15,
    stream: true,
    forMs: 1_000,
  });
  const streams = await streaming.end();
  return [
    exactly("N6", `whitelisted ports without traffic (${JSON.stringify(ports)})`, {
      value: ports["answer 0"] ?? 0,
      bar: 0,
      unit: "",
    }),
    exactly("N6", `of 15 live streams refused as tooMany (${JSON.stringify(streams)})`, {
      value: streams["answer 409 tooMany"] ?? 0,
      bar: 15 - caps.streams,
      unit: "",
    }),
  ];
}

/** A thousand holds by `sid` are kept; then the oldest is dropped. */
async function holds(scene: Scene): Promise<Figure[]> {
  const { arena, full } = scene;
  const sub = await arena.sub(await arena.customer(5e9));
  const exitOf = async (sid: number) => {
    const tunnel = await openTunnel({
      ...arena.place(sub, arena.origins[0], "connect"),
      user: `${sub.account}-sid-s${sid}-t-60`,
      port: arena.product.ports.target,
    });
    const { socket } = tunnel;
    return new Promise<string>((resolve, reject) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
        const found = /"ip":\s*"([^"]+)"/.exec(text)?.[1];
        if (found === undefined) return;
        resolve(found);
        socket.destroy();
      });
      socket.on("close", () => reject(new Error(`no exit: ${text}`)));
      socket.write("GET /ip HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    });
  };
  const count = caps.holds + 200;
  const seen = new Map<number, string>();
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const sid = next++;
      seen.set(sid, await exitOf(sid));
    }
  };
  await Promise.all(Array.from({ length: full ? 8 : 4 }, lane));
  const again = async (sids: number[]) => {
    const same = await Promise.all(sids.map(async (sid) => (await exitOf(sid)) === seen.get(sid)));
    return same.filter(Boolean).length;
  };
  const few = Array.from({ length: 50 }, (_, at) => at);
  const late = await again(few.map((at) => count - 1 - at));
  const early = await again(few);
  return [
    exactly("N6", `${count} holds: of the last 50 kept`, { value: late, bar: 50, unit: "" }),
    // A new exit may by chance be the same as before.
    atMost("N6", `${count} holds: of the first 50 still kept`, { value: early, bar: 3, unit: "" }),
  ];
}

async function play(scene: Scene): Promise<Figure[]> {
  const { url } = scene.arena.product;
  const { session: bystander }: Customer = scene.honest.customer;
  const agent = keepAliveAgent(4);
  const visit: Visit = (at) =>
    postOk(
      `${url}/v1/${at % 2 ? "member" : "headerInit"}`,
      { session: bystander },
      { agent, from: customerAt(at % 2) },
    );
  const figures: Figure[] = [];
  const name = `pile${process.pid}`;
  const free = await account(scene, name);
  // A whitelist entry needs a sub-account; one exists by then.
  const { products } = await scene.honest.customer.ask("priceList", {});
  const sku = products.find(({ kind, enterprise }) => kind === "traffic" && !enterprise)?.sku ?? "";
  for (const pile of pilesOf({ ...scene, name, sku }).toReversed())
    figures.push(...(await pileUp(scene, pile, free.session, visit)));
  figures.push(...(await refusals(scene, free.session)));
  if (scene.full) figures.push(...(await holds(scene)));
  agent.destroy();
  return figures;
}

export const piles: Row = { id: "N6", stage: "lab", play };
