/**
 * An HTTP client's connection: heads one after another, each judged at the door; CONNECT turns it
 * into a tunnel, absolute-form requests are forwarded one at a time (spec/gateway#protocols).
 */
import type { Refused, RefusedReason } from "@turnpike/rules/admission.ts";
import type { Server } from "../session/connections.ts";
import type { Entrance } from "./entrance.ts";
import { countRefusal, enter, type Turned, turnAway } from "../session/start-session.ts";
import type { Way } from "../dial/dial.ts";
import type { Gateway } from "../gateway.ts";
import { Forward } from "../relay/http-forward.ts";
import type { Peer } from "../engine/engine.ts";
import type { RequestHead } from "../parse/http-head.ts";
import { refusalResponse } from "../parse/refused.ts";
import { type Asking, Passage } from "../session/proxy-session.ts";
import { openTunnel } from "../relay/tunnel.ts";
import type { Caller, Client } from "./caller.ts";
import { type HeardHead, hearHead } from "./http-heads.ts";
import { sayAndClose } from "./linger.ts";

const established = "HTTP/1.1 200 Connection Established\r\nX-Request-Id: ";
/** A way lies ready for so long: shorter than origins wait, so that they do not meet in closing. */
const spareMs = 2_500;
const nothing = Buffer.alloc(0);

export class HttpClient implements Client, Server {
  #gateway: Gateway;
  #peer: Peer;
  #address: string;
  #entrance: Entrance;
  /** Of the head that is being read. */
  #bytes: Buffer = nothing;
  #scanned = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Between two requests the connection may wait longer than within a head. */
  #waiting = false;
  /** The account that the connection belongs to between two requests; null before the first. */
  #heldBy: string | null = null;
  /** Of the request that is served. */
  #head: RequestHead | null = null;
  #passage: Passage | null = null;
  /** The way to the last target where the exit stays, open for the next request. */
  #spare: Spare | null = null;

  constructor(gateway: Gateway, peer: Peer, caller: Caller) {
    this.#gateway = gateway;
    this.#peer = peer;
    this.#address = caller.address;
    this.#entrance = caller.entrance;
    this.#timer = caller.timer;
    this.#listen();
  }

  start(chunk: Uint8Array): boolean {
    return this.#read(chunk);
  }

