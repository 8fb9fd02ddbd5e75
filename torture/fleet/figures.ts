/** Criteria for a run of the fleet: bytes, tunnels, sales, changes, the limit, the books. */
import type { Customer } from "../../journeys/customer.ts";
import type { Billed, Sub } from "../arena.ts";
import { atMost, exactly, type Figure, sleep } from "../story.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import {
  atApi,
  type Limited,
  connectionLimit,
  type PasswordChanges,
  type Purchases,
} from "./customers.ts";
import { differenceOf, type Fault, type FaultKind } from "./faults.ts";
import type { Plan } from "./plan.ts";
import type { Node, Stage } from "./stage.ts";
import { type LoadTunnel, byteBounds, type Traffic } from "./traffic.ts";
import { changeFigures, tunnelFigures, databaseFaults } from "./tunnel-figures.ts";

const bookedMs = 60_000;

/** The customers of a run: the steady one of each node, newcomers, the limited one. */
export interface People {
  owner: Customer;
  buyer: Customer;
  sku: string;
  steady: Map<Node, Sub>;
  newcomers: Sub[];
  changing: Sub;
  limited: Sub;
}

/** All parts of a run, to compute its figures. */
export interface Run {
  stage: Stage;
  people: People;
  traffic: Traffic;
  purchases: Purchases;
  changes: PasswordChanges;
  limited: Limited;
  faults: Fault[];
  plan: Plan;
  full: boolean;
  /** Honest nodes that sent something about others' resources, or how often any node did. */
  foreign: number;
}

/** All figures of a run, after everything has stopped. */
export async function figuresOf(run: Run): Promise<Figure[]> {
  return [
    ...(await byteFigures(run)),
    ...tunnelFigures(run),
    ...(await saleFigures(run)),
    ...changeFigures(run),
    atMost("fleet", `connections of a sub-account limited to ${connectionLimit}, at every sample`, {
      value: run.limited.most,
      bar: connectionLimit,
      unit: "",
    }),
    ...(await ownershipFigures(run)),
    ...(await bookFigures(run)),
  ];
}

/** The books after each fault for which they were verified, and at the end. */
async function bookFigures({ stage, faults }: Run): Promise<Figure[]> {
  const verified = faults.filter(({ difference }) => difference !== null);
  const first = verified.find(({ difference }) => difference !== "none");
  const end = await differenceOf(stage);
  const value = first ? `${first.difference} after ${first.kind}` : end;
  return [
    exactly("fleet", `difference in the books, looked at ${verified.length + 1} times`, {
      value,
      bar: "none",
      unit: "",
    }),
  ];
}

/** Resources owned by one node: no other node disturbs them, and they reach their speed. */
async function ownershipFigures({ plan, full, foreign }: Run): Promise<Figure[]> {
  const within = full ? 0.05 : 0.2;
  const speeds = await plan.speeds(full ? 10 : 3);
  const off = Math.max(...speeds.map((mbps) => Math.abs(mbps / mbpsOfPort - 1)));
  return [
    exactly("fleet", "reports of others' exits and ports", {
      value: foreign,
      bar: 0,
      unit: "",
    }),
    exactly("fleet", `${plan.ports.length} unlimited ports: spoilt after any fault`, {
      value: plan.portsNotReopened,
      bar: 0,
      unit: "",
    }),
    atMost("fleet", `their speed beside ${mbpsOfPort} Mbps each`, {
      value: off * 100,
      bar: within * 100,
      unit: "%",
    }),
  ];
}
const mbpsOfPort = 5;

const total = ({ up, down }: Billed) => up + down;
const sum = (each: number[]) => each.reduce((all, one) => all + one, 0);

/** A killed worker may lose the report of its last quarter of a second. */
const forgivenMs = 250;

