/**
 * A fleet of two APIs and three gateway machines under load, while each part crashes, is cut off or
 * restarts: nothing is billed that was not carried, and customers of healthy parts are unaffected
 * (spec/quality#fleet). In the full form a machine that was taken over lies and floods all the time. `FLEET_FAULTS="link cut long,database stopped"` runs only these; with
 * `FLEET_PREVIOUS=DIR`, API 2 and node 3 run that checkout; with `FLEET_DATABASE=patroni`, the
 * database is a cluster whose primary is killed (Debian's packages, as root).
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { register, topUp } from "../journeys/customer.ts";
import type { Sub } from "./arena.ts";
import { connectionLimit, Limited, PasswordChanges, Purchases } from "./fleet/customers.ts";
import {
  type ActiveFaults,
  type Fault,
  type FaultKind,
  injectFault,
  waitUntilHealthy,
} from "./fleet/faults.ts";
import { figuresOf, type People } from "./fleet/figures.ts";
import { Hostile } from "./fleet/hostile.ts";
import { buyPlan } from "./fleet/plan.ts";
import { type Node, openStage, type Stage } from "./fleet/stage.ts";
import { Traffic } from "./fleet/traffic.ts";
import { type StoryOptions, type Figure, sleep, type Story, runStoryCli } from "./story.ts";

const steadyOfNode = { full: 12, bounded: 4 };
const newcomersPerSecond = 20;
const newcomerSubs = { full: 30, bounded: 10 };
const walletCents = 5_000_000;
const gbOfSub = 5;

const faultsOf: Record<"full" | "bounded", FaultKind[]> = {
  bounded: ["api 1 killed", "worker killed", "link cut"],
  full: [
    "api 1 killed",
    "api 2 killed",
    "worker killed",
    "node killed",
    "database stopped",
    "link cut",
    "link cut long",
    "node clock + 90 s",
    "rolling restart",
  ],
};

/** The faults of a run of this form. @throws RangeError if FLEET_FAULTS names an unknown one */
function faultsIn(form: "full" | "bounded"): FaultKind[] {
  const only = process.env["FLEET_FAULTS"];
  const isCluster = process.env["FLEET_DATABASE"] === "patroni";
  const all = faultsOf[form].map((kind) =>
    kind === "database stopped" && isCluster ? "primary killed" : kind,
  );
  if (only === undefined) return all;
  return only.split(",").map((name) => {
    const known: FaultKind[] = [...faultsOf.full, "primary killed"];
    const found = known.find((kind) => kind === name);
    if (found === undefined) throw new RangeError(`no fault is named ${name}`);
    return found;
  });
}

async function invite(stage: Stage, form: "full" | "bounded"): Promise<People> {
  const owner = await register(stage);
  const buyer = await register(stage);
  for (const customer of [owner, buyer]) await topUp(customer, walletCents);
  const { products } = await owner.ask("priceList", {});
  const plan = products.find(({ kind, enterprise }) => kind === "traffic" && !enterprise);
  if (!plan) throw new Error("no traffic plan is sold");
  const quantity = 500;
  await owner.ask("placeOrder", { sku: plan.sku, quantity, method: "wallet" });
  let made = 0;
  const sub = async (more: { maxConnections?: number } = {}): Promise<Sub> => {
    made += 1;
    const account = `fleet${made}x${process.pid}`;
    const password = "secret123";
    const question = { account, password, trafficGb: gbOfSub, ...more };
    const { id } = await owner.ask("addSubUser", question);
    return { customer: owner, id, account, password };
  };
  const steady = new Map<Node, Sub>();
  for (const node of stage.nodes) steady.set(node, await sub());
  const newcomers: Sub[] = [];
  while (newcomers.length < newcomerSubs[form]) newcomers.push(await sub());
  return {
    owner,
    buyer,
    sku: plan.sku,
    steady,
    newcomers,
    changing: await sub(),
    limited: await sub({ maxConnections: connectionLimit }),
  };
}

async function play(stage: Stage, { full, random }: StoryOptions): Promise<Figure[]> {
  const form = full ? "full" : "bounded";
  const broken: ActiveFaults = { nodes: new Set(), cut: new Set() };
  const people = await invite(stage, form);
  const plan = await buyPlan(stage, people.owner);
  const traffic = new Traffic(stage, random);
  const living = () =>
    stage.nodes.filter((node) => !broken.nodes.has(node) && !broken.cut.has(node));
  for (const [node, sub] of people.steady) traffic.steady(node, sub, steadyOfNode[form]);
  traffic.newcomers(newcomersPerSecond, () => {
    const nodes = living();
    if (nodes.length === 0) return null;
    return { node: random.pick(nodes), sub: random.pick(people.newcomers) };
  });
  const purchases = new Purchases(stage, people.buyer, { sku: people.sku, perSecond: 5 });
  const changes = new PasswordChanges(stage, traffic, {
    sub: people.changing,
    everyMs: 1_000,
    pick: () => random.pick(living().length > 0 ? living() : stage.nodes),
  });
  const limited = new Limited(traffic, stage.nodes, { sub: people.limited, random });
  const victim = people.steady.get(stage.nodes[0] as Node);
  const hostile = full && victim ? await Hostile.join(stage, victim) : null;
  const faults: Fault[] = [];
  const ownLoop = monitorEventLoopDelay({ resolution: 20 });
  ownLoop.enable();
  await sleep(3_000);
  for (const kind of faultsIn(form)) {
    const fault = await injectFault(kind, { stage, random, broken, full });
    console.log(`  ${kind}: all well after ${((fault.to - fault.from) / 1_000).toFixed(1)} s`);
    faults.push(fault);
    await plan.checkPorts();
    await sleep(full ? 10_000 : 1_500);
  }
  for (const part of [changes, limited, purchases, traffic]) await part.stop();
  await hostile?.stop();
  // What the customers of this process felt of it, and not of the fleet.
  console.log(`  longest delay of this process's own loop: ${Math.round(ownLoop.max / 1e6)} ms`);
  await waitUntilHealthy(stage);
  const foreign = await (hostile?.honestRefused() ?? stage.foreignReports());
  const run = { stage, people, traffic, purchases, changes, limited, faults, plan, full, foreign };
  return [...(await figuresOf(run)), ...((await hostile?.figures()) ?? [])];
}

export const fleet: Story = {
  name: "fleet",
  run: async (options) => {
    const stage = await openStage();
    try {
      return await play(stage, options);
    } finally {
      await stage.stop();
    }
  },
};

if (import.meta.main) await runStoryCli(fleet);
