/**
 * What the hub refuses of gateway machines (spec/nodes#identity): counted for the metrics, written
 * to the log at most once in some seconds for each machine and kind, and kept for `doctor` and the
 * console, which name a machine that was refused repeatedly.
 */
import { linkQuestions } from "@turnpike/contract/link-questions.ts";
import type { UnansweredQuestion } from "@turnpike/link/hub-peer.ts";
import type { Identity, Peer } from "@turnpike/link/link.ts";
import { gatewayName } from "@turnpike/rules/node.ts";
import { addRefusals } from "../../inventory/node/store/refusals.ts";
import type { Services } from "../../platform/services.ts";

const flushMs = 5_000;
const logEveryMs = 10_000;
const logFailedEveryMs = 1_000;
/** More than this waits only if the database is away; then only the metric counts. */
const maxPending = 10_000;

/** What is refused: things of other machines, or more than a machine's share. */
export type Refused =
  | "reports"
  | "usage"
  | "settlements"
  | "listeners"
  | "ports"
  | "latencies"
  | "plans"
  | "connections"
  | "requests"
  | "leases"
  | "census"
  | "slots"
  | "sessions"
  | "workers"
  | "questions"
  | "rate"
  | "unproved";

const sentences: Partial<Record<Refused, string>> = {
  leases: "leases beyond the node's budget refused",
  questions: "questions that are malformed or too large refused",
  unproved: "lines about others beyond the node's share dropped",
  rate: "the node sends more than its share, and waits",
};

interface Pending {
  identity: Identity;
  what: Refused;
  count: number;
  fields: object;
  /** How many of `count` are in the log. */
  loggedAt: number;
  unlogged: number;
}

export class Refusals {
  #services: Services;
  #pending = new Map<string, Pending>();
  /** Failed questions by machine and kind: when one was logged, and how many were not since. */
  #failed = new Map<string, { loggedAt: number; unlogged: number }>();
  #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
    this.#timer = setInterval(() => void this.#flush(), flushMs).unref();
  }

  /** Records that something of a machine was refused; `fields` say what, for the log. */
  add(
    what: Refused,
    { identity }: Pick<Peer, "identity">,
    count: number,
    fields: object = {},
  ): void {
    if (count <= 0) return;
    this.#services.metrics.countForeign(what, count);
    const key = `${identity.nodeId} ${what}`;
    const known = this.#pending.get(key);
    if (known === undefined && this.#pending.size >= maxPending) return;
    const loggedAt = Number.NEGATIVE_INFINITY;
    const one = known ?? { identity, what, count: 0, fields, loggedAt, unlogged: 0 };
    one.count += count;
    one.unlogged += count;
    one.fields = fields;
    this.#pending.set(key, one);
    this.#log(one);
  }

  /** Records a question that was refused or whose answer failed, and logs why. */
  unanswered({ identity }: Peer, { kind, why, ref, error }: UnansweredQuestion): void {
    const { metrics } = this.#services;
    const gateway = gatewayName(identity.nodeName, identity.worker);
    if (why === "failed")
      this.#logFailed(`${identity.nodeId} ${kind}`, { gateway, kind, ref, err: error });
    else metrics.countQuestion(Object.hasOwn(linkQuestions, kind) ? kind : "unknown", "refused");
    const issue = firstIssue(error);
    if (why === "malformed" || why === "tooLarge")
      this.add("questions", { identity }, 1, { kind, why, ref, issue });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  /** A machine can make its questions fail as often as it likes: it must not push out the log. */
  #logFailed(key: string, fields: object): void {
    const now = performance.now();
    const known = this.#failed.get(key) ?? { loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 };
    const count = known.unlogged + 1;
    const isDue = now - known.loggedAt >= logFailedEveryMs;
    this.#failed.set(key, isDue ? { loggedAt: now, unlogged: 0 } : { ...known, unlogged: count });
    if (isDue) this.#services.log.warn({ ...fields, count }, "a question failed");
  }

  #log(one: Pending): void {
    const now = performance.now();
    if (now - one.loggedAt < logEveryMs) return;
    const { identity, what, fields, unlogged } = one;
    const text = sentences[what] ?? `${what} that the node does not own dropped`;
    this.#services.log.error({ node: identity.nodeName, count: unlogged, ...fields }, text);
    Object.assign(one, { loggedAt: now, unlogged: 0 });
  }

  /** Writes the counts; if the database is away, they wait for the next time. */
  #flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const { db, log } = this.#services;
      const due = [...this.#pending.values()].filter(({ count }) => count > 0);
      if (due.length === 0) return;
      const counts = due.map(({ identity, what, count }) => {
        return { nodeId: identity.nodeId, what, count };
      });
      try {
        await addRefusals(db, counts);
        for (const [at, one] of due.entries()) one.count -= counts[at]?.count ?? 0;
      } catch (error) {
        log.debug({ err: error }, "refusals of nodes were not recorded, retrying");
      }
    });
    return this.#writing;
  }
}

/** Where a question is malformed: its field, and what is wrong with it. */
function firstIssue(error: unknown): string {
  const { issues } = error as { issues?: { path: PropertyKey[]; message: string }[] };
  const [issue] = issues ?? [];
  if (issue === undefined) return String(error).slice(0, 200);
  return `${issue.path.map(String).join(".")}: ${issue.message}`.slice(0, 200);
}
