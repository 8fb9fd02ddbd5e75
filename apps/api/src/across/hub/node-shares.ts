/**
 * Fair shares of the hub among machines: however much one of them asks, the questions of the others,
 * and customers' calls, find the database free (spec/nodes#link). What clients wait for has a lane of
 * its own, so that no machine's logs delay its own tunnels, in which a machine's accounts take turns.
 */
import type { QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Answers, Peer } from "@turnpike/link/link.ts";
import { FairSlots } from "@turnpike/net/fair-slots.ts";
import { localNode } from "@turnpike/rules/node.ts";
import { FairShare } from "../../platform/http/fair-share.ts";
import { LockTurns } from "./lock-turns.ts";

/**
 * Gateways wait ten seconds at most for an answer, and ask again. Theirs is gone by then: a refusal that
 * reached them would count against what they sent.
 */
const maxWaitMs = 12_000;
const retryAfterSeconds = 5;
/**
 * Questions that a client waits for, at once: of all, of one machine, of one of its accounts. The last
 * is fewer than the hub's database connections.
 */
const urgentAtOnce = [96, 48, 6];
/** Of them, how many of one machine may wait, whatever accounts it names. */
const maxUrgentWaiting = 5_000;

/** Questions that a client waits for. */
const urgent: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  "lease",
  "slots",
  "hold",
  "resolve",
  "bound",
]);

/**
 * What a worker that starts asks, and what reads much: these wait in one queue with changes and
 * look-ups, so no machine has many of them in it.
 */
const wide: ReadonlySet<QuestionKind> = new Set<QuestionKind>(["hello", "snapshot", "elsewhere"]);

/**
 * What is billed: never slowed down, as a busy machine has much of it. But a customer's rows are in the
 * reports of all workers, which wait for each other's locks: at once only so many that the hub has
 * connections left for what clients wait for, on the API's own machine too.
 */
const books: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  "report",
  "aside",
  "settle",
  "held",
]);

/** The hub's answers; a lease is told how long it may wait for a lock. */
export type AnswersInTurn = Omit<Answers, "lease"> & {
  lease: (
    question: Questions["lease"]["question"],
    from: Peer,
    lockWaitMs: number,
  ) => Promise<Questions["lease"]["answer"]>;
};

/** Wraps the answers, so that each machine's questions take turns with those of the others. */
export function withNodeShares(answers: AnswersInTurn): Answers {
  const shed = () => new Refusal("tooManyTries", { retryAfterSeconds });
  const first = new FairSlots({ limits: urgentAtOnce, maxWaitMs, shed });
  const runUrgent = async <T>(nodeId: string, accountId: string, work: () => Promise<T>) => {
    if (first.countOf([nodeId]).waiting >= maxUrgentWaiting) throw shed();
    return first.run({ keys: [nodeId, accountId] }, work);
  };
  const start = new FairShare({ atOnce: 8, perCaller: 2, queuePerCaller: 1_000, maxWaitMs });
  const second = new FairShare({ atOnce: 4, perCaller: 4, queuePerCaller: 1_000, maxWaitMs });
  // A machine that keeps the hub busy for longer than its budget has as much rest as work.
  const rest = new FairShare({
    atOnce: 6,
    perCaller: 3,
    budgetMs: 2_000,
    refillMsPerSecond: 500,
    heavyAtOnce: 2,
    restMs: ({ ms, heavy }) => (heavy ? ms : 0),
    queuePerCaller: 1_000,
    maxWaitMs,
  });
  const lanes = [
    { kinds: wide, share: start },
    { kinds: books, share: second },
  ];
  const wrapped: Partial<Record<QuestionKind, (question: never, peer: Peer) => unknown>> = {};
  for (const kind of Object.keys(answers) as QuestionKind[]) {
    const answer = answers[kind] as (question: never, peer: Peer) => Promise<unknown>;
    const lane = lanes.find(({ kinds }) => kinds.has(kind))?.share ?? rest;
    wrapped[kind] = (question, peer) => {
      const { nodeId, nodeName } = peer.identity;
      const work = () => answer(question, peer);
      if (urgent.has(kind)) return runUrgent(nodeId, accountOf(question), work);
      // The API's own machine is part of the installation, and has no other to share with.
      if (nodeName === localNode && !books.has(kind)) return work();
      return lane.run({ caller: nodeId }, work);
    };
  }
  const locks = new LockTurns(shed);
  wrapped.lease = (question: Questions["lease"]["question"], peer: Peer) => {
    const [nodeId, accountId] = [peer.identity.nodeId, accountOf(question)];
    const again = (lockWaitMs: number) => answers.lease(question, peer, lockWaitMs);
    const first = (lockWaitMs: number) => runUrgent(nodeId, accountId, () => again(lockWaitMs));
    return locks.run([nodeId, accountId], { first, again });
  };
  return wrapped as Answers;
}

/** Whose turn a question takes; gateways of earlier releases name the sub-account alone. */
function accountOf(question: { accountId?: string; subAccountId?: string }): string {
  return question.accountId ?? question.subAccountId ?? "";
}
