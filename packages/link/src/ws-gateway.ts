/**
 * The gateway's end of the link between machines: it connects to any of the hubs by WebSocket,
 * proves its key, and reconnects automatically (spec/nodes#link).
 */
import { randomBytes } from "node:crypto";
import type { HubMessage, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { closeCodes, replacedKeyReason, retiredReason } from "@turnpike/contract/node.ts";
import { WebSocket } from "ws";
import { ClockOffset } from "./clock-offset.ts";
import { GatewayCalls } from "./gateway-calls.ts";
import type { Encoded, GatewayLink } from "./link.ts";
import {
  type Answer,
  type Challenge,
  maxMessageBytes,
  type Ping,
  type Pong,
  productVersion,
  protocol,
  type Prove,
  readMessage,
  type Welcome,
} from "./messages.ts";
import { PinnedAgent } from "./pinned.ts";
import { signProof } from "./proof.ts";
import { deadAfterMs, pingEveryMs, SilenceTimeout } from "./silence-timeout.ts";

const handshakeMs = 5_000;
const firstRetryMs = 100;
const longestRetryMs = 5_000;
/** While a question waits for the link, the pause between dials of two addresses. */
const fastRetryMs = 250;

export interface NodeWorker {
  /** Hubs: `wss://host/link`. The address of one load balancer is enough. */
  urls: string[];
  node: { id: string; name: string; privateKey: string };
  worker: number;
  epoch: string;
  /** SHA-256 of the hub's certificate, upper-case hex, if no authority signed it. */
  fingerprint?: string | undefined;
  log: {
    warn: (fields: object, message: string) => void;
    info: (fields: object, message: string) => void;
  };
}

/** Connects a node's worker; reconnects automatically until `stop`. */
export function connectWs(worker: NodeWorker): GatewayLink {
  return new WsGateway(worker);
}

class WsGateway implements GatewayLink {
  #options: NodeWorker;
  #calls = new GatewayCalls(() => this.#retrySoon());
  #clock = new ClockOffset();
  #agent: PinnedAgent | undefined;
  #socket: WebSocket | null = null;
  #refusedListeners: ((reason: string) => void)[] = [];
  #positionListeners: ((position: number) => void)[] = [];
  #next: number;
  /** Consecutive connections without a welcome. */
  #failures = 0;
  #stopped = false;
  #everWelcome = false;
  /** A newer run of this worker is connected, so reconnecting is not urgent. */
  #superseded = false;
  #dialledAt = 0;
  /** When the next address is dialled, by `performance.now()`; null while a dial is in progress. */
  #retryAt: number | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: NodeWorker) {
    this.#options = options;
    const { urls, fingerprint } = options;
    this.#next = Math.floor(Math.random() * urls.length);
    this.#agent = fingerprint === undefined ? undefined : new PinnedAgent(fingerprint);
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

  onClock(listener: (aheadMs: number) => void): void {
    this.#clock.onChange(listener);
  }

  onPosition(listener: (position: number) => void): void {
    this.#positionListeners.push(listener);
  }

  onRefused(listener: (reason: string) => void): void {
    this.#refusedListeners.push(listener);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#calls.stop();
    const socket = this.#socket;
    if (socket === null) return;
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.close(1000);
    const late = setTimeout(() => socket.terminate(), pingEveryMs);
    await closed;
    clearTimeout(late);
  }

  #connect(): void {
    this.#retryAt = null;
    this.#dialledAt = performance.now();
    const { urls } = this.#options;
    const url = urls[this.#next % urls.length] ?? "";
    this.#next += 1;
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      handshakeTimeout: handshakeMs,
      ...(this.#agent ? { agent: this.#agent } : {}),
    });
    this.#socket = socket;
    const silence = new SilenceTimeout(() => socket.terminate());
    let receive = (message: object) => {
      receive = this.#answerChallenge(socket, url, message as Challenge, (welcomed) => {
        receive = welcomed;
        silence.start(deadAfterMs, () => this.#ping(socket));
      });
    };
    silence.start(handshakeMs);
    let why = "";
    socket.on("message", (data: Buffer) => {
      silence.reset();
      try {
        receive(readMessage(data.toString("utf8")));
      } catch (error) {
        why = String(error);
        socket.terminate();
      }
    });
    socket.on("error", (error) => {
      why = error.message;
    });
    socket.on("close", (code, reason) => {
      silence.stop();
      this.#lost(url, { code, why: reason.toString("utf8") || why });
    });
  }

  /** Sends the proof; returns the function that reads the welcome. */
  #answerChallenge(
    socket: WebSocket,
    url: string,
    { challenge }: Challenge,
    welcomed: (receive: (message: object) => void) => void,
  ): (message: object) => void {
    if (!challenge) throw new SyntaxError("Not a challenge");
    const [oldest, newest] = challenge.protocol;
    const { node, worker, epoch } = this.#options;
    const spoken = Math.min(newest, protocol.newest);
    if (spoken < protocol.oldest)
      throw new Error(
        `the API speaks protocol ${newest}, this gateway ${protocol.oldest} at least`,
      );
    const nonce = randomBytes(24).toString("base64url");
    const { host } = new URL(url);
    const proved = { hubNonce: challenge.nonce, nonce, node: node.id, worker, epoch, host };
    const signature = signProof(proved, node.privateKey);
    const fields = {
      node: node.id,
      worker,
      epoch,
      host,
      nonce,
      signature,
      version: productVersion,
    };
    const prove: Prove = { prove: { protocol: Math.max(spoken, oldest), ...fields } };
    const began = performance.now();
    socket.send(JSON.stringify(prove));
    return (message) => {
      const { welcome } = message as Welcome;
      if (!welcome) throw new SyntaxError("Not a welcome");
      this.#clock.sample(welcome.now, performance.now() - began);
      this.#failures = 0;
      this.#everWelcome = true;
      const { log } = this.#options;
      log.info({ url, replica: challenge.replica }, "connected to the API");
      welcomed((each) => this.#receive(each as Answer | HubMessage | Pong));
      this.#calls.connected((json) => socket.send(json));
    };
  }

  #receive(message: Answer | HubMessage | Pong): void {
    if (!("pong" in message)) return this.#calls.receive(message);
    this.#clock.sample(message.now, performance.now() - message.pong);
    for (const listener of this.#positionListeners) listener(message.position);
  }

  #ping(socket: WebSocket): void {
    if (socket.readyState !== socket.OPEN) return;
    const ping: Ping = { ping: performance.now(), skewMs: -this.#clock.aheadMs };
    socket.send(JSON.stringify(ping));
  }

  #lost(url: string, { code, why }: { code: number; why: string }): void {
    const wasUp = this.#calls.isUp;
    this.#socket = null;
    this.#calls.disconnected();
    if (this.#stopped) return;
    const { log } = this.#options;
    log.warn(
      { url, code, why },
      wasUp ? "connection to the API lost, reconnecting" : "no connection to the API",
    );
    // A gateway that was connected before keeps trying: the database may be an older copy for a
    // while.
    if (code === closeCodes.refused && (isFinal(why) || !this.#everWelcome)) {
      this.#stopped = true;
      this.#calls.stop();
      for (const listener of this.#refusedListeners) listener(why);
      return;
    }
    this.#superseded = code === closeCodes.superseded;
    if (this.#superseded) this.#failures = Number.MAX_SAFE_INTEGER;
    this.#connectIn(wasUp && !this.#superseded ? 0 : this.#pause());
    if (this.#calls.hasWaiting) this.#retrySoon();
  }

  #connectIn(ms: number): void {
    clearTimeout(this.#retry);
    this.#retryAt = performance.now() + ms;
    this.#retry = setTimeout(() => this.#connect(), ms);
  }

  /** Dials sooner: the waiting question is refused after 2.2 s, and the pause may be longer. */
  #retrySoon(): void {
    if (this.#retryAt === null || this.#superseded) return;
    const at = this.#dialledAt + fastRetryMs * (0.5 + Math.random());
    if (at < this.#retryAt) this.#connectIn(Math.max(0, at - performance.now()));
  }

  /** The pause before the next address: 100 ms · 2ⁿ up to 5 s, ± 50 % (none after a loss). */
  #pause(): number {
    const round = Math.floor(this.#failures / this.#options.urls.length);
    this.#failures += 1;
    const mean = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(round, 10));
    return mean * (0.5 + Math.random());
  }
}

/** The operator has ended this machine's key; a proof may fail for a while for other reasons. */
const isFinal = (why: string) => why === retiredReason || why === replacedKeyReason;
