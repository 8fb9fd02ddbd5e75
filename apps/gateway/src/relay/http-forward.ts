/**
 * Relays one absolute-form request: serialises its head anew, passes bodies on as they arrive, and
 * parses the response strictly before any of it reaches the client.
 *
 *     client ─ body ─▶ RequestBody ─▶ CopiedDirection ─▶ origin
 *     client ◀─ CopiedDirection ◀─ AnswerReader ◀─ origin
 */
import type { Refused, RefusedReason } from "@turnpike/rules/admission.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";
import { AnswerReader } from "./http-answer.ts";
import type { Connection, ConnectionHandler } from "../authorise/connections.ts";
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
  /** Whether the client's connection may serve another request; called when the response begins. */
  keepsClient?: () => boolean;
  /** Whether the upstream connection may serve the next request, too. */
  keepUpstream: boolean;
  idleTimeouts: IdleTimeouts;
  answerTimeoutMs: number;
  /** Called if it fails before any of the response was sent: the client gets this refusal. */
  refuse(refused: Refused): void;
  /**
   * Called once, when everything is counted. `left` is null if the client's connection ended too;
   * `why` is the reason if a response was broken off.
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
  /** Unused bytes from the client, which belong to the body or to the next request. */
  #fromClient: Uint8Array = nothing;
  #answerStarted = false;
  /** Ended because a peer does not read what is queued for it, here or in the kernel. */
  #stalled = false;
  #finished = false;

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

  /** `rest` holds the bytes after the head. */
  start(rest: Buffer): void {
    const { client, upstream, head, keepUpstream } = this.#options;
    const origin = upstream.peer;
    client.receive = (chunk) => this.#onClientData(chunk);
    client.onEnd = () => this.#onClientEnd();
    client.onClose = () => this.#stop(null);
    origin.receive = (chunk) => this.#onOriginData(chunk);
    // An origin that closed while the body was being sent may have responded before.
    origin.readAfterWriteError = true;
    origin.onWriteError = () => this.#finishIfDone();
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

  /** Ends the request at once, and the client's connection. */
  cut(reason: RefusedReason): void {
    this.#fail({ reason, detail: "" });
  }

  #onClientData(chunk: Uint8Array): boolean {
    this.#fromClient = chunk;
    return this.#body.done ? false : this.#push();
  }

  /** Sends the body as far as it has arrived; returns true if the client may send more. */
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
    if (!this.#finished && this.#push()) this.#options.client.resume();
    this.#finishIfDone();
  }

  #onClientEnd(): void {
    // A complete request may still be answered, but not one whose body was cut short.
    if (!this.#body.done) this.#stop(null);
  }

  #onOriginData(chunk: Uint8Array): boolean {
    if (this.#finished) return false;
    const { out, bad } = this.#answer.take(chunk);
    if (bad) {
      this.#fail({ reason: "badAnswer", detail: bad });
      return false;
    }
    if (out.length > 0 && this.#answer.begun) this.#answerStarted = true;
    const free = this.#down.push(out);
    if (free) this.#finishIfDone();
    return free && !this.#answer.done;
  }

  #onAnswerSent(): void {
    if (this.#finished) return;
    if (this.#answer.done) this.#finishIfDone();
    else this.#options.upstream.peer.resume();
  }

  #onOriginEnd(): void {
    if (this.#finished) return;
    this.#answer.end();
    if (this.#answer.done) this.#finishIfDone();
    else this.#onOriginClosed();
  }

  #onOriginClosed(): void {
    if (this.#finished) return;
    if (this.#answer.done) return this.#finishIfDone();
    this.#fail({
      reason: "badAnswer",
      detail: "the origin hung up before its answer was complete",
    });
  }

  #finishIfDone(): void {
    if (this.#finished || !this.#answer.done || this.#down.busy) return;
    const { client, head, upstream, keepUpstream } = this.#options;
    const whole = this.#body.done && !this.#up.busy;
    // An origin that responds early and stays open continues to read, so the whole body is sent.
    const { ended, closed, hasWriteError: broken } = upstream.peer;
    const reads = this.#answer.keepsOrigin && !ended && !closed && !broken;
    if (!whole && reads && !client.ended) return;
    const stays = whole && head.keepAlive && this.#answer.keepsClient;
    const reusable = keepUpstream && whole && this.#answer.keepsOrigin && !ended && !broken;
    if (stays) {
      const rest = Buffer.from(this.#fromClient);
      this.#stop({ rest, upstream: reusable ? upstream : null });
    } else {
      this.#finished = true;
      this.#release(null);
      client.receive = () => true;
      client.onClose = () => {};
      lingerAndClose(client);
      this.#options.ended(null, null);
    }
  }

  #fail(refused: Refused): void {
    if (this.#finished) return;
    if (this.#answerStarted || this.#interimBegun()) {
      this.#stop(null, refused);
      return;
    }
    this.#finished = true;
    this.#release(null);
    this.#options.refuse(refused);
  }

  /** Whether a part of a 1xx response was sent: a refusal would be read as the rest of it. */
  #interimBegun(): boolean {
    return this.#down.stalled || (this.#down.busy && this.#down.sentBytes > 0);
  }

  #stop(left: Reusable | null, why: Refused | null = null): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#release(left?.upstream ?? null);
    if (left === null && why && this.#answer.untilClose) {
      this.#options.client.reset();
    } else if (left === null && (this.#stalled || this.#down.stalled)) this.#options.client.reset();
    else if (left === null) this.#options.client.destroy();
    this.#options.ended(left, why);
  }

  #release(reused: UpstreamConnection | null): void {
    const { upstream } = this.#options;
    this.#up.stop();
    this.#down.stop();
    upstream.peer.onEnd = () => {};
    upstream.peer.onClose = () => {};
    upstream.peer.onWriteError = () => {};
    upstream.peer.readAfterWriteError = false;
    // A stalled peer must not leave anything queued in the kernel.
    if (reused === null && (this.#stalled || this.#up.stalled)) upstream.peer.reset();
    else if (reused === null) upstream.peer.destroy();
  }

  sweep(now: number, short: boolean): void {
    const { client, upstream, connection, answerTimeoutMs } = this.#options;
    this.#up.sample();
    this.#down.sample();
    const moved = this.#up.sentBytes + this.#down.sentBytes;
    const stalled = isStalled(this.#up, this.#down);
    const queued = () =>
      queuedForBoth(
        this.#up.waitsForQuota ? null : client,
        this.#down.waitsForQuota ? null : upstream.peer,
      );
    const activity = { moved, halfClosed: client.ended, stalled, queued };
    const why = this.#idle.judge(now, activity, short);
    const quiet = Math.min(this.#idle.quietMs(now), now - this.#startedAt);
    this.#stalled = why === "stalled";
    if (why || (!this.#answerStarted && !stalled && quiet > answerTimeoutMs))
      connection.cut("timedOut");
  }
}
const nothing = Buffer.alloc(0);
const lingerMs = 2_000;

/** After the response, reads and drops what the client still sends, for a while. */
function lingerAndClose(client: Peer): void {
  const timer = setTimeout(() => client.destroy(), lingerMs);
  client.onEnd = () => {};
  client.onClose = () => clearTimeout(timer);
  client.end();
  client.resume();
}
