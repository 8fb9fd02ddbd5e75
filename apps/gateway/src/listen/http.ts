/**
 * An HTTP client's connection: one request after another, each authenticated. CONNECT turns it into
 * a tunnel; absolute-form requests are forwarded one at a time (spec/gateway#protocols).
 */
import type { Refused, RefusedReason } from "@turnpike/rules/admission.ts";
import type { ConnectionHandler } from "../authorise/connections.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import { countRefusal, startSession, type Rejection, reject } from "../session/start-session.ts";
import type { UpstreamConnection } from "../dial/dial.ts";
import type { Gateway } from "../session/gateway.ts";
import { HttpForward } from "../relay/http-forward.ts";
import type { Peer } from "../engine/engine.ts";
import type { RequestHead } from "../parse/http-head.ts";
import { refusalResponse } from "../parse/refused.ts";
import { ProxySession } from "../session/proxy-session.ts";
import type { RequestContext } from "../session/session-lines.ts";
import { openTunnel } from "../relay/tunnel.ts";
import type { ClientInfo, ClientHandler } from "./client-info.ts";
import { type AuthenticatedHead, readHead } from "./http-heads.ts";
import { writeAndClose } from "./linger.ts";
import { young } from "../lib/young.ts";

const established = "HTTP/1.1 200 Connection Established\r\nX-Request-Id: ";
/** Keep-alive of an idle upstream connection; shorter than origins', so as not to race a close. */
const idleUpstreamMs = 2_500;
const nothing = Buffer.alloc(0);

export class HttpHandler implements ClientHandler, ConnectionHandler {
  #gateway: Gateway;
  #peer: Peer;
  #address: string;
  #listenerRef: ListenerRef;
  /** Bytes of an incomplete head. */
  #bytes: Buffer = nothing;
  #scanned = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Waiting for the next request: the keep-alive timeout applies. */
  #waiting = false;
  /** The account that an idle connection counts for between two requests; null before the first. */
  #heldBy: string | null = null;
  /** The head of the current request. */
  #head: RequestHead | null = null;
  #session: ProxySession | null = null;
  /** The upstream connection of the last request, kept open for the next one. */
  #idleUpstream: IdleUpstream | null = null;

  constructor(gateway: Gateway, peer: Peer, caller: ClientInfo) {
    this.#gateway = gateway;
    this.#peer = peer;
    this.#address = caller.address;
    this.#listenerRef = caller.listener;
    this.#timer = caller.timer;
    this.#readHeads();
  }

  start(chunk: Uint8Array): boolean {
    return this.#read(chunk);
  }

  /** Makes the connection read request heads. */
  #readHeads(): void {
    const peer = this.#peer;
    peer.onEnd = young(() => peer.destroy());
    peer.onClose = young(() => this.#onClose());
    peer.receive = young((chunk) => this.#read(chunk));
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.onTimeout(), ms);
  }