async function byteFigures({ stage, people, traffic, faults }: Run): Promise<Figure[]> {
  const subs = [...people.steady.values(), ...people.newcomers, people.changing, people.limited];
  const byStory = subs.map((sub) => ({
    sub,
    ...byteBounds(traffic.carried.filter((one) => one.sub === sub)),
  }));
  await waitFor("the origin's ends are closed", () => stage.origin.open() === 0, 20_000);
  const forgivable = forgivableBytes(traffic.carried, faults);
  let billed = new Map<Sub, Billed>();
  const missing = () =>
    sum(
      byStory.map(({ sub, arrived }) =>
        Math.max(0, total(arrived) - total(billed.get(sub) ?? none)),
      ),
    );
  await waitFor(
    "all is billed",
    async () => {
      billed = await billedOf(stage, subs);
      return missing() <= forgivable;
    },
    bookedMs,
    500,
  ).catch(() => undefined);
  // Duplicates would arrive late.
  await sleep(3_000);
  billed = await billedOf(stage, subs);
  const over = byStory.map(({ sub, sent }) => {
    const { up, down } = billed.get(sub) ?? none;
    return Math.max(0, up - sent.up) + Math.max(0, down - sent.down);
  });
  const hurt = new Set(
    faults.filter(({ killedWorkers }) => killedWorkers > 0).flatMap(({ nodes }) => nodes),
  );
  const atSurvivors = byStory.filter(({ sub }) =>
    [...people.steady].some(([node, one]) => one === sub && !hurt.has(node)),
  );
  // If a tunnel ended during an exchange, the carried bytes are between both counts.
  const off = atSurvivors.map(({ sub, arrived, sent }) => {
    const all = total(billed.get(sub) ?? none);
    return Math.max(0, total(arrived) - all) + Math.max(0, all - total(sent));
  });
  const carried = `${(sum(byStory.map(({ arrived }) => total(arrived))) / 1e6).toFixed(1)} MB`;
  const bar = { bar: 0, unit: "bytes" };
  return [
    exactly("fleet", `${carried}: billed above carried`, { value: sum(over), ...bar }),
    exactly("fleet", "billed - carried of tunnels at surviving nodes", { value: sum(off), ...bar }),
    atMost("fleet", "unbilled, all killed workers together", {
      value: missing(),
      bar: forgivable,
      unit: "bytes",
    }),
    exactly("fleet", "wrong bytes", {
      value: sum(traffic.carried.map(({ tunnel }) => tunnel.wrong)) + stage.origin.wrong,
      ...bar,
    }),
  ];
}

const none: Billed = { up: 0, down: 0 };

function forgivableBytes(carried: LoadTunnel[], faults: Fault[]): number {
  const killed = faults.filter(({ killedWorkers }) => killedWorkers > 0);
  return sum(
    killed.flatMap(({ nodes, from, to }) =>
      carried
        .filter((one) => nodes.includes(one.node) && !one.isFinished)
        .filter(({ tunnel }) => (tunnel.overAt ?? 0) >= from && (tunnel.overAt ?? 0) <= to)
        .map(({ tunnel }) => tunnel.movedWithin(from, forgivenMs)),
    ),
  );
}

/** The bytes in each sub-account's statistics. */
async function billedOf(stage: Stage, subs: Sub[]): Promise<Map<Sub, Billed>> {
  const billed = new Map<Sub, Billed>();
  for (const sub of subs) {
    const question = { days: 7 as const, account: sub.account };
    const { items } = await atApi(stage.url, sub.customer).ask("trafficStatis", question);
    const up = sum(items.map(({ upBytes }) => upBytes));
    billed.set(sub, { up, down: sum(items.map(({ downBytes }) => downBytes)) });
  }
  return billed;
}

async function saleFigures({ stage, people, purchases, faults }: Run): Promise<Figure[]> {
  const gap = (kinds: FaultKind[]) =>
    Math.max(
      0,
      ...faults
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ from, to }) => purchases.longestGapMs(from, to)),
    );
  const orders = await ordersOf(stage, people.buyer);
  const lost = purchases.done.filter(({ orderId }) => !orders.includes(orderId)).length;
  const figures = [
    atMost("fleet", "time without sales when an API dies", {
      value: gap(["api 1 killed", "api 2 killed"]),
      bar: 3_000,
      unit: "ms",
    }),
    exactly("fleet", `${purchases.done.length} purchases: acknowledged, and lost`, {
      value: lost,
      bar: 0,
      unit: "",
    }),
    exactly("fleet", "purchases: effects beyond one per requestId", {
      value: orders.length - new Set(purchases.done.map(({ requestId }) => requestId)).size,
      bar: 0,
      unit: "",
    }),
  ];
  const stopped = gap(databaseFaults);
  if (stopped > 0)
    figures.push(
      atMost("fleet", "time without sales when the database stops", {
        value: stopped,
        bar: 20_000,
        unit: "ms",
      }),
    );
  return figures;
}

/** All of a customer's orders. */
async function ordersOf(stage: Stage, customer: Customer): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await atApi(stage.url, customer).ask("orderList", { page, limit: 100 });
    ids.push(...items.map(({ id }) => id));
    if (items.length < 100) return ids;
  }
}
