/**
 * Relays one absolute-form request: its head is serialised anew, bodies are passed on as they arrive, the
 * answer is parsed strictly before any of it reaches the client.
 *
 *     client ─ body ─▶ RequestBody ─▶ CopiedDirection ─▶ origin
 *     client ◀─ CopiedDirection ◀─ AnswerReader ◀─ origin
 */
import type { Refused, RefusedReason } from "@turnpike/rules/admission.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";
import { AnswerReader } from "./http-answer.ts";
import type { Connection, ConnectionHandler } from "../session/connections.ts";
import { CopiedDirection } from "../engine/copied-direction.ts";
import { isStalled, type Peer, queuedForBoth } from "../engine/engine.ts";
import type { UpstreamConnection } from "../dial/dial.ts";
import type { RequestHead } from "../parse/http-head.ts";
import { serialiseRequest } from "../parse/serialise.ts";
import { IdleTracker, type IdleTimeouts } from "./idle-timeouts.ts";
import { RequestBody } from "./http-request-body.ts";

/** What is left for the next request: its first bytes, and the upstream connection if reusable. */
export interface Reusable {
  rest: Buffer;
  upstream: UpstreamConnection | null;
}
export interface ForwardOptions {
  client: Peer;
  upstream: UpstreamConnection;
  head: RequestHead;
  recorder: UsageRecorder;
  connection: Connection;
  /** Whether the client's connection may serve a next request, asked when the answer begins. */
  keepsClient?: () => boolean;
  /** Whether the upstream connection may serve the next request, too. */
  keepUpstream: boolean;
  idleTimeouts: IdleTimeouts;
  answerTimeoutMs: number;
  /** Called where nothing of an answer was sent yet: the client gets the refusal. */
  refuse(refused: Refused): void;
  /**
   * Called once, when all is counted; `left` is null where the client's connection ended too, `why`
   * tells what broke off an answer that had begun.
   */
  ended(left: Reusable | null, why: Refused | null): void;
}

export class HttpForward implements ConnectionHandler {
  #options: ForwardOptions;
  #up: CopiedDirection;
  #down: CopiedDirection;
  #body: RequestBody;
  #answer: AnswerReader;
  #idle: IdleTracker;
  #startedAt = performance.now();
  /** Bytes from the client that are not used yet: of the body, or of the next request. */
  #fromClient: Uint8Array = nothing;
  #answerStarted = false;
  /** Ended because a peer does not read what waits for it, here or in the kernel. */
  #stalled = false;
  #over = false;

  constructor(options: ForwardOptions) {
    const { client, upstream, head, recorder, connection } = options;
    this.#options = options;
    this.#up = new CopiedDirection(upstream.peer, recorder.quota("up"));
    this.#down = new CopiedDirection(client, recorder.quota("down"));
    this.#body = new RequestBody(head.body);
    this.#answer = new AnswerReader(head, options.keepsClient);
    this.#idle = new IdleTracker(options.idleTimeouts);
    connection.handler = this;
  }

  /** `rest` is what came after the head. */
  start(rest: Buffer): void {
    const { client, upstream, head, keepUpstream } = this.#options;
    const origin = upstream.peer;
    client.receive = (chunk) => this.#onClientData(chunk);
    client.onEnd = () => this.#onClientEnd();
    client.onClose = () => this.#stop(null);
    origin.receive = (chunk) => this.#onOriginData(chunk);
    // An origin that closed while the body was sent may have answered before.
    origin.readsOut = true;
    origin.onBroken = () => this.#finishIfDone();
    origin.onEnd = () => this.#onOriginEnd();
    origin.onClose = () => this.#onOriginClosed();
    this.#up.onFree = () => this.#sendBody();
    this.#down.onFree = () => this.#onAnswerSent();
    this.#fromClient = rest;
    const first = this.#body.take(this.#fromClient);
    this.#fromClient = this.#fromClient.subarray(first.consumed);
    const headBytes = serialiseRequest(head, { keepAlive: keepUpstream });
    if (first.bad) return this.#fail({ reason: "badRequest", detail: first.bad });
    if (this.#up.push(Buffer.concat([headBytes, first.out]))) this.#sendBody();
    if (client.closed) return this.#stop(null);
    const free = this.#onOriginData(upstream.early);
    if (origin.ended) this.#onOriginEnd();
    else if (origin.closed) this.#onOriginClosed();
    else if (free) origin.resume();
  }

  /** Ends it at once, the client's connection with it. */
  cut(reason: RefusedReason): void {
    this.#fail({ reason, detail: "" });
  }

  #onClientData(chunk: Uint8Array): boolean {
    this.#fromClient = chunk;
    return this.#body.done ? false : this.#push();
  }

