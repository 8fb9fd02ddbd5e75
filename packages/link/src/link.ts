/**
 * The connection between gateways and the hub. One interface, two transports: `ipc.ts` on one
 * machine, `ws-*.ts` between machines. A transport reconnects automatically and never delivers part
 * of a message.
 */
import type { HubMessage, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";

/** The gateway's end. */
export interface GatewayLink {
  /**
   * Asks the hub. While the link is down, a question that a client awaits (`gateway-calls.ts`)
   * waits for the next connection; any other rejects with `LinkDown` at once. So do all after
   * `timeoutMs`.
   */
  ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"] | Encoded,
    timeoutMs?: number,
  ): Promise<Questions[K]["answer"]>;
  /** Called for each message of the hub (changes, the clock), in order. */
  onMessage(listener: (news: HubMessage) => void): void;
  /** Called with true after each connect (send hello, read a snapshot), and false after a loss. */
  onConnection(listener: (up: boolean) => void): void;
  /** Called with how far the hub's clock is ahead of this machine's, if that is measured. */
  onClock?(listener: (aheadMs: number) => void): void;
  /** Called with the position up to which everything was received, if pings report it. */
  onPosition?(listener: (position: number) => void): void;
  /** Called once, with the reason, when the hub refuses this gateway permanently. */
  onRefused?(listener: (reason: string) => void): void;
  stop(): Promise<void>;
}

export type Answers = {
  [K in QuestionKind]: (
    question: Questions[K]["question"],
    from: Peer,
  ) => Promise<Questions[K]["answer"] | Encoded>;
};

/** A question or answer that is already JSON: encoded once, sent several times. */
export class Encoded {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** The other end's identity: proved when it connected, regardless of what its messages say. */
export interface Identity {
  nodeId: string;
  nodeName: string;
  /** That of the key which was proved (spec/nodes#generations); 0 on one machine. */
  generation: number;
  /** Starts at 1. */
  worker: number;
  /** Names the worker's run. The order of runs is the hub's: a worker's clock may be wrong. */
  epoch: string;
  /** The product version that it runs. */
  version: string;
  /** The version of the protocol that it speaks. */
  protocol: number;
}

/** A connected gateway as the hub sees it; `send` queues a message to it. */
export interface Peer {
  id: number;
  identity: Identity;
  /** Its clock minus the hub's in milliseconds; positive if it is ahead. */
  skewMs: number;
  tell(news: HubMessage): void;
  /** Closes the connection. */
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
/** The connection was lost before the question was answered. */
export class LinkLost extends LinkDown {}
