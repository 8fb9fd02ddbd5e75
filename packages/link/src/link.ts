/**
 * The connection between gateways and the hub. One interface, two transports: `ipc.ts` on one machine,
 * `ws.ts` between machines. A transport reconnects by itself and never delivers half a message.
 */
import type { News, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";

/** The gateway's end. */
export interface GatewayLink {
  /**
   * Asks the hub. While the link is lost, a question that somebody waits for (`wait.ts`) waits for the
   * next connection; any other rejects with `LinkDown` at once. So does each after `timeoutMs`.
   */
  ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"] | Encoded,
    timeoutMs?: number,
  ): Promise<Questions[K]["answer"]>;
  /** Called for each message of the hub (changes, the clock), in order. */
  onNews(listener: (news: News) => void): void;
  /** Called with true after each connect (send hello, read a snapshot) and false after each loss. */
  onConnection(listener: (up: boolean) => void): void;
  /** Called with how far the hub's clock is ahead of this machine's, where that is measured. */
  onClock?(listener: (aheadMs: number) => void): void;
  /** Called with a position that everything up to was received before, where pings tell it. */
  onPosition?(listener: (position: number) => void): void;
  /** Called once, with the reason, when the hub refuses this gateway for good. */
  onRefused?(listener: (reason: string) => void): void;
  stop(): Promise<void>;
}

export type Answers = {
  [K in QuestionKind]: (
    question: Questions[K]["question"],
    from: Peer,
  ) => Promise<Questions[K]["answer"] | Encoded>;
};

/** A question or an answer that is JSON already: encoded once, used more than once. */
export class Encoded {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Who is at the other end: proved when it connected, whatever a message says. */
export interface Identity {
  nodeId: string;
  nodeName: string;
  /** From 1 on. */
  worker: number;
  /** The worker's run; later ones compare greater as text. */
  epoch: string;
  /** The version of the product that it runs. */
  version: string;
}

/** A connected gateway as the hub sees it; `tell` queues a message to it. */
export interface Peer {
  id: number;
  identity: Identity;
  /** Its clock against the hub's in milliseconds, positive where it is ahead. */
  skewMs: number;
  tell(news: News): void;
  /** Ends the connection. */
  close(code: number, reason: string): void;
}

/** The hub's end. */
export interface HubLink {
  /** Peers connected now. */
  peers(): Peer[];
  stop(): Promise<void>;
}

/** The hub is not connected. */
export class LinkDown extends Error {}
/** The connection was lost while the hub was asked. */
export class LinkLost extends LinkDown {}