  /** Sends what arrived of the body; true where the client may send more. */
  #push(): boolean {
    while (this.#fromClient.length > 0 && !this.#body.done) {
      const { out, consumed, bad } = this.#body.take(this.#fromClient);
      this.#fromClient = this.#fromClient.subarray(consumed);
      if (bad) {
        this.#fail({ reason: "badRequest", detail: bad });
        return false;
      }
      if (!this.#up.push(out)) return false;
    }
    return this.#fromClient.length === 0;
  }

  #sendBody(): void {
    if (!this.#over && this.#push()) this.#options.client.resume();
    this.#finishIfDone();
  }

  #onClientEnd(): void {
    // Its last request may still be answered; a body that was cut short may not.
    if (!this.#body.done) this.#stop(null);
  }

  #onOriginData(chunk: Uint8Array): boolean {
    if (this.#over) return false;
    const { out, bad } = this.#answer.take(chunk);
    if (bad) {
      this.#fail({ reason: "badAnswer", detail: bad });
      return false;
    }
    if (out.length > 0) this.#answerStarted = true;
    const free = this.#down.push(out);
    if (free) this.#finishIfDone();
    return free && !this.#answer.done;
  }

  #onAnswerSent(): void {
    if (this.#over) return;
    if (this.#answer.done) this.#finishIfDone();
    else this.#options.upstream.peer.resume();
  }

  #onOriginEnd(): void {
    if (this.#over) return;
    this.#answer.end();
    if (this.#answer.done) this.#finishIfDone();
    else this.#onOriginClosed();
  }

  #onOriginClosed(): void {
    if (this.#over) return;
    if (this.#answer.done) return this.#finishIfDone();
    this.#fail({
      reason: "badAnswer",
      detail: "the origin hung up before its answer was complete",
    });
  }

  #finishIfDone(): void {
    if (this.#over || !this.#answer.done || this.#down.busy) return;
    const { client, head, upstream, keepUpstream } = this.#options;
    const whole = this.#body.done && !this.#up.busy;
    // An origin that answered early and stays open goes on reading: the body is relayed to its end.
    const { ended, closed, broken } = upstream.peer;
    const reads = this.#answer.keepsOrigin && !ended && !closed && !broken;
    if (!whole && reads && !client.ended) return;
    const stays = whole && head.keepAlive && this.#answer.keepsClient;
    const reusable = keepUpstream && whole && this.#answer.keepsOrigin && !ended && !broken;
    if (stays) {
      const rest = Buffer.from(this.#fromClient);
      this.#stop({ rest, upstream: reusable ? upstream : null });
    } else {
      this.#over = true;
      this.#release(null);
      client.receive = () => true;
      client.onClose = () => {};
      lingerAndClose(client);
      this.#options.ended(null, null);
    }
  }

  #fail(refused: Refused): void {
    if (this.#over) return;
    if (this.#answerStarted) {
      this.#stop(null, refused);
      return;
    }
    this.#over = true;
    this.#release(null);
    this.#options.refuse(refused);
  }

  #stop(left: Reusable | null, why: Refused | null = null): void {
    if (this.#over) return;
    this.#over = true;
    this.#release(left?.upstream ?? null);
    if (left === null && why && this.#answer.untilClose) {
      this.#options.client.reset();
    } else if (left === null && (this.#stalled || this.#down.stalled)) this.#options.client.reset();
    else if (left === null) this.#options.client.destroy();
    this.#options.ended(left, why);
  }

  #release(kept: UpstreamConnection | null): void {
    const { upstream } = this.#options;
    this.#up.stop();
    this.#down.stop();
    upstream.peer.onEnd = () => {};
    upstream.peer.onClose = () => {};
    upstream.peer.onBroken = () => {};
    upstream.peer.readsOut = false;
    // A stalled peer leaves nothing behind in the kernel.
    if (kept === null && (this.#stalled || this.#up.stalled)) upstream.peer.reset();
    else if (kept === null) upstream.peer.destroy();
  }

  sweep(now: number, short: boolean): void {
    const { client, upstream, connection, answerTimeoutMs } = this.#options;
    this.#up.sample();
    this.#down.sample();
    const moved = this.#up.handed + this.#down.handed;
    const stalled = isStalled(this.#up, this.#down);
    const queued = () =>
      queuedForBoth(this.#up.waits ? null : client, this.#down.waits ? null : upstream.peer);
    const why = this.#idle.judge(now, {
      moved,
      halfClosed: client.ended,
      stalled,
      queued,
      short,
    });
    const quiet = Math.min(this.#idle.quietMs(now), now - this.#startedAt);
    this.#stalled = why === "stalled";
    if (why || (!this.#answerStarted && !stalled && quiet > answerTimeoutMs))
      connection.cut("timedOut");
  }
}
const nothing = Buffer.alloc(0);
const lingerMs = 2_000;

/** The answer is sent; what the client still sends is read and dropped for a while. */
function lingerAndClose(client: Peer): void {
  const timer = setTimeout(() => client.destroy(), lingerMs);
  client.onEnd = () => {};
  client.onClose = () => clearTimeout(timer);
  client.end();
  client.resume();
}
