/** A SOCKS5 client, from greeting to tunnel (RFC 1928, RFC 1929; spec/gateway#protocols). */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { acceptsPassword, lookUpAddress, isWhitelisted } from "../authenticate/admit.ts";
import { type Credentials, sentCredentials } from "../authenticate/credentials.ts";
import type { ConnectionHandler } from "../authorise/connections.ts";
import type { Peer } from "../engine/engine.ts";
import { socksCode } from "../parse/refused.ts";
import * as socks from "../parse/socks5.ts";
import { ProxySession } from "../session/proxy-session.ts";
import { countRefusal, startSession, type Rejection, reject } from "../session/start-session.ts";
import type { UpstreamConnection } from "../dial/dial.ts";
import type { Gateway } from "../session/gateway.ts";
import { openTunnel } from "../relay/tunnel.ts";
import { associateUdp } from "./associate-udp.ts";
import type { ClientInfo, ClientHandler } from "./client-info.ts";
import { writeAndClose } from "./linger.ts";
import { young } from "../lib/young.ts";

const maxBytes = 2_048;
const nothing = Buffer.alloc(0);

export class SocksHandler implements ClientHandler, ConnectionHandler {
  #gateway: Gateway;
  #peer: Peer;
  #caller: ClientInfo;
  #bytes: Buffer = nothing;
  #timer: NodeJS.Timeout;
  /** `asking`: waiting for the hub's answer before the client is refused. */
  #stage: "greeting" | "login" | "request" | "asking" | "opening" = "greeting";
  #addressLookedUp = false;
  /** Set once the client was authenticated, by password or by its address. */
  #session: ProxySession | Rejection | null = null;

  constructor(gateway: Gateway, peer: Peer, caller: ClientInfo) {
    this.#gateway = gateway;
    this.#peer = peer;
    this.#caller = caller;
    this.#timer = caller.timer;
    peer.onEnd = young(() => peer.destroy());
    peer.onClose = young(() => this.#onClose());
    peer.receive = young((chunk) => this.#read(chunk));
  }

  start(chunk: Uint8Array): boolean {
    return this.#read(chunk);
  }

  onTimeout(): void {
    this.#peer.destroy();
  }

  #onClose(): void {
    clearTimeout(this.#timer);
    if (this.#session instanceof ProxySession) this.#session.close();
  }

  #read(chunk: Uint8Array): boolean {
    // A message mostly arrives alone, and is parsed before the chunk's memory is reused.
    const whole = this.#bytes.length === 0;
    this.#bytes = whole ? (chunk as Buffer) : Buffer.concat([this.#bytes, chunk]);
    while (this.#stage !== "opening" && this.#stage !== "asking" && this.#step());
    if (whole) this.#bytes = this.#bytes.length === 0 ? nothing : Buffer.from(this.#bytes);
    if (this.#stage !== "opening" && this.#bytes.length > maxBytes) this.#close(nothing);
    return true;
  }

  /** Handles one message; returns false if it is incomplete or the last one. */
  #step(): boolean {
    if (this.#stage === "greeting") return this.#greeting();
    if (this.#stage === "login") return this.#login();
    return this.#request();
  }

  #greeting(): boolean {
    const read = socks.readGreeting(this.#bytes);
    if ("need" in read) return false;
    if ("bad" in read) return this.#close(nothing);
    const { auth } = this.#gateway;
    const { address, listener } = this.#caller;
    const addressKnown = isWhitelisted(auth, address, listener);
    const passwords = acceptsPassword(auth, listener);
    const method = socks.chooseMethod(read.methods, { addressKnown, passwords });
    if (method === socks.methodRefused) {
      const lookup = this.#addressLookedUp ? null : lookUpAddress(auth, address, listener);
      if (lookup === null) return this.#close(socks.methodReply(method));
      this.#addressLookedUp = true;
      return this.#pauseUntil(lookup, () => {
        this.#stage = "greeting";
        return true;
      });
    }
    this.#consume(read.consumed);
    this.#peer.write(socks.methodReply(method));
    this.#stage = "login";
    if (method !== socks.methodNone) return true;
    return this.#authenticate(null, () => {
      this.#stage = "request";
      return true;
    });
  }

  /** Pauses reading until `pending` resolves; `then` returns whether to go on with what was read. */
  #pauseUntil<T>(pending: Promise<T>, then: (answer: T) => boolean): false {
    this.#stage = "asking";
    this.#peer.pause();
    const go = (answer: T) => {
      if (this.#peer.closed || !then(answer)) return;
      this.#peer.resume();
      this.#read(nothing);
    };
    pending.then(go).catch((error: unknown) => {
      this.#gateway.log.error({ error: String(error) }, "session start failed");
      this.#close(nothing);
    });
    return false;
  }

  #login(): boolean {
    const read = socks.readUserPass(this.#bytes);
    if ("need" in read) return false;
    if ("bad" in read) return this.#close(nothing);
    this.#consume(read.consumed);
    return this.#authenticate(sentCredentials(read.username, read.password), () =>
      this.#loggedIn(),
    );
  }

