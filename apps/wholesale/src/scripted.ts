/**
 * A wholesaler that does what a test says: it takes every login, plays every target itself (an
 * echo), and notes what it was sent.
 */
import { PassThrough } from "node:stream";
import { type Answer, type Desk, Front, type FrontOptions, type Login } from "./front.ts";

export interface ScriptedRequest extends Login {
  /** The target as `host:port`. */
  authority: string;
}

export class ScriptedWholesaler {
  readonly asked: ScriptedRequest[] = [];
  /** Decides about a request; null: the tunnel opens. */
  answer: (asked: ScriptedRequest) => Answer | null = () => null;
  /** More headers of a tunnel's 200. */
  headers: Record<string, string> = {};
  /** Whether SOCKS5 logins are refused. */
  refusesLogin = false;
  #front: Front;

  constructor(options: FrontOptions = {}) {
    const desk: Desk = {
      admits: () => !this.refusesLogin,
      serve: async (login, host, port) => {
        const asked = { authority: `${host}:${port}`, ...login };
        this.asked.push(asked);
        const says = this.answer(asked);
        return says === null ? { opened: new PassThrough(), headers: this.headers } : { says };
      },
    };
    this.#front = new Front(desk, options);
  }

  async listen(): Promise<this> {
    await this.#front.listen();
    return this;
  }

  /** Stops listening and cuts all connections; `listen` starts it again at the same port. */
  stop(): Promise<void> {
    return this.#front.stop();
  }

  get port(): number {
    return this.#front.port;
  }

  get open(): number {
    return this.#front.open;
  }

  /** Bytes on all sockets, as this side counted them. */
  get received(): number {
    return this.#front.bytes().received;
  }

  get sent(): number {
    return this.#front.bytes().sent;
  }
}

/** A head with these header lines and no body. */
export const says = (status: number, headers = "") =>
  `HTTP/1.1 ${status} So\r\n${headers}Content-Length: 0\r\n\r\n`;
