/**
 * An unlimited plan in a fleet: each of its ports belongs to one node, which alone opens it,
 * reports on it and limits its speed.
 */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import type { Customer } from "../../journeys/customer.ts";
import { type Endpoint, measure, startStreamTarget } from "../../journeys/streams.ts";
import { atApi } from "./customers.ts";
import type { Stage } from "./stage.ts";

/** Concurrent streams through each of its ports. */
const streams = [1, 8, 32];
const openMs = 30_000;

export class Plan {
  readonly ports: Endpoint[];
  /** Ports that did not reopen in time after a fault. */
  portsNotReopened = 0;
  #stage: Stage;
  #customer: Customer;
  #id: string;

  constructor(stage: Stage, customer: Customer, { id, ports }: { id: string; ports: Endpoint[] }) {
    this.#stage = stage;
    this.#customer = customer;
    this.#id = id;
    this.ports = ports;
  }

  /** Checks that each port is open at its node, unchanged. Call it once a fault is over. */
  async checkPorts(): Promise<void> {
    const isOpen = async () => (await portsOf(this.#stage, this.#customer, this.#id)).length;
    let open = 0;
    const all = async () => {
      open = await isOpen().catch(() => 0);
      return open === this.ports.length;
    };
    await waitFor("the plan's ports are open", all, openMs, 500).catch(() => undefined);
    this.portsNotReopened += this.ports.length - open;
  }

  /** Mbps of each port, all measured at the same time. */
  async speeds(seconds: number): Promise<number[]> {
    const target = await startStreamTarget(this.#stage.streamPort);
    try {
      const found = this.ports.map((port, n) =>
        measure(port, { target, way: "down", count: streams[n] ?? 1, seconds }),
      );
      return (await Promise.all(found)).map(({ mbps }) => mbps);
    } finally {
      target.stop();
    }
  }
}

/** The plan's open ports. */
async function portsOf(stage: Stage, customer: Customer, planId: string): Promise<Endpoint[]> {
  const { ports } = await atApi(stage.url, customer).ask("portOrder", { planId });
  return ports.filter(({ open }) => open);
}

/** Buys one port for each number of streams. */
export async function buyPlan(stage: Stage, customer: Customer): Promise<Plan> {
  const fields = { kind: "port", region: "europe", days: 30, method: "wallet" } as const;
  const bought = await customer.ask("orderUnlimit", { ...fields, quantity: streams.length });
  const id = bought.planId ?? "";
  const ports = await waitFor(
    "the plan's ports are open",
    async () => {
      const open = await portsOf(stage, customer, id);
      return open.length === streams.length && open;
    },
    openMs,
  );
  return new Plan(stage, customer, { id, ports });
}
