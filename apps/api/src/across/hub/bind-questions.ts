/**
 * "Can these numbers be bound?" is asked of the node that will open them, over the API process that its
 * gateway is connected to (spec/nodes#placement).
 *
 *     API that asks ── NOTIFY ──▶ API with the link ── bind ──▶ gateway
 *                   ◀── NOTIFY ──                   ◀── bound ──
 */
import type { Peer } from "@turnpike/link/link.ts";
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";

const askChannel = "node_bind";
const answerChannel = "node_bound";
/** A node that does not answer within this binds nothing. */
const timeoutMs = 1_500;
const maxForwarded = 1_000;

interface Question {
  id: string;
  nodeId: string;
  numbers: number[];
}
interface BindAnswer {
  id: string;
  unbindable: number[];
}

export interface BindQuestionsOptions {
  services: Services;
  /** The node of this machine: its numbers are tried here. */
  localNodeId: string;
  peers: () => Peer[];
  send: (peer: Peer, message: { kind: "bind"; id: string; numbers: number[] }) => void;
}

export class BindQuestions {
  #options: BindQuestionsOptions;
  /** Asked here, by id. */
  #waiting = new Map<string, { nodeId: string; resolve: (unbindable: number[]) => void }>();
  /** The nodes that were asked for other API processes, by id; the oldest comes first. */
  #forwarded = new Map<string, string>();
  #unlisten: (() => void)[];

  constructor(options: BindQuestionsOptions) {
    this.#options = options;
    const { listener } = options.services;
    this.#unlisten = [
      listener?.on(askChannel, (payload) => this.#forward(JSON.parse(payload) as Question)),
      listener?.on(answerChannel, (payload) => this.#resolve(JSON.parse(payload) as BindAnswer)),
    ].filter((one) => one !== undefined);
  }

  /** Those of the numbers that the node cannot bind; null where it is this machine. */
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

  /** A gateway answered: it speaks for its own node alone. */
  async answered({ id, unbindable }: BindAnswer, { identity }: Peer): Promise<void> {
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

  #forward(question: Question): void {
    if (this.#waiting.has(question.id) || !this.#tell(question)) return;
    this.#forwarded.set(question.id, question.nodeId);
    const [oldest] = this.#forwarded.keys();
    if (this.#forwarded.size > maxForwarded && oldest) this.#forwarded.delete(oldest);
  }

  /** Sends it to one worker of the node; false where none is connected here. */
  #tell({ id, nodeId, numbers }: Question): boolean {
    const { peers, send } = this.#options;
    const peer = peers().find(({ identity }) => identity.nodeId === nodeId);
    if (peer === undefined) return false;
    send(peer, { kind: "bind", id, numbers });
    return true;
  }

  /** On connections of their own: whoever asks may hold one of the pool's. */
  async #notify(channel: string, message: object): Promise<void> {
    const { aside } = this.#options.services;
    await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(aside);
  }
}
