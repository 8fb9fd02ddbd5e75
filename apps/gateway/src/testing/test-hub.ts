/** A hub for tests: a real link, answers from memory. Bills carried bytes exactly once. */
import { mkdtempSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ExitFact,
  Fact,
  LookupKeys,
  HubMessage,
  OpenCount,
  Questions,
  StaticIpFact,
  UsageRow,
} from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { ListenerHealth, LoadSample, PortState } from "@turnpike/contract/gateway-states.ts";
import { listenIpc } from "@turnpike/link/ipc.ts";
import type { Answers, HubLink, Peer } from "@turnpike/link/link.ts";
import { decideLease, leaseMs, leaseSeconds } from "@turnpike/rules/lease.ts";
import type { StickySession } from "@turnpike/rules/sticky-session.ts";
import { isNamed, noLimits, verifierOf } from "./resources.ts";
import { countSlots } from "./count-slots.ts";
import { hold } from "./held-answers.ts";
import { SupplyAnswers } from "./supply-answers.ts";
import { takeLines } from "./take-lines.ts";

type OutLease = { subAccountId: string; budget: string; bytes: number; reported: number };

export class TestHub {
  readonly folder = mkdtempSync(join(tmpdir(), "gateway-test-"));
  readonly path = join(this.folder, "hub.sock");
  /** Bytes left to lease, by sub-account. */
  left = new Map<string, number>();
  /** Bytes left of target budgets, by `ID TARGET` (sub-account and target). */
  budgets = new Map<string, number>();
  rows: UsageRow[] = [];
  requests: RequestRow[] = [];
  /** Lines of tunnels that were still open. */
  openRequests: RequestRow[] = [];
  dropped = 0;
  maxRequests = 100_000;
  connectionCounts: OpenCount[][] = [];
  doors = new Map<string, ListenerHealth>();
  /** The latest states of customers' ports that gateways reported. */
  ports = new Map<string, PortState>();
  /** The latest latencies of pool exits; null for a failure. */
  readonly latencies = new Map<string, number | null>();
  loads: LoadSample[] = [];
  machine: Questions["machine"]["question"] | null = null;
  /** Answers to `bind`, by its id. */
  readonly bound = new Map<string, number[]>();
  /** The country that only another node has exits in, as in filters. */
  countryElsewhere = "";
  elsewhereAsked = 0;
  /** How many of the next reports of static listeners, and of ports, get no answer. */
  doorReportsToFail = 0;
  portReportsToFail = 0;
  resources = new Map<string, Fact>();
  leases = new Map<string, OutLease>();
  settledLeases = 0;
  /** The leases that the gateway last reported as held. */
  held: string[] | null = null;
  /** Bytes reported beyond their lease's size, or for a lease that is not outstanding. */
  unleased = 0;
  duplicates = 0;
  stickySessions = new Map<string, StickySession>();
  stickySessionsAsked = 0;
  /** The exits that sessions have just left on demand. */
  leftExits = new Map<string, string>();
  readonly supply = new SupplyAnswers();
  /** Connections of limited sub-accounts, by gateway and sub-account. */
  slots = new Map<string, number>();
  slotsAsked = { all: 0, beforeLease: 0 };
  /** The keys that gateways looked up before refusing a client. */
  lookups: LookupKeys[] = [];
  offsetMs = 0;
  leaseMs = leaseMs(leaseSeconds);
  #applied = new Set<string>();
  #seqs = new Map<Peer, number>();
  #link: HubLink | null = null;