  /** Reads heads from now on. */
  #listen(): void {
    const peer = this.#peer;
    peer.onEnd = () => peer.destroy();
    peer.onClose = () => this.#gone();
    peer.receive = (chunk) => this.#read(chunk);
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.late(), ms);
  }

  late(): void {
    if (this.#waiting || this.#bytes.length === 0) this.#peer.destroy();
    else this.#refuse({ reason: "badRequest", detail: "the head did not come in time" });
  }

  #gone(): void {
    clearTimeout(this.#timer);
    this.#peer.idle = null;
    this.#passage?.close();
    this.#spare?.way.peer.destroy();
  }

  #read(chunk: Uint8Array): boolean {
    if (this.#waiting) {
      this.#waiting = false;
      this.#peer.idle = null;
      this.#setTimer(this.#gateway.headTimeoutMs);
    }
    // Only what has to wait for more is copied: the chunk's memory is the engine's.
    const bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const parsed = hearHead(bytes, this.#scanned);
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

  #serve({ head, credentials }: HeardHead, rest: Buffer): void {
    this.#head = head;
    const protocol = head.form === "connect" ? "connect" : "http";
    const asking: Asking = { protocol, client: this.#address, target: head.target.authority };
    const entered =
      credentials === "bad"
        ? turnAway(this.#gateway, { reason: "credentials", detail: "not Basic credentials" })
        : enter(this.#gateway, asking, credentials, {
            entrance: this.#entrance,
            heldBy: this.#heldBy,
          });
    if (!(entered instanceof Passage)) return this.#refuse(entered);
    this.#gateway.door.room.admitted(this.#peer);
    this.#heldBy = null;
    this.#passage = entered;
    const { connection } = entered;
    connection.server = this;
    const spare = this.#takeSpare(head, entered);
    entered.open(head.target, spare, (way) => {
      if (spare && spare !== way) spare.peer.destroy();
      if ("reason" in way) {
        if (!connection.cutBy) this.#refuse(way);
      } else if (this.#peer.closed || connection.cutBy) way.peer.destroy();
      else if (head.form === "connect") this.#tunnel(entered, head, { way, rest });
      else this.#forward(entered, head, { way, rest });
    });
  }

  #tunnel(passage: Passage, head: RequestHead, { way, rest }: { way: Way; rest: Buffer }): void {
    this.#peer.write(Buffer.from(`${established}${passage.id}\r\n\r\n`, "latin1"));
    openTunnel({
      engine: this.#gateway.engine,
      client: this.#peer,
      target: way.peer,
      account: passage.account(head.target, way),
      connection: passage.connection,
      limits: this.#gateway.patience,
      early: { fromClient: rest, fromTarget: way.early },
      ended: () => passage.close(),
    });
  }

  #forward(passage: Passage, head: RequestHead, { way, rest }: { way: Way; rest: Buffer }): void {
    const forward = new Forward({
      client: this.#peer,
      way,
      head,
      account: passage.account(head.target, way),
      connection: passage.connection,
      keepsClient: () => !this.#gateway.drain.draining,
      keepWay: passage.keepsExit,
      limits: this.#gateway.patience,
      answerTimeoutMs: this.#gateway.answerTimeoutMs,
      refuse: (refused) => this.#refuse(refused),
      ended: (left, why) => {
        passage.close(why);
        this.#passage = null;
        if (left === null) {
          this.#gateway.door.room.release(this.#peer);
          return this.#gone();
        }
        if (left.way) this.#keepSpare(left.way, head, passage);
        this.#next(left.rest, passage.admitted.grant.accountId);
      },
    });
    forward.start(rest);
  }

  /** The next request of this connection, which is the account's until then; `rest` came already. */
  #next(rest: Buffer, accountId: string): void {
    const { door, keepAliveTimeoutMs, keepAliveShortMs } = this.#gateway;
    this.#listen();
    this.#waiting = true;
    this.#setTimer(door.room.isShort ? keepAliveShortMs : keepAliveTimeoutMs);
    door.room.keep(this.#peer, accountId);
    this.#heldBy = accountId;
    if (this.#peer.ended) return this.#peer.end();
    if (this.#gateway.drain.draining) return this.drain();
    this.#peer.idle = this;
    this.#peer.resume();
    // It may hold the next head already, which pauses again.
    if (rest.length > 0) this.#read(rest);
  }

  /** Between two requests: the worker ends, so there is no next one. */
  drain(): void {
    this.#gone();
    sayAndClose(this.#peer, nothing, 500);
  }

  #keepSpare(way: Way, head: RequestHead, passage: Passage): void {
    const timer = setTimeout(() => way.peer.destroy(), spareMs);
    const spare = { way, key: spareKey(head, passage), timer };
    this.#spare = spare;
    // An origin that says anything unasked, or ends, is not used again.
    way.peer.receive = () => {
      way.peer.destroy();
      return true;
    };
    way.peer.onEnd = () => way.peer.destroy();
    way.peer.onClose = () => {
      clearTimeout(timer);
      if (this.#spare === spare) this.#spare = null;
    };
    way.peer.resume();
  }

  #takeSpare(head: RequestHead, passage: Passage): Way | null {
    const spare = this.#spare;
    if (spare === null) return null;
    this.#spare = null;
    clearTimeout(spare.timer);
    spare.way.peer.pause();
    const fits = head.form === "absolute" && spare.key === spareKey(head, passage);
    if (fits && !spare.way.peer.closed) return spare.way;
    spare.way.peer.destroy();
    return null;
  }

  /** Cut before there was a way. */
  cut(reason: RefusedReason): void {
    this.#refuse({ reason, detail: "" });
  }

  #refuse(refused: Refused | Turned): void {
    const turned = "requestId" in refused ? refused.requestId : null;
    const requestId = turned ?? this.#passage?.id ?? this.#gateway.id();
    countRefusal(this.#gateway, refused, requestId);
    this.#passage?.close(refused);
    this.#gateway.door.room.release(this.#peer);
    this.#gone();
    const headOnly = this.#head?.method === "HEAD";
    const answer = refusalResponse({ refused, requestId, close: true, headOnly });
    // Who was waited for long enough is not waited for again.
    sayAndClose(this.#peer, answer, refused.reason === "timedOut" ? 500 : undefined);
  }
}

interface Spare {
  way: Way;
  key: string;
  timer: NodeJS.Timeout;
}

/** A way serves again only the same holder, place, session and target. */
function spareKey(head: RequestHead, { admitted }: Passage): string {
  const { grant, request } = admitted;
  return JSON.stringify([grant.holderId, request.filter, request.sid, head.target.authority]);
}
