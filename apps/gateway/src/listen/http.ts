/**
 * An HTTP client's connection: heads one after another, each judged at the door; CONNECT turns it
 * into a tunnel, absolute-form requests are forwarded one at a time (contract §13).
 */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Credentials } from "../admit.ts";
import type { Way } from "../exits/dial.ts";
import { Forward } from "../http-forward.ts";
import type { Inlet } from "../inlet.ts";
import { parseHead, type RequestHead } from "../parse/http-head.ts";
import { parseProxyAuthorization } from "../parse/proxy-authorization.ts";
import { refusalResponse } from "../parse/refused.ts";
import { enter, type Gateway, Passage } from "../passage.ts";
import { Tunnel } from "../tunnel.ts";
import type { Caller } from "./caller.ts";
import { sayAndClose } from "./linger.ts";

const established = Buffer.from("HTTP/1.1 200 Connection Established\r\n\r\n");
/** A way lies ready for so long: shorter than origins wait, so that they do not meet in closing. */
const spareMs = 2_500;
const nothing = Buffer.alloc(0);

export class HttpClient {
  #gateway: Gateway;
  #inlet: Inlet;
  #address: string;
  /** Of the head that is being read. */
  #bytes: Buffer = nothing;
  #scanned = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Between two requests the connection may wait longer than within a head. */
  #waiting = false;
  #passage: Passage | null = null;
  /** A session's way to its last target, open for the next request. */
  #spare: Spare | null = null;

  constructor(gateway: Gateway, inlet: Inlet, caller: Caller) {
    this.#gateway = gateway;
    this.#inlet = inlet;
    this.#address = caller.address;
    this.#listen();
    this.#setTimer(caller.leftMs);
  }

  start(chunk: Uint8Array): boolean {
    return this.#read(chunk);
  }