  onTimeout(): void {
    if (this.#waiting || this.#bytes.length === 0) this.#peer.destroy();
    else this.#refuse({ reason: "badRequest", detail: "the head did not come in time" });
  }

  #onClose(): void {
    clearTimeout(this.#timer);
    this.#peer.idle = null;
    this.#session?.close();
    this.#idleUpstream?.upstream.peer.destroy();
  }

  #read(chunk: Uint8Array): boolean {
    if (this.#waiting) {
      this.#waiting = false;
      this.#peer.idle = null;
      this.#setTimer(this.#gateway.headTimeoutMs);
    }
    // Only an incomplete head is copied: the chunk's memory belongs to the engine.
    const bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const parsed = readHead(bytes, this.#scanned);
    if ("need" in parsed) {
      this.#scanned = parsed.scanned;
      this.#bytes = bytes === chunk ? Buffer.from(chunk) : (bytes as Buffer);
      return true;
    }
    clearTimeout(this.#timer);
    this.#peer.pause();
    this.#bytes = nothing;
    this.#scanned = 0;
    if ("bad" in parsed) this.#refuse({ reason: "badRequest", detail: parsed.bad });
    else if (parsed.headBytes === bytes.length) this.#serve(parsed, nothing);
    else this.#serve(parsed, Buffer.from(bytes.subarray(parsed.headBytes)));
    return true;
  }

  #serve({ head, credentials }: AuthenticatedHead, rest: Buffer): void {
    this.#head = head;
    const protocol = head.form === "connect" ? "connect" : "http";
    const context: RequestContext = {
      protocol,
      client: this.#address,
      target: head.target.authority,
    };
    const begun =
      credentials === "bad"
        ? reject(this.#gateway, { reason: "credentials", detail: "not Basic credentials" })
        : startSession(this.#gateway, context, credentials, {
            listener: this.#listenerRef,
            heldBy: this.#heldBy,
          });
    if (!(begun instanceof Promise)) return this.#started(begun, head, rest);
    begun
      .then((started) => this.#started(started, head, rest))
      .catch((error: unknown) => {
        this.#gateway.log.error({ error: String(error) }, "session start failed");
        this.#refuse({ reason: "ourFault", detail: "" });
      });
  }

  #started(started: ProxySession | Rejection, head: RequestHead, rest: Buffer): void {
    // The client may have disconnected while the hub was asked.
    if (this.#peer.closed) return started instanceof ProxySession ? started.close() : undefined;
    if (!(started instanceof ProxySession)) return this.#refuse(started);
    this.#gateway.auth.limiter.admitted(this.#peer);
    this.#heldBy = null;
    this.#session = started;
    const { connection } = started;
    connection.handler = this;
    const idleUpstream = this.#takeIdleUpstream(head, started);
    started.open(head.target, idleUpstream, (upstream) => {
      if (idleUpstream && idleUpstream !== upstream) idleUpstream.peer.destroy();
      if ("reason" in upstream) {
        if (!connection.closedBecause && !this.#peer.closed) this.#refuse(upstream);
      } else if (this.#peer.closed || connection.closedBecause) upstream.peer.destroy();
      else if (head.form === "connect") this.#tunnel(started, head, { upstream, rest });
      else this.#forward(started, head, { upstream, rest });
    });
  }

  #tunnel(
    session: ProxySession,
    head: RequestHead,
    { upstream, rest }: { upstream: UpstreamConnection; rest: Buffer },
  ): void {
    this.#peer.write(Buffer.from(`${established}${session.id}\r\n\r\n`, "latin1"));
    openTunnel({
      engine: this.#gateway.engine,
      client: this.#peer,
      target: upstream.peer,
      recorder: session.recordUsage(head.target, upstream),
      connection: session.connection,
      idleTimeouts: this.#gateway.idleTimeouts,
      early: { fromClient: rest, fromTarget: upstream.early },
      ended: () => session.close(),
    });
  }

  #forward(
    session: ProxySession,
    head: RequestHead,
    { upstream, rest }: { upstream: UpstreamConnection; rest: Buffer },
  ): void {
    const forward = new HttpForward({
      client: this.#peer,
      upstream,
      head,
      recorder: session.recordUsage(head.target, upstream),
      connection: session.connection,
      keepsClient: () => !this.#gateway.drain.draining,
      keepUpstream: session.keepsExit && mayKeep(upstream),
      idleTimeouts: this.#gateway.idleTimeouts,
      answerTimeoutMs: this.#gateway.answerTimeoutMs,
      refuse: (refused) => this.#refuse(refused),
      ended: (reusable, why) => {
        session.close(why);
        this.#session = null;
        if (reusable === null) {
          this.#gateway.auth.limiter.release(this.#peer);
          return this.#onClose();
        }
        if (reusable.upstream) this.#keepIdleUpstream(reusable.upstream, head, session);
        this.#next(reusable.rest, session.admitted.grant.accountId);
      },
    });
    forward.start(rest);
  }

  /** Waits for the next request on this connection; `rest` has already arrived. */
  #next(rest: Buffer, accountId: string): void {
    const { auth, keepAliveTimeoutMs, keepAliveShortMs } = this.#gateway;
    this.#readHeads();
    this.#waiting = true;
    this.#setTimer(auth.limiter.isShort ? keepAliveShortMs : keepAliveTimeoutMs);
    auth.limiter.markIdle(this.#peer, accountId);
    this.#heldBy = accountId;
    if (this.#peer.ended) return this.#peer.end();
    if (this.#gateway.drain.draining) return this.drain();
    this.#peer.idle = this;
    this.#peer.resume();
    // `rest` may contain the next head, which pauses reading again.
    if (rest.length > 0) this.#read(rest);
  }

  /** The worker is shutting down: closes the idle connection. */
  drain(): void {
    this.#onClose();
    writeAndClose(this.#peer, nothing, 500);
  }

  #keepIdleUpstream(upstream: UpstreamConnection, head: RequestHead, session: ProxySession): void {
    const timer = setTimeout(() => upstream.peer.destroy(), idleUpstreamMs);
    // What came with its handshake was read by the first request.
    const idleUpstream = {
      upstream: { ...upstream, early: nothing },
      key: reuseKey(head, session),
      timer,
    };
    this.#idleUpstream = idleUpstream;
    // If the origin sends anything unasked, or closes, the connection is not reused.
    upstream.peer.receive = young(() => {
      upstream.peer.destroy();
      return true;
    });
    upstream.peer.onEnd = young(() => upstream.peer.destroy());
    upstream.peer.onClose = young(() => {
      clearTimeout(timer);
      if (this.#idleUpstream === idleUpstream) this.#idleUpstream = null;
    });
    upstream.peer.resume();
  }

  #takeIdleUpstream(head: RequestHead, session: ProxySession): UpstreamConnection | null {
    const idleUpstream = this.#idleUpstream;
    if (idleUpstream === null) return null;
    this.#idleUpstream = null;
    clearTimeout(idleUpstream.timer);
    idleUpstream.upstream.peer.pause();
    const fits = head.form === "absolute" && idleUpstream.key === reuseKey(head, session);
    if (fits && !idleUpstream.upstream.peer.closed) return idleUpstream.upstream;
    idleUpstream.upstream.peer.destroy();
    return null;
  }

  /** Cut before the upstream connection was open. */
  cut(reason: RefusedReason): void {
    this.#refuse({ reason, detail: "" });
  }

  #refuse(refused: Refused | Rejection): void {
    const rejection = "requestId" in refused ? refused.requestId : null;
    const requestId = rejection ?? this.#session?.id ?? this.#gateway.id();
    countRefusal(this.#gateway, refused, requestId);
    this.#session?.close(refused);
    this.#gateway.auth.limiter.release(this.#peer);
    this.#onClose();
    const headOnly = this.#head?.method === "HEAD";
    const answer = refusalResponse({
      refused,
      requestId,
      close: true,
      headOnly,
      brand: this.#gateway.brand.name,
    });
    // A client that timed out gets a short time to read the answer.
    writeAndClose(this.#peer, answer, refused.reason === "timedOut" ? 500 : undefined);
  }
}

interface IdleUpstream {
  upstream: UpstreamConnection;
  key: string;
  timer: NodeJS.Timeout;
}

/** One that waits counts for nobody: it would be more than its upstream allows. */
const mayKeep = ({ exit }: UpstreamConnection) =>
  (exit.member?.upstream.maxConnections ?? null) === null;

/** An upstream connection is reused only for the same holder, place, session and target. */
function reuseKey(head: RequestHead, { admitted }: ProxySession): string {
  const { grant, request } = admitted;
  return JSON.stringify([grant.holderId, request.filter, request.sid, head.target.authority]);
}
