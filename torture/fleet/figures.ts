/** What a run of the fleet has to hold: bytes, tunnels, sales, changes, the limit, the books. */
import type { Customer } from "../../journeys/customer.ts";
import type { Billed, Sub } from "../arena.ts";
import { atMost, exactly, type Figure, sleep } from "../story.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { at, type Limited, type PasswordChanges, type Purchases } from "./customers.ts";
import type { Fault, FaultKind } from "./faults.ts";
import type { Node, Stage } from "./stage.ts";
import { type Carried, counted, type Traffic } from "./traffic.ts";

/** Connections that the limited sub-account may have at once. */
export const limit = 10;
const bookedMs = 60_000;

/** The customers of a run: who is steady at which node, who comes and goes, who is limited. */
export interface People {
  owner: Customer;
  buyer: Customer;
  sku: string;
  steady: Map<Node, Sub>;
  newcomers: Sub[];
  changing: Sub;
  limited: Sub;
}

/** Everything that ran, for the figures. */
export interface Run {
  stage: Stage;
  people: People;
  traffic: Traffic;
  purchases: Purchases;
  changes: PasswordChanges;
  limited: Limited;
  faults: Fault[];
}

/** Every figure of a run, once all has stopped. */
export async function figuresOf(run: Run): Promise<Figure[]> {
  return [
    ...(await byteFigures(run)),
    ...tunnelFigures(run),
    ...(await saleFigures(run)),
    ...changeFigures(run),
    atMost("fleet", `connections of a sub-account limited to ${limit}, at every sample`, {
      value: run.limited.most,
      bar: limit,
      unit: "",
    }),
    exactly("fleet", "difference in the books", {
      value: await differenceOf(run.stage),
      bar: "none",
      unit: "",
    }),
  ];
}

async function differenceOf(stage: Stage): Promise<string> {
  const verified = JSON.parse(await stage.operate("verify", "--json")) as {
    difference: string | null;
  };
  return verified.difference ?? "none";
}

const total = ({ up, down }: Billed) => up + down;
const sum = (each: number[]) => each.reduce((all, one) => all + one, 0);

/** Traffic that a killed worker may not have reported: what it moved in the quarter of a second before. */
const forgivenMs = 250;

async function byteFigures({ stage, people, traffic, faults }: Run): Promise<Figure[]> {
  const subs = [...people.steady.values(), ...people.newcomers, people.changing, people.limited];
  const byStory = subs.map((sub) => ({
    sub,
    ...counted(traffic.carried.filter((one) => one.sub === sub)),
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
  // Whatever would come twice comes late.
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
  // Of a tunnel that ended within an exchange, what was carried lies between both counts.
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

function forgivableBytes(carried: Carried[], faults: Fault[]): number {
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

/** What the statistics show of each sub-account. */
async function billedOf(stage: Stage, subs: Sub[]): Promise<Map<Sub, Billed>> {
  const billed = new Map<Sub, Billed>();
  for (const sub of subs) {
    const question = { days: 7 as const, account: sub.account };
    const { items } = await at(stage.url, sub.customer).ask("trafficStatis", question);
    const up = sum(items.map(({ upBytes }) => upBytes));
    billed.set(sub, { up, down: sum(items.map(({ downBytes }) => downBytes)) });
  }
  return billed;
}

const isLongPause = ({ longestPauseMs }: Carried) => longestPauseMs > 1_000;

/** Tunnels of nodes to which nothing was done, and what new ones met. */
function tunnelFigures({ people, traffic, faults }: Run): Figure[] {
  const during = (when: number, node: Node) =>
    faults.some(({ from, to, nodes }) => nodes.includes(node) && when >= from - 250 && when <= to);
  const steady = new Set(people.steady.values());
  const kept = traffic.carried.filter(({ sub }) => steady.has(sub));
  const lost = kept.filter(
    ({ isFinished, node, tunnel }) => !isFinished && !during(tunnel.overAt ?? 0, node),
  );
  const pauses = kept.filter(({ pauseEndedAt, node }) => !during(pauseEndedAt, node));
  const isCut = (when: number, node: Node) =>
    faults.some(({ from, to, cut }) => cut.includes(node) && when >= from && when <= to);
  const others = traffic.attempts.filter(
    ({ sub, at: when, node, waitedMs }) =>
      sub !== people.limited &&
      !isCut(when, node) &&
      !during(when, node) &&
      !during(when + waitedMs, node),
  );
  const refused = others.filter(({ status }) => status !== 200);
  const kinds = [...new Set(refused.map(({ status }) => status))].join(", ") || "none";
  for (const { kind, from, to } of faults) {
    const own = refused.filter(({ at: when }) => when >= from - 2_500 && when <= to);
    const ended = lost.filter(
      ({ tunnel }) => (tunnel.overAt ?? 0) >= from && (tunnel.overAt ?? 0) <= to,
    );
    if (own.length + ended.length > 0)
      console.log(`  ${kind}: ${own.length} new tunnels refused, ${ended.length} open ones ended`);
    for (const { sub, node, at: when, waitedMs, status } of own)
      console.log(
        `    ${sub.account} at ${node.name} ${Math.round(when - from)} ms after its beginning: ${status} after ${Math.round(waitedMs)} ms`,
      );
    const paused = pauses.filter(({ pauseEndedAt: at }) => at > from && at < to + 5_000);
    for (const { node, longestPauseMs, pauseEndedAt } of paused.filter(isLongPause))
      console.log(
        `    a pause of ${Math.round(longestPauseMs)} ms at ${node.name}, over ${Math.round(pauseEndedAt - from)} ms after its beginning`,
      );
  }
  return [
    exactly("fleet", "tunnels ended at survivors", { value: lost.length, bar: 0, unit: "" }),
    atMost("fleet", "longest pause of a tunnel at a survivor", {
      value: Math.max(0, ...pauses.map(({ longestPauseMs }) => longestPauseMs)),
      bar: 1_000,
      unit: "ms",
    }),
    exactly("fleet", `${others.length} new tunnels at living gateways: refused (${kinds})`, {
      value: refused.length,
      bar: 0,
      unit: "",
    }),
    atMost("fleet", "longest wait of a new tunnel", {
      value: Math.max(0, ...others.map(({ waitedMs }) => waitedMs)),
      bar: 2_500,
      unit: "ms",
    }),
  ];
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
  const stopped = gap(["database stopped"]);
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
    const { items } = await at(stage.url, customer).ask("orderList", { page, limit: 100 });
    ids.push(...items.map(({ id }) => id));
    if (items.length < 100) return ids;
  }
}

function changeFigures({ changes, faults }: Run): Figure[] {
  const during = (when: number, node: Node) =>
    faults.some(({ from, to, nodes }) => nodes.includes(node) && when >= from - 250 && when <= to);
  const counts = changes.done.filter(({ at: when, node }) => !during(when, node));
  const refused = counts.filter(({ status }) => status !== 200).length;
  return [
    exactly("fleet", `${counts.length} passwords changed and used at once elsewhere: refused`, {
      value: refused,
      bar: 0,
      unit: "",
    }),
  ];
}