  #loggedIn(): boolean {
    const refused = this.#session !== null && "reason" in this.#session ? this.#session : null;
    const unknown = refused?.reason === "credentials" || refused?.reason === "tooManyTries";
    if (refused && unknown) {
      this.#count(refused);
      return this.#close(socks.userPassReply(false));
    }
    // Other refusals have their own reply code, sent after the request.
    this.#peer.write(socks.userPassReply(true));
    this.#stage = "request";
    return true;
  }

  #request(): boolean {
    const read = socks.readRequest(this.#bytes);
    if ("need" in read) return false;
    if ("bad" in read) {
      return this.#close(read.reply === undefined ? nothing : socks.requestReply(read.reply));
    }
    this.#consume(read.consumed);
    this.#stage = "opening";
    clearTimeout(this.#timer);
    // The client's early data waits in the kernel until the upstream connection is open.
    this.#peer.pause();
    const session = this.#session;
    if (!(session instanceof ProxySession)) {
      this.#refuse(session ?? reject(this.#gateway, { reason: "credentials", detail: "" }));
    } else if ("associate" in read) this.#associate(session, read.associate);
    else
      session.open(read.target, null, (upstream) => this.#opened(session, read.target, upstream));
    return false;
  }

  #associate(session: ProxySession, from: socks.DeclaredSender): void {
    const { address, proxied } = this.#caller;
    const control = this.#peer;
    const options = { gateway: this.#gateway, session, control, address, proxied, from };
    associateUdp(options, (refused) => this.#refuse(refused));
  }

  #opened(session: ProxySession, target: Target, upstream: UpstreamConnection | Refused): void {
    if ("reason" in upstream) return this.#refuse(upstream);
    if (this.#peer.closed || session.connection.closedBecause) {
      upstream.peer.destroy();
      return this.#refuse({ reason: session.connection.closedBecause ?? "timedOut", detail: "" });
    }
    this.#peer.write(socks.requestReply(socks.replyDone));
    openTunnel({
      engine: this.#gateway.engine,
      client: this.#peer,
      target: upstream.peer,
      recorder: session.recordUsage(target, upstream),
      connection: session.connection,
      idleTimeouts: this.#gateway.idleTimeouts,
      early: { fromClient: Buffer.from(this.#bytes), fromTarget: upstream.early },
      ended: () => session.close(),
    });
  }

  #refuse(refused: Refused | Rejection): void {
    if (!this.#peer.closed) this.#count(refused);
    this.#close(socks.requestReply(socksCode(refused.reason)));
  }

  #count(refused: Refused | Rejection): void {
    const session = this.#session instanceof ProxySession ? this.#session : null;
    const rejection = "requestId" in refused ? refused.requestId : null;
    countRefusal(this.#gateway, refused, rejection ?? session?.id ?? this.#gateway.id());
    session?.close(refused);
  }

  #authenticate(credentials: Credentials | null, then: () => boolean): boolean {
    const { address, listener } = this.#caller;
    const context = { protocol: "socks5", client: address, target: "" } as const;
    const options = { listener, heldBy: null };
    const started = startSession(this.#gateway, { ...context }, credentials, options);
    const entered = (session: ProxySession | Rejection) => {
      this.#session = session;
      if (session instanceof ProxySession) {
        session.connection.handler = this;
        this.#gateway.auth.limiter.admitted(this.#peer);
      }
      return then();
    };
    if (!(started instanceof Promise)) return entered(started);
    // If the client disconnected in the meantime, it must not count as an open connection.
    void started.then((one) => this.#peer.closed && one instanceof ProxySession && one.close());
    return this.#pauseUntil(started, entered);
  }

  /** Cut before the upstream connection was open. */
  cut(): void {
    this.#peer.destroy();
  }

  #consume(bytes: number): void {
    this.#bytes = this.#bytes.subarray(bytes);
  }

  #close(last: Uint8Array): false {
    this.#stage = "opening";
    this.#onClose();
    this.#gateway.auth.limiter.release(this.#peer);
    writeAndClose(this.#peer, last);
    return false;
  }
}