  /** Reads heads from now on. */
  #listen(): void {
    this.#inlet.onEnd = () => this.#inlet.socket.destroy();
    this.#inlet.onClose = () => this.#gone();
    this.#inlet.receive = (chunk) => this.#read(chunk);
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#late(), ms);
  }

  #late(): void {
    if (this.#waiting || this.#bytes.length === 0) this.#inlet.socket.destroy();
    else this.#refuse({ reason: "badRequest", detail: "the head did not come in time" });
  }

  #gone(): void {
    clearTimeout(this.#timer);
    this.#passage?.close();
    this.#spare?.way.inlet.socket.destroy();
  }

  #read(chunk: Uint8Array): boolean {
    if (this.#waiting) {
      this.#waiting = false;
      this.#setTimer(this.#gateway.headTimeoutMs);
    }
    this.#bytes =
      this.#bytes.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#bytes, chunk]);
    return this.#parse();
  }

  /** True: more bytes are needed. */
  #parse(): boolean {
    const parsed = parseHead(this.#bytes, this.#scanned);
    if ("need" in parsed) {
      this.#scanned = parsed.scanned;
      return true;
    }
    clearTimeout(this.#timer);
    if ("bad" in parsed) {
      this.#refuse({ reason: "badRequest", detail: parsed.bad });
      return false;
    }
    const rest = this.#bytes.subarray(parsed.headBytes);
    this.#bytes = nothing;
    this.#scanned = 0;
    this.#serve(parsed.head, rest).catch((error: unknown) => {
      this.#gateway.log.error({ error: String(error) }, "a request failed");
      this.#refuse({ reason: "ourFault", detail: "" });
    });
    return false;
  }

  async #serve(head: RequestHead, rest: Buffer): Promise<void> {
    const credentials = readCredentials(head);
    const entered =
      credentials === "bad"
        ? ({ reason: "credentials", detail: "not Basic credentials" } as const)
        : enter(this.#gateway, this.#address, credentials);
    if (!(entered instanceof Passage)) return this.#refuse(entered, head);
    this.#passage = entered;
    const { connection } = entered;
    connection.onCut = (reason) => this.#refuse({ reason, detail: "" }, head);
    const spare = this.#takeSpare(head, entered);
    const way = await entered.open(head.target, spare);
    if (spare && spare !== way) spare.inlet.socket.destroy();
    if ("reason" in way) {
      if (!connection.cutBy) this.#refuse(way, head);
      return;
    }
    if (this.#inlet.closed || connection.cutBy) {
      way.inlet.socket.destroy();
      return;
    }
    if (head.form === "connect") this.#tunnel(entered, head, { way, rest });
    else this.#forward(entered, head, { way, rest });
  }

  #tunnel(passage: Passage, head: RequestHead, { way, rest }: { way: Way; rest: Buffer }): void {
    this.#inlet.socket.write(established);
    const tunnel = new Tunnel({
      client: this.#inlet,
      target: way.inlet,
      account: passage.account(head.target, way),
      connection: passage.connection,
      limits: this.#gateway.patience,
      ended: () => passage.close(),
    });
    tunnel.start({ fromClient: rest, fromTarget: way.early });
  }

  #forward(passage: Passage, head: RequestHead, { way, rest }: { way: Way; rest: Buffer }): void {
    const sticky = passage.admitted.request.sid !== null;
    const forward = new Forward({
      client: this.#inlet,
      way,
      head,
      account: passage.account(head.target, way),
      connection: passage.connection,
      keepWay: sticky,
      limits: this.#gateway.patience,
      answerTimeoutMs: this.#gateway.answerTimeoutMs,
      refuse: (refused) => this.#refuse(refused, head),
      ended: (left) => {
        passage.close();
        this.#passage = null;
        if (left === null) return this.#gone();
        if (left.way) this.#keepSpare(left.way, head, passage);
        this.#next(left.rest);
      },
    });
    forward.start(rest);
  }

  /** The next request of this connection; `rest` came already. */
  #next(rest: Buffer): void {
    this.#listen();
    this.#waiting = true;
    this.#setTimer(this.#gateway.keepAliveTimeoutMs);
    if (this.#inlet.ended) this.#inlet.socket.end();
    else if (rest.length === 0 || this.#read(rest)) this.#inlet.resume();
  }

  #keepSpare(way: Way, head: RequestHead, passage: Passage): void {
    const timer = setTimeout(() => way.inlet.socket.destroy(), spareMs);
    const spare = { way, key: spareKey(head, passage), timer };
    this.#spare = spare;
    // An origin that says anything unasked, or ends, is not used again.
    way.inlet.receive = () => {
      way.inlet.socket.destroy();
      return true;
    };
    way.inlet.onEnd = () => way.inlet.socket.destroy();
    way.inlet.onClose = () => {
      clearTimeout(timer);
      if (this.#spare === spare) this.#spare = null;
    };
    way.inlet.resume();
  }

  #takeSpare(head: RequestHead, passage: Passage): Way | null {
    const spare = this.#spare;
    if (spare === null) return null;
    this.#spare = null;
    clearTimeout(spare.timer);
    spare.way.inlet.pause();
    const fits = head.form === "absolute" && spare.key === spareKey(head, passage);
    if (fits && !spare.way.inlet.closed) return spare.way;
    spare.way.inlet.socket.destroy();
    return null;
  }

  #refuse(refused: Refused, head: RequestHead | null = null): void {
    const requestId = this.#passage?.id ?? this.#gateway.id();
    this.#gateway.log.debug({ ...refused, requestId }, "refused");
    this.#gone();
    const headOnly = head?.method === "HEAD";
    sayAndClose(this.#inlet, refusalResponse({ refused, requestId, close: true, headOnly }));
  }
}

interface Spare {
  way: Way;
  key: string;
  timer: NodeJS.Timeout;
}

/** A way serves again only the same sub-account, place, session and target. */
function spareKey(head: RequestHead, { admitted }: Passage): string {
  const { grant, request } = admitted;
  return JSON.stringify([grant.subAccountId, request.filter, request.sid, head.target.authority]);
}

function readCredentials(head: RequestHead): Credentials | null | "bad" {
  const read = parseProxyAuthorization(head.proxyAuthorization);
  if ("none" in read) return null;
  return "bad" in read ? "bad" : read;
}