  async listen(): Promise<this> {
    this.#link = await listenIpc(this.path, {
      answers: this.#answers(),
      localNodeId: "local",
      onPeer: (peer) => void this.#seqs.set(peer, 0),
      onDisconnected: (peer) => void this.#seqs.delete(peer),
    });
    return this;
  }

  /** Makes the hub unavailable until the next `listen`. */
  disconnect = async () => {
    await this.#link?.stop();
    this.#link = null;
  };
  async stop(): Promise<void> {
    await this.disconnect();
    rmSync(this.folder, { recursive: true, force: true });
  }

  addSubAccount(name: string, password: string, bytes: number, limits = noLimits): string {
    const id = `sub-${name}`;
    this.left.set(id, bytes);
    this.upsert({
      kind: "subAccount",
      id,
      accountId: `account-${name}`,
      name,
      verifier: verifierOf(name, password),
      enabled: true,
      limits,
    });
    return id;
  }

  /** Sells an exit: its static IP has this name and password for an hour. */
  addStaticIp(
    exit: ExitFact,
    name: string,
    password: string,
    changed: Partial<StaticIpFact> = {},
  ): StaticIpFact {
    const fact: StaticIpFact = {
      kind: "staticIp",
      id: `static-${exit.id}`,
      accountId: `account-${name}`,
      exitId: exit.id,
      product: exit.product === "short" ? "short" : "static",
      name: name.toLowerCase(),
      verifier: verifierOf(name.toLowerCase(), password),
      whitelist: [],
      enabled: true,
      expiresAt: Date.now() + this.offsetMs + 3_600_000,
      ...changed,
    };
    this.upsert(fact);
    return fact;
  }

  upsert(fact: Fact): void {
    this.resources.set(`${fact.kind} ${fact.id}`, fact);
    this.announce({ puts: [fact], drops: [] });
  }

  delete(kind: Fact["kind"], id: string): void {
    this.resources.delete(`${kind} ${id}`);
    this.announce({ puts: [], drops: [{ kind, id }] });
  }

  /** Whether changes are not announced. */
  isQuiet = false;

  announce(change: Omit<Extract<HubMessage, { kind: "change" }>, "kind" | "seq">): void {
    if (!this.isQuiet) this.tellAll((seq) => ({ kind: "change", seq, ...change }));
  }
  tellAll(messageOf: (seq: number) => HubMessage): void {
    for (const [peer, seq] of this.#seqs) {
      this.#seqs.set(peer, seq + 1);
      peer.tell(messageOf(seq + 1));
    }
  }

  /** The billed bytes of a sub-account. */
  billed(subAccountId: string): { up: number; down: number; requests: number } {
    const sum = { up: 0, down: 0, requests: 0 };
    for (const row of this.rows) {
      if (row.subAccountId !== subAccountId) continue;
      sum.up += row.upBytes;
      sum.down += row.downBytes;
      sum.requests += row.requests;
    }
    return sum;
  }

  #answers(): Answers {
    return this.supply.answering({ ...this.#billingAnswers(), ...this.#stateAnswers() });
  }

  #billingAnswers() {
    return {
      hello: async (_asked, from) => ({ offsetMs: this.offsetMs, seq: this.#seqs.get(from) ?? 0 }),
      snapshot: async () => ({ facts: [...this.resources.values()], cursor: null }),
      lease: async (asked) => this.#lease(asked),
      settle: async ({ leaseIds }) => ({
        settled: leaseIds.filter((id) => this.#settle(id)).length,
      }),
      held: async ({ leaseIds }) => {
        this.held = leaseIds;
        return { returned: 0 };
      },
      aside: async ({ asides }) => ({ kept: asides.length }),
      latencies: async ({ exits }) => {
        for (const { exitId, ms } of exits) this.latencies.set(exitId, ms);
        return {};
      },
      report: async ({ reports }) => {
        for (const { gateway, epoch, sequence, rows, upstreams = [] } of reports) {
          const key = `${gateway} ${epoch} ${sequence}`;
          if (this.#applied.has(key)) this.duplicates += 1;
          else for (const row of rows) this.#apply(row);
          if (!this.#applied.has(key)) this.supply.usage.push(...upstreams);
          this.#applied.add(key);
        }
        return { applied: reports.map(({ sequence }) => sequence) };
      },
    } satisfies Partial<Answers>;
  }

  #stateAnswers() {
    return {
      ...takeLines(this),
      census: async ({ open }) => {
        this.connectionCounts.push(open);
        return {};
      },
      doors: async ({ doors }) => {
        this.doorReportsToFail -= 1;
        if (this.doorReportsToFail >= 0) throw new Error("missed");
        for (const door of doors) this.doors.set(door.exitId, door);
        return {};
      },
      ports: async ({ ports }) => {
        this.portReportsToFail -= 1;
        if (this.portReportsToFail >= 0) throw new Error("missed");
        for (const port of ports) this.ports.set(port.portId, port);
        return {};
      },
      machine: async (machine) => {
        this.machine = machine;
        return {};
      },
      bound: async ({ id, unbindable }) => {
        this.bound.set(id, unbindable);
        return {};
      },
      elsewhere: async ({ filter }) => {
        this.elsewhereAsked += 1;
        return { exists: filter.country === this.countryElsewhere };
      },
      load: async ({ sample }) => {
        this.loads.push(sample);
        return {};
      },
      slots: countSlots(this),
      resolve: async (keys) => {
        this.lookups.push(keys);
        return { facts: [...this.resources.values()].filter((fact) => isNamed(fact, keys)) };
      },
      hold: async (question) => {
        this.stickySessionsAsked += 1;
        return hold(this, question);
      },
    } satisfies Partial<Answers>;
  }

  #lease(asked: Questions["lease"]["question"]): Questions["lease"]["answer"] {
    const { subAccountId, wantedBytes, heldBytes = 0 } = asked;
    const leftBytes = this.left.get(subAccountId) ?? 0;
    const fact = this.resources.get(`subAccount ${subAccountId}`);
    const enabled = fact?.kind === "subAccount" && fact.enabled;
    const budget = `${subAccountId} ${asked.target ?? ""}`;
    const targetLeftBytes = this.budgets.get(budget) ?? null;
    const left = { leftBytes, targetLeftBytes };
    const decided = decideLease({ enabled, ...left, wantedBytes, heldBytes });
    if (!decided.lease) return { refused: decided.why };
    const id = randomUUID();
    this.left.set(subAccountId, leftBytes - decided.bytes);
    if (targetLeftBytes !== null) this.budgets.set(budget, targetLeftBytes - decided.bytes);
    this.leases.set(id, { subAccountId, budget, bytes: decided.bytes, reported: 0 });
    const expiresAt = Date.now() + this.offsetMs + this.leaseMs;
    return { lease: { id, bytes: decided.bytes, expiresAt } };
  }

  #settle(id: string): boolean {
    const lease = this.leases.get(id);
    if (!lease || !this.leases.delete(id)) return false;
    this.settledLeases += 1;
    const left = this.left.get(lease.subAccountId) ?? 0;
    const unused = lease.bytes - lease.reported;
    this.left.set(lease.subAccountId, left + unused);
    const ofBudget = this.budgets.get(lease.budget);
    if (ofBudget !== undefined) this.budgets.set(lease.budget, ofBudget + unused);
    return true;
  }

  #apply(row: UsageRow): void {
    this.rows.push(row);
    const bytes = row.upBytes + row.downBytes;
    const lease = this.leases.get(row.leaseId);
    if (lease) lease.reported += bytes;
    if (row.product !== "traffic" && row.leaseId === "") return;
    const over = lease ? lease.reported - lease.bytes : bytes;
    if (over > 0) this.unleased += over;
  }
}
