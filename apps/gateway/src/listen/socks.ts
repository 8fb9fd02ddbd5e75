/** A SOCKS5 client, from greeting to tunnel (RFC 1928, RFC 1929; spec/gateway#protocols). */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { isWhitelisted, takesPassword } from "../authenticate/admit.ts";
import { type Credentials, credentialsOf } from "../authenticate/credentials.ts";
import type { Server } from "../session/connections.ts";
import type { Peer } from "../engine/engine.ts";
import { socksCode } from "../parse/refused.ts";
import * as socks from "../parse/socks5.ts";
import { Passage } from "../session/proxy-session.ts";
import type { Entrance } from "./entrance.ts";
import { countRefusal, enter, type Turned, turnAway } from "../session/start-session.ts";
import type { Way } from "../dial/dial.ts";
import type { Gateway } from "../gateway.ts";
import { openTunnel } from "../relay/tunnel.ts";
import type { Caller, Client } from "./caller.ts";
import { sayAndClose } from "./linger.ts";

const mostBytes = 2_048;
const nothing = Buffer.alloc(0);

export class SocksClient implements Client, Server {
  #gateway: Gateway;
  #peer: Peer;
  #address: string;
  #entrance: Entrance;
  #bytes: Buffer = nothing;
  #timer: NodeJS.Timeout;
  #stage: "greeting" | "login" | "request" | "opening" = "greeting";
  /** Set once the client is known: by password or by its address. */
  #passage: Passage | Turned | null = null;

  constructor(gateway: Gateway, peer: Peer, caller: Caller) {
    this.#gateway = gateway;
    this.#peer = peer;
    this.#address = caller.address;
    this.#entrance = caller.entrance;
    this.#timer = caller.timer;
    peer.onEnd = () => peer.destroy();
    peer.onClose = () => this.#gone();
    peer.receive = (chunk) => this.#read(chunk);
  }

  start(chunk: Uint8Array): boolean {
    return this.#read(chunk);
  }

  late(): void {
    this.#peer.destroy();
  }

  #gone(): void {
    clearTimeout(this.#timer);
    if (this.#passage instanceof Passage) this.#passage.close();
  }

  #read(chunk: Uint8Array): boolean {
    // A message mostly comes alone, and is read before the chunk's memory is used again.
    const whole = this.#bytes.length === 0;
    this.#bytes = whole ? (chunk as Buffer) : Buffer.concat([this.#bytes, chunk]);
    while (this.#stage !== "opening" && this.#step());
    if (whole) this.#bytes = this.#bytes.length === 0 ? nothing : Buffer.from(this.#bytes);
    if (this.#stage !== "opening" && this.#bytes.length > mostBytes) this.#close(nothing);
    return true;
  }

  /** One message; false when it is not complete, or the end. */
  #step(): boolean {
    if (this.#stage === "greeting") return this.#greeting();
    if (this.#stage === "login") return this.#login();
    return this.#request();
  }

  #greeting(): boolean {
    const read = socks.readGreeting(this.#bytes);
    if ("need" in read) return false;
    if ("bad" in read) return this.#close(nothing);
    this.#take(read.consumed);
    const { door } = this.#gateway;
    const addressKnown = isWhitelisted(door, this.#address, this.#entrance);
    const passwords = takesPassword(door, this.#entrance);
    const method = socks.chooseMethod(read.methods, { addressKnown, passwords });
    if (method === socks.methodRefused) return this.#close(socks.methodReply(method));
    this.#peer.write(socks.methodReply(method));
    if (method === socks.methodNone) this.#enter(null);
    this.#stage = method === socks.methodNone ? "request" : "login";
    return true;
  }

  #login(): boolean {
    const read = socks.readUserPass(this.#bytes);
    if ("need" in read) return false;
    if ("bad" in read) return this.#close(nothing);
    this.#take(read.consumed);
    this.#enter(credentialsOf(read.username, read.password));
    const refused = this.#passage !== null && "reason" in this.#passage ? this.#passage : null;
    const unknown = refused?.reason === "credentials" || refused?.reason === "tooManyTries";
    if (refused && unknown) {
      this.#count(refused);
      return this.#close(socks.userPassReply(false));
    }
    // Other refusals have a reply of their own, after the request.
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
    this.#take(read.consumed);
    this.#stage = "opening";
    clearTimeout(this.#timer);
    // Early data of an eager client waits in the kernel until the way is open.
    this.#peer.pause();
    const passage = this.#passage;
    if (passage instanceof Passage) {
      passage.open(read.target, null, (way) => this.#opened(passage, read.target, way));
    } else this.#refuse(passage ?? turnAway(this.#gateway, { reason: "credentials", detail: "" }));
    return false;
  }

  #opened(passage: Passage, target: Target, way: Way | Refused): void {
    if ("reason" in way) return this.#refuse(way);
    if (this.#peer.closed || passage.connection.cutBy) {
      way.peer.destroy();
      return this.#refuse({ reason: passage.connection.cutBy ?? "timedOut", detail: "" });
    }
    this.#peer.write(socks.requestReply(socks.replyDone));
    openTunnel({
      engine: this.#gateway.engine,
      client: this.#peer,
      target: way.peer,
      account: passage.account(target, way),
      connection: passage.connection,
      limits: this.#gateway.patience,
      early: { fromClient: Buffer.from(this.#bytes), fromTarget: way.early },
      ended: () => passage.close(),
    });
  }

  #refuse(refused: Refused | Turned): void {
    this.#count(refused);
    this.#close(socks.requestReply(socksCode(refused.reason)));
  }

  #count(refused: Refused | Turned): void {
    const passage = this.#passage instanceof Passage ? this.#passage : null;
    const turned = "requestId" in refused ? refused.requestId : null;
    countRefusal(this.#gateway, refused, turned ?? passage?.id ?? this.#gateway.id());
    passage?.close(refused);
  }

  #enter(credentials: Credentials | null): void {
    const asking = { protocol: "socks5", client: this.#address, target: "" } as const;
    const came = { entrance: this.#entrance, heldBy: null };
    this.#passage = enter(this.#gateway, { ...asking }, credentials, came);
    if (!(this.#passage instanceof Passage)) return;
    this.#passage.connection.server = this;
    this.#gateway.door.room.admitted(this.#peer);
  }

  /** Cut before there was a way. */
  cut(): void {
    this.#peer.destroy();
  }

  #take(bytes: number): void {
    this.#bytes = this.#bytes.subarray(bytes);
  }

  #close(last: Uint8Array): false {
    this.#stage = "opening";
    this.#gone();
    this.#gateway.door.room.release(this.#peer);
    sayAndClose(this.#peer, last);
    return false;
  }
}
