/** The gateway's end of the link on one machine (`ipc.ts`). */
import { createConnection, type Socket } from "node:net";
import type { HubMessage, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { GatewayCalls } from "./gateway-calls.ts";
import { encodeFrame, frameReader } from "./ipc-wire.ts";
import type { Encoded, GatewayLink } from "./link.ts";
import { type Answer, productVersion, protocol, type Prove } from "./messages.ts";

const firstRetryMs = 20;
const longestRetryMs = 250;

/** The worker that connects, and its epoch. */
export interface IpcWorker {
  worker: number;
  epoch: string;
  /** The version of the protocol that it speaks: the newest by default. */
  protocol?: number;
}

export class IpcGateway implements GatewayLink {
  #address: string;
  #worker: IpcWorker;
  #calls = new GatewayCalls();
  #socket: Socket | null = null;
  #stopped = false;
  #retryMs = firstRetryMs;
  #retry: NodeJS.Timeout | undefined;

  /** `address` is a result of `ipcAddress`. */
  constructor(address: string, worker: IpcWorker) {
    this.#address = address;
    this.#worker = worker;
    this.#connect();
  }

  ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"] | Encoded,
    timeoutMs?: number,
  ): Promise<Questions[K]["answer"]> {
    return this.#calls.ask(kind, question, timeoutMs);
  }

  onMessage(listener: (news: HubMessage) => void): void {
    this.#calls.onMessage(listener);
  }

  onConnection(listener: (up: boolean) => void): void {
    this.#calls.onConnection(listener);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#calls.stop();
    const socket = this.#socket;
    if (socket === null) return;
    await new Promise<void>((resolve) => socket.once("close", () => resolve()).destroy());
  }

  #connect(): void {
    const socket = createConnection(this.#address);
    this.#socket = socket;
    const read = frameReader((message) => {
      if (!("welcome" in message)) return this.#calls.receive(message as Answer | HubMessage);
      this.#retryMs = firstRetryMs;
      this.#calls.connected((json) => socket.write(encodeFrame(json)));
    });
    socket.on("connect", () => socket.write(encodeFrame(JSON.stringify(this.#prove()))));
    socket.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#lost());
  }

  #prove(): Prove {
    const nobody = { node: "", host: "", nonce: "", signature: "" };
    const { worker, epoch, protocol: spoken = protocol.newest } = this.#worker;
    return {
      prove: { protocol: spoken, version: productVersion, worker, epoch, ...nobody },
    };
  }

  #lost(): void {
    this.#socket = null;
    this.#calls.disconnected();
    if (this.#stopped) return;
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }
}
