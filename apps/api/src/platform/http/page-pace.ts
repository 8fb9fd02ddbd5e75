/**
 * How fast a network is answered what takes no share of work: pages and files from memory, unknown
 * addresses, refused methods. Each costs a tenth of a millisecond, and a few connections can ask for
 * thousands a second. They wait, as calls do, so that whoever repeats them delays only himself
 * (spec/quality#n7).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal, type RefusalReason } from "@turnpike/contract/refusals.ts";
import { networkOf, siteOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { bareHeaders } from "./as-refusal.ts";
import { clientIp } from "./client-ip.ts";
import { refusalEnvelope } from "./envelope.ts";

const PER_SECOND = 400;
/** At once, after a pause: a hundred people behind one address open the dashboard. */
const BURST = 2_000;
const MAX_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;
/** Beyond this many networks the oldest are forgotten. */
const REMEMBERED = 50_000;

/** The networks of an IPv6 /48 have so many times as much together. */
const OF_SITE = 4;

/** When each of those who ask may have the next answer. */
export class Pace {
  readonly #everyMs: number;
  readonly #burst: number;
  #now: () => number;
  #nextAt = new Map<string, number>();

  /** `now` is a monotonic clock in milliseconds; `times`: how many times as much each one has. */
  constructor(now: () => number = () => performance.now(), times = 1) {
    this.#now = now;
    this.#everyMs = 1_000 / PER_SECOND / times;
    this.#burst = BURST * times;
  }

  /** How many milliseconds one more answer has to wait; null if that is too long. */
  waitOf(key: string): number | null {
    const now = this.#now();
    const earliest = now - this.#burst * this.#everyMs;
    const next = Math.max(this.#nextAt.get(key) ?? earliest, earliest) + this.#everyMs;
    if (next - now > MAX_WAIT_MS) return null;
    this.#nextAt.delete(key);
    this.#nextAt.set(key, next);
    if (this.#nextAt.size > REMEMBERED) {
      const [oldest] = this.#nextAt.keys();
      if (oldest !== undefined) this.#nextAt.delete(oldest);
    }
    return Math.max(0, next - now);
  }
}

/** Health checks are not delayed by others behind the same address. */
const healthPaths = new Set(["/healthz", "/readyz"]);

/** Waits for a request's turn; false if that would take too long. */
export type PageTurn = (request: FastifyRequest) => Promise<boolean>;

export function pageTurns({ metrics }: Pick<Services, "metrics">): PageTurn {
  const [pace, paceOfSites] = [new Pace(), new Pace(undefined, OF_SITE)];
  return async (request) => {
    const path = request.url.slice(0, 10).split("?", 1)[0] ?? "";
    const kind = healthPaths.has(path) ? "health" : "page";
    const network = networkOf(clientIp(request));
    const site = siteOf(network);
    const ownMs = pace.waitOf(`${kind} ${network}`);
    const siteMs =
      site === network || ownMs === null ? ownMs : paceOfSites.waitOf(`${kind} ${site}`);
    const waitMs = ownMs === null || siteMs === null ? null : Math.max(ownMs, siteMs);
    if (waitMs === null) metrics.countShareRefusal("pages");
    if (waitMs !== null && waitMs > 0) await sleep(waitMs, undefined, { ref: false });
    return waitMs !== null;
  };
}

/** Tells a network that it asks for too many pages. */
export function refusePage(reply: FastifyReply): FastifyReply {
  const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  const headers = { ...bareHeaders, connection: "close", "retry-after": RETRY_AFTER_SECONDS };
  const { body } = refusalEnvelope(new Refusal("tooManyTries", retry), "en");
  return reply.status(429).headers(headers).send(body);
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers an address that no router reads: hooks do not run for it. */
export async function refuseAddress(turn: PageTurn, { request, reply }: Exchange): Promise<void> {
  if (!(await turn(request))) return void refusePage(reply);
  const { status, body } = refusalEnvelope(new Refusal("unknownPath"), "en");
  void reply.status(status).headers(bareHeaders).send(body);
}

/** Lets all requests wait but calls, which wait at the gate: also where a route refuses early. */
export function pacePages(app: FastifyInstance, turn: PageTurn): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.share === "gate") return undefined;
    if (!(await turn(request))) return refusePage(reply);
    // Nobody waits for it any more.
    if (request.raw.socket.destroyed) return reply.hijack();
    return undefined;
  });
}

/** What a call is refused for before it comes to the gate. */
const beforeGate: ReadonlySet<string> = new Set<RefusalReason>([
  "badBody",
  "badContentType",
  "bodyTooLarge",
  "foreignOrigin",
]);

/** Waits where a call was refused before the gate, at which calls wait; false if that takes too long. */
export async function earlyTurn(
  turn: PageTurn,
  request: FastifyRequest,
  { reason }: Refusal,
): Promise<boolean> {
  const isEarly = request.routeOptions.config.share === "gate" && beforeGate.has(reason);
  return isEarly ? turn(request) : true;
}
