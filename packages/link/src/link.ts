/**
 * The wire between gateways and the hub. One interface; `ipc.ts` carries it on one machine. A
 * transport reconnects by itself and never delivers half a message.
 */
import type { News, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";

/** The gateway's end. */
export interface GatewayLink {
  /** Asks the hub. Rejects with `LinkDown` at once when not connected, or after `timeoutMs`. */
  ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"],
    timeoutMs?: number,
  ): Promise<Questions[K]["answer"]>;
  /** Called for each message of the hub (changes, the clock), in order. */
  onNews(listener: (news: News) => void): void;
  /** Called with true after each connect (send hello, read a snapshot) and false after each loss. */
  onConnection(listener: (up: boolean) => void): void;
  stop(): Promise<void>;
}

export type Answers = {
  [K in QuestionKind]: (
    question: Questions[K]["question"],
    from: Peer,
  ) => Promise<Questions[K]["answer"]>;
};
/** A connected gateway as the hub sees it; `tell` queues a message to it. */
export interface Peer {
  id: number;
  tell(news: News): void;
}
/** The hub's end. */
export interface HubLink {
  /** Peers connected now. */
  peers(): Peer[];
  stop(): Promise<void>;
}

/** The hub is not connected. */
export class LinkDown extends Error {}
