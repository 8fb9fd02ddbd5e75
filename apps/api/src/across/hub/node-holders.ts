/**
 * Which sub-accounts a machine may speak for (spec/nodes#identity): those that it leased bytes for. A
 * lease is what its customer pays for and sees; a machine's own counts prove nothing. The questions
 * that come before the first lease of a sub-account at a machine have a short trial.
 */
import type { Identity } from "@turnpike/link/link.ts";
import { gatewayName, localNode } from "@turnpike/rules/node.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { liveLeasesOf } from "../../products/lease/store.ts";
import { accountsOf } from "../../products/sub-account/store/lists.ts";

/** A machine may speak for a sub-account this long after its last lease, as tunnels may be idle. */
const leasedForMs = 24 * 3_600_000;
/** A database's answer that there is no lease is used again for this long. */
const unknownForMs = 2_000;
/** Connections may be counted this long before their sub-account's first lease arrives. */
const beforeLeaseMs = 3_000;
/** One trial of slots for each sub-account at a node in this time. */
const trialEveryMs = 3_600_000;
/**
 * Trials of a node that no lease has followed for as long as a first lease takes. An honest one has
 * few: a target that is refused ends so. Beyond these it gets no slots before a lease, and is named.
 */
const maxUnfollowed = 60;
/** Within this time of a trial its lease usually follows; another worker of the node waits for it. */
const pendingMs = 250;
/** Of a node at once, also those that a lease may follow yet. */
const maxTrials = 1_000;
/** Of each of these in memory, at most; beyond it the oldest are read from the database again. */
const maxKnown = 200_000;

type Node = Pick<Identity, "nodeName" | "worker">;
interface Trial {
  worker: number;
  at: number;
}

export class NodeHolders {
  #services: Services;
  #now: () => number;
  #leasedUntil = new Map<string, number>();
  /** Since when a machine has named a sub-account without a lease. */
  #unknownSince = new Map<string, { since: number; readAt: number }>();
  /** When slots were taken before a lease, of each node by sub-account. */
  #trials = new Map<string, Map<string, Trial>>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(services: Services, now: () => number = () => performance.now()) {
    this.#services = services;
    this.#now = now;
  }

  /** Records that a machine asked for a lease for a sub-account and was not refused for its own sake. */
  leased(node: Pick<Node, "nodeName">, subAccountId: string): void {
    const key = keyOf(node, subAccountId);
    this.#unknownSince.delete(key);
    this.#trials.get(node.nodeName)?.delete(subAccountId);
    put(this.#leasedUntil, key, this.#now() + leasedForMs);
  }

  /** Those of the sub-accounts that the machine may speak for. */
  async ofNode(node: Pick<Node, "nodeName">, ids: string[]): Promise<ReadonlySet<string>> {
    if (node.nodeName === localNode) return new Set(ids);
    const now = this.#now();
    const unread = ids.filter((id) => !this.#isLeased(node, id, now) && isUuid(id));
    const due = unread.filter((id) => {
      const known = this.#unknownSince.get(keyOf(node, id));
      return known === undefined || now - known.readAt >= unknownForMs;
    });
    if (due.length > 0) {
      const { db } = this.#services;
      const accounts = await accountsOf(db, due);
      const live = await liveLeasesOf(db, { node: node.nodeName, accounts });
      for (const id of live) this.leased(node, id);
      for (const id of due) {
        const key = keyOf(node, id);
        if (this.#isLeased(node, id, now)) continue;
        const { since } = this.#unknownSince.get(key) ?? { since: now };
        put(this.#unknownSince, key, { since, readAt: now });
      }
    }
    return new Set(ids.filter((id) => this.#isLeased(node, id, now)));
  }

  /** Whether a machine names a sub-account for longer than a first lease takes. */
  isForeign(node: Pick<Node, "nodeName">, subAccountId: string): boolean {
    if (!isUuid(subAccountId)) return true;
    const known = this.#unknownSince.get(keyOf(node, subAccountId));
    return known !== undefined && this.#now() - known.since >= beforeLeaseMs;
  }

  /**
   * Whether a worker may take slots for a sub-account now, before its node's first lease: `pending` if
   * a worker of its node just did, `before` if one did within the hour, `tooMany` if the node did for
   * too many without a lease since.
   */
  beginTrial(
    { nodeName, worker }: Node,
    subAccountId: string,
  ): "begun" | "pending" | "before" | "tooMany" {
    const now = this.#now();
    const trials = this.#trials.get(nodeName) ?? new Map<string, Trial>();
    this.#trials.set(nodeName, trials);
    let unfollowed = 0;
    for (const [name, { at }] of trials) {
      if (now - at >= trialEveryMs) trials.delete(name);
      else if (now - at >= beforeLeaseMs) unfollowed += 1;
    }
    const known = trials.get(subAccountId);
    if (known !== undefined) return now - known.at < pendingMs ? "pending" : "before";
    if (unfollowed >= maxUnfollowed) return "tooMany";
    if (trials.size >= maxTrials) return "before";
    trials.set(subAccountId, { worker, at: now });
    return "begun";
  }

  /** Slots that were taken before a lease, and that none has followed: they are not renewed. */
  openTrials(): { gateway: string; subAccountId: string }[] {
    const now = this.#now();
    return [...this.#trials].flatMap(([nodeName, trials]) =>
      [...trials]
        .filter(([, { at }]) => now - at < trialEveryMs)
        .map(([subAccountId, { worker }]) => {
          return { gateway: gatewayName(nodeName, worker), subAccountId };
        }),
    );
  }

  #isLeased(node: Pick<Node, "nodeName">, id: string, now: number): boolean {
    return (this.#leasedUntil.get(keyOf(node, id)) ?? 0) > now;
  }
}

const keyOf = ({ nodeName }: Pick<Node, "nodeName">, id: string) => `${nodeName} ${id}`;

/** Sets a key as the newest; the oldest of too many is forgotten. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxKnown) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
