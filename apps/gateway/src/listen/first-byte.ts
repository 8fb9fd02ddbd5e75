/**
 * A new connection: reads the PROXY header of a trusted proxy, then tells TLS, SOCKS5 and HTTP
 * apart by the first byte (spec/gateway#protocols).
 */
import type { SecureContext } from "node:tls";
import type { IdleClient, Peer } from "../engine/engine.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import type { Gateway } from "../session/gateway.ts";
import type { ClientHandler } from "./client-info.ts";
import { HttpHandler } from "./http.ts";
import { SocksHandler } from "./socks5.ts";
import { proxyHeaderLongest, readProxyHeader } from "../parse/proxy-protocol.ts";
import { young } from "../lib/young.ts";

/** How long a trusted proxy has to send its PROXY header (spec/gateway#proxies). */
const headerTimeoutMs = 5_000;
const nothing = Buffer.alloc(0);

/**
 * Reads the PROXY header, sets the peer's address to the client's, and calls `then`, which takes
 * chunks as `receive` does, with the bytes that followed. Anything else closes the connection.
 */
function expectProxyHeader(
  { auth: { limiter } }: Pick<Gateway, "auth">,
  peer: Peer,
  then: (early: Buffer) => boolean,
): void {
  const timer = setTimeout(() => peer.destroy(), headerTimeoutMs);
  let bytes = nothing;
  peer.onEnd = young(() => peer.destroy());
  peer.onClose = young(() => clearTimeout(timer));
  peer.receive = young((chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    const header = readProxyHeader(bytes);
    if (header === "more" && bytes.length < proxyHeaderLongest) return true;
    clearTimeout(timer);
    if (typeof header === "string") {
      peer.destroy();
      return true;
    }
    if (header.address !== null) limiter.setRealAddress(peer, header.address);
    return then(bytes.subarray(header.length));
  });
}

const socksVersion = 5;
const tlsHandshake = 0x16;
const closeWhenIdle: IdleClient = { drain: (peer) => peer.destroy() };

/** Reads the first byte and hands the connection to the handler of its protocol. */
export function acceptClient(gateway: Gateway, peer: Peer, listener: ListenerRef): void {
  if (peer.address === "" || gateway.drain.closesNew) return peer.destroy();
  if (gateway.isProxy(peer.address)) {
    expectProxyHeader(gateway, peer, (early) => {
      new NewClient(gateway, peer, listener, true).waitForFirstByte();
      return early.length === 0 || peer.receive(early);
    });
  } else new NewClient(gateway, peer, listener, false).waitForFirstByte();
  peer.idle = closeWhenIdle;
  peer.resume();
}

/** A client before its first byte. */
class NewClient {
  #gateway: Gateway;
  #peer: Peer;
  #listener: ListenerRef;
  #proxied: boolean;
  #timer: NodeJS.Timeout;
  #client: ClientHandler | null = null;

  constructor(gateway: Gateway, peer: Peer, listener: ListenerRef, proxied: boolean) {
    this.#gateway = gateway;
    this.#peer = peer;
    this.#listener = listener;
    this.#proxied = proxied;
    const { auth, headTimeoutMs, headShortMs } = gateway;
    const timeoutMs = auth.limiter.isCrowded ? headShortMs : headTimeoutMs;
    this.#timer = setTimeout(() => this.#onTimeout(), timeoutMs);
  }

  waitForFirstByte(): void {
    const peer = this.#peer;
    peer.onEnd = young(() => peer.destroy());
    peer.onClose = young(() => clearTimeout(this.#timer));
    peer.receive = young((chunk) => this.#first(chunk));
  }

  #onTimeout(): void {
    if (this.#client) this.#client.onTimeout();
    else this.#peer.destroy();
  }

  #first(chunk: Uint8Array): boolean {
    const context = this.#listener.kind === "plan" ? this.#gateway.tls?.() : undefined;
    if (context && chunk[0] === tlsHandshake) return this.#secure(context, chunk);
    return this.#start(chunk);
  }

  #start(chunk: Uint8Array): boolean {
    const peer = this.#peer;
    peer.idle = null;
    const caller = {
      address: peer.address,
      proxied: this.#proxied,
      listener: this.#listener,
      timer: this.#timer,
    };
    this.#client =
      chunk[0] === socksVersion
        ? new SocksHandler(this.#gateway, peer, caller)
        : new HttpHandler(this.#gateway, peer, caller);
    return this.#client.start(chunk);
  }

  /** Starts TLS; the first byte inside it decides again. */
  #secure(context: SecureContext, chunk: Uint8Array): boolean {
    const { engine, auth, drain } = this.#gateway;
    const options = { context, early: Buffer.from(chunk), limiter: auth.limiter };
    engine.secure(this.#peer, options, (secured) => {
      if (secured === null) return;
      this.#peer = secured;
      this.waitForFirstByte();
      secured.receive = young((first) => this.#start(first));
      secured.idle = closeWhenIdle;
      if (drain.closesNew) return secured.destroy();
      secured.resume();
    });
    return true;
  }
}
