/**
 * Asks the node that will open ports whether it can bind them, through the API process that its
 * gateway is connected to (spec/nodes#placement).
 *
 *     asking API ── NOTIFY ──▶ API with the link ── bind ──▶ gateway
 *                ◀── NOTIFY ──                   ◀── bound ──
 */
import type { Peer } from "@turnpike/link/link.ts";
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";

const askChannel = "node_bind";
const answerChannel = "node_bound";
/** A node that does not answer in this time is taken to be unable to bind any of them. */
const timeoutMs = 1_500;
const maxForwarded = 1_000;

interface BindCheck {
  id: string;
  nodeId: string;
  numbers: number[];
}
interface BindAnswer {
  id: string;
  unbindable: number[];
}

export interface PortBindChecksOptions {
  services: Services;
  /** The node of this machine, whose ports are tried by this process instead. */
  localNodeId: string;
  peers: () => Peer[];
  send: (peer: Peer, message: { kind: "bind"; id: string; numbers: number[] }) => void;
}

export class PortBindChecks {
  #options: PortBindChecksOptions;
  /** Questions of this process, by id. */
  #waiting = new Map<string, { nodeId: string; resolve: (unbindable: number[]) => void }>();
  /** Nodes of the questions forwarded for other API processes, by id; oldest first. */
  #forwarded = new Map<string, string>();
  #unlisten: (() => void)[];

  constructor(options: PortBindChecksOptions) {
    this.#options = options;
    const { listener } = options.services;
    this.#unlisten = [
      listener.on(askChannel, (payload) => this.#forward(JSON.parse(payload) as BindCheck)),
      listener.on(answerChannel, (payload) => this.#resolve(JSON.parse(payload) as BindAnswer)),
    ];
  }

  /** Returns the numbers that the node cannot bind; null if the node is this machine. */
  async ask(
    nodeId: string,
    numbers: number[],
    { onlyHere }: { onlyHere: boolean },
  ): Promise<number[] | null> {
    const { services, localNodeId } = this.#options;
    if (nodeId === localNodeId) return null;
    if (onlyHere) return [];
    const question = { id: services.world.id(), nodeId, numbers };
    const { promise, resolve } = Promise.withResolvers<number[]>();
    this.#waiting.set(question.id, { nodeId, resolve });
    const timer = setTimeout(() => resolve(numbers), timeoutMs);
    try {
      if (!this.#tell(question)) await this.#notify(askChannel, question);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(question.id);
    }
  }

  /** Handles a gateway's answer; it is accepted only for the gateway's own node. */
  async handleAnswer({ id, unbindable }: BindAnswer, { identity }: Peer): Promise<void> {
    const nodeId = this.#waiting.get(id)?.nodeId ?? this.#forwarded.get(id);
    if (nodeId !== identity.nodeId || !Array.isArray(unbindable)) return;
    if (this.#forwarded.delete(id)) await this.#notify(answerChannel, { id, unbindable });
    else this.#resolve({ id, unbindable });
  }

  stop(): void {
    for (const unlisten of this.#unlisten) unlisten();
    for (const { resolve } of this.#waiting.values()) resolve([]);
  }

  #resolve({ id, unbindable }: BindAnswer): void {
    this.#waiting.get(id)?.resolve(unbindable);
  }

  #forward(question: BindCheck): void {
    if (this.#waiting.has(question.id) || !this.#tell(question)) return;
    this.#forwarded.set(question.id, question.nodeId);
    const [oldest] = this.#forwarded.keys();
    if (this.#forwarded.size > maxForwarded && oldest) this.#forwarded.delete(oldest);
  }

  /** Sends the question to one worker of the node; false if none is connected here. */
  #tell({ id, nodeId, numbers }: BindCheck): boolean {
    const { peers, send } = this.#options;
    const peer = peers().find(({ identity }) => identity.nodeId === nodeId);
    if (peer === undefined) return false;
    send(peer, { kind: "bind", id, numbers });
    return true;
  }

  /** Uses separate connections, as the caller may hold one of the pool's. */
  async #notify(channel: string, message: object): Promise<void> {
    const { autocommitDb } = this.#options.services;
    await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(autocommitDb);
  }
}
