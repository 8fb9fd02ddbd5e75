/**
 * Questions for which a customer's client waits, in turns of their accounts: an account that opens very
 * many connections, sessions or sub-accounts at once delays only itself, here and at the hub.
 *
 *     lease, slots, hold ─▶ room for its account, and in all? ─▶ hub
 *                              └ no ─▶ waits for its account's turn, as long as for a lost link
 */
import type { HubMessage, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { Encoded, type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { FairSlots } from "@turnpike/net/fair-slots.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * In all fewer than what the hub answers at once of one worker: beyond that it would leave reports
 * and pings unread, too. An account far from the hub (0.3 s) gets 300 new sessions a second.
 */
const maxInAll = 192;
/** An account cannot have more connections that wait for one. */
const maxWaiting = 5_000;

type AskedKind = "lease" | "slots" | "hold";
const askedKinds: ReadonlySet<QuestionKind> = new Set<AskedKind>(["lease", "slots", "hold"]);
type Facts = Pick<Snapshot, "subAccount" | "port">;

export class AccountTurns implements GatewayLink {
  #link: GatewayLink;
  #facts: Facts;
  #slots: FairSlots = new FairSlots({
    limits: [maxInAll],
    queuePerKey: maxWaiting,
    maxWaitMs: linkWaitMs,
    mayBegin: ({ keys }) => this.#mayHaveMore(keys),
    shed: () => new LinkDown("Too many questions of this account wait"),
  });

  constructor(link: GatewayLink, facts: Facts) {
    this.#link = link;
    this.#facts = facts;
  }

  ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"] | Encoded,
    timeoutMs?: number,
  ): Promise<Questions[K]["answer"]> {
    if (!askedKinds.has(kind) || question instanceof Encoded)
      return this.#link.ask(kind, question, timeoutMs);
    const { subAccountId } = question as Questions[AskedKind]["question"];
    const accountId = this.#accountOf(subAccountId);
    const ofAccount = { ...question, ...(accountId !== undefined && { accountId }) };
    const turn = { keys: [accountId ?? subAccountId] };
    return this.#slots.run(turn, () => this.#link.ask(kind, ofAccount, timeoutMs));
  }

  onMessage(listener: (news: HubMessage) => void): void {
    this.#link.onMessage(listener);
  }

  onConnection(listener: (up: boolean) => void): void {
    this.#link.onConnection(listener);
  }

  onClock(listener: (aheadMs: number) => void): void {
    this.#link.onClock?.(listener);
  }

  onPosition(listener: (position: number) => void): void {
    this.#link.onPosition?.(listener);
  }

  onRefused(listener: (reason: string) => void): void {
    this.#link.onRefused?.(listener);
  }

  stop(): Promise<void> {
    return this.#link.stop();
  }

  /**
   * An account has no more than are left free: of however many accounts the hub answers late, as
   * their own rows are locked, some stay free for the others.
   */
  #mayHaveMore(keys: readonly string[]): boolean {
    const free = maxInAll - this.#slots.countOf([]).running;
    return this.#slots.countOf(keys).running < free;
  }

  /** The account of a sub-account, or of a port that holds sessions. */
  #accountOf(id: string): string | undefined {
    return (this.#facts.subAccount(id) ?? this.#facts.port(id))?.accountId;
  }
}
