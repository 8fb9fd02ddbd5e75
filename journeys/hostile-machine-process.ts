/**
 * The process of a gateway machine that was taken over (hostile-machine.ts): it has a valid key,
 * speaks the link raw, floods and lies. `hostile-machine-process.ts URL NAME LINE`; its parent sends
 * the victim, and `stop`.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  connectMachine,
  type FakeLink,
  joinMachine,
} from "@turnpike/api/across/hub/fake-node-testing.ts";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Outcomes, Victim } from "./hostile-machine.ts";

const workers = 4;
const rows = 200;
const lyingMs = 200;

class AttackingMachine {
  #links: FakeLink[];
  #stopped = false;
  #attacks: Promise<unknown> = Promise.resolve();
  readonly outcomes = new Map<string, Outcomes[string]>();

  private constructor(links: FakeLink[]) {
    this.#links = links;
  }

  /** Joins with the operator's line and connects some workers. */
  static async join(url: string, name: string, line: string): Promise<AttackingMachine> {
    const machine = await joinMachine(url, name, line);
    const links = Array.from({ length: workers }, (_, at) =>
      connectMachine(url, machine, { worker: at + 1 }),
    );
    await Promise.all(
      links.map((link) => new Promise<void>((up) => link.onConnection((isUp) => isUp && up()))),
    );
    return new AttackingMachine(links);
  }

  /** Attacks until it is stopped, with every kind of lie at each of its workers. */
  attack(victim: Victim): void {
    const all = this.#links.flatMap((link, at) =>
      Object.entries(lies(victim, at + 1)).map(([kind, lie]) => this.#repeat(kind, link, lie)),
    );
    this.#attacks = Promise.all(all);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.race([this.#attacks, sleep(5_000)]);
    await Promise.all(this.#links.map((link) => link.stop()));
  }

  async #repeat(kind: string, link: FakeLink, lie: Lie): Promise<void> {
    const counts = { answered: 0, refused: 0 };
    this.outcomes.set(kind, this.outcomes.get(kind) ?? counts);
    while (!this.#stopped) {
      const answered = await lie(link).then(
        () => true,
        () => false,
      );
      const known = this.outcomes.get(kind) ?? counts;
      if (answered) known.answered += 1;
      else known.refused += 1;
      await sleep(lyingMs);
    }
  }
}

type Lie = (link: FakeLink) => Promise<unknown>;

function lies(victim: Victim, worker: number): Record<string, Lie> {
  const { accountId, subAccountId, exitIp, gateway } = victim;
  const own = { gateway: `evil-${worker}`, epoch: `lies ${worker}` };
  const others = { gateway, epoch: "e1" };
  let sequence = 0;
  const usage = () => ({
    leaseId: randomUUID(),
    accountId,
    subAccountId,
    product: "traffic" as const,
    hour: Date.now(),
    domain: "lie.example",
    country: "FO",
    city: "",
    upBytes: 5_000_000_000,
    downBytes: 0,
    requests: 1,
  });
  const report = (by: typeof own) => {
    sequence += 1;
    return { ...by, sequence, rows: [usage()] };
  };
  const line = (more: Partial<RequestRow> = {}) =>
    connectionLine({
      id: randomUUID(),
      at: Date.now() - 1_000,
      accountId,
      subAccountId,
      product: "traffic",
      client: "198.51.100.77",
      target: "lie.example:443",
      protocol: "connect",
      exitIp,
      country: "FO",
      upBytes: 1,
      downBytes: 1,
      ms: 5_000,
      outcome: "ok",
      reason: "",
      detail: "",
      ...more,
    });
  const many = <T>(make: () => T) => Array.from({ length: rows }, make);
  return {
    usage: (link) => link.ask("report", { reports: [report(own), report(others)] }),
    aside: (link) =>
      link.ask("aside", { asides: [{ report: report(own), why: "deadlock detected", at: 0 }] }),
    trace: (link) => link.ask("connections", { ...own, rows: many(() => line()), dropped: 0 }),
    log: (link) =>
      link.ask("connections", {
        ...own,
        rows: many(() => line({ exitIp: "", outcome: "refused", reason: "portBlocked" })),
        dropped: 0,
      }),
    exits: (link) => link.ask("machine", { addresses: [exitIp, "198.51.100.9"], port: 7_000 }),
    slots: (link) => link.ask("slots", { ...own, subAccountId, open: 0, wanted: 1_000 }),
    census: (link) =>
      link.ask("census", { ...own, open: [{ accountId, subAccountId, connections: 9_999 }] }),
    hold: (link) =>
      link.ask("hold", {
        subAccountId,
        key: "|lie",
        minutes: 60,
        proposedExitId: randomUUID(),
        deadExitId: null,
      }),
    settle: (link) => link.ask("settle", { ...own, leaseIds: many(() => randomUUID()) }),
    held: (link) => link.ask("held", { gateway, leaseIds: [] }),
    garbage: (link) => link.ask("lease", { ...own, subAccountId: 1 as never, wantedBytes: -1 }),
    large: (link) =>
      link.ask("resolve", { name: "x".repeat(1_200_000), address: "127.0.0.1" } as never),
    flood: async (link) => {
      const asked = Array.from({ length: 200 }, () => link.ask("resolve", { name: "nobody0001" }));
      await Promise.allSettled(asked);
    },
  };
}

const [url = "", name = "", joinLine = ""] = process.argv.slice(2);
const machine = await AttackingMachine.join(url, name, joinLine);
process.on("message", (message: Victim | "stop") => {
  if (message !== "stop") {
    machine.attack(message);
    return;
  }
  void machine.stop().then(() => {
    process.send?.(Object.fromEntries(machine.outcomes));
    process.disconnect?.();
  });
});
process.on("disconnect", () => process.exit(0));
process.send?.("joined");
