/** Failures of the transport and of what lies behind it as refusals, for every listener. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyError, FastifyRequest } from "fastify";

const transportReasons: Record<string, Refusal["reason"]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "bodyTooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "badContentType",
  FST_ERR_CTP_EMPTY_TYPE: "badContentType",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "badBody",
};

/**
 * How a database that is away shows: it is starting, ending, cannot be reached, or takes no writes
 * (its disk is full, it is read-only).
 */
const AWAY = /^(57P0[1-3]|53[13]00|25006|58030|08\d{3}|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;
const AWAY_WORDS = /^(Connection terminated|timeout exceeded when trying to connect)/;
function isAway({ code, message }: { code?: unknown; message?: unknown }): boolean {
  return AWAY.test(String(code)) || AWAY_WORDS.test(String(message));
}

/** Any failure as a refusal; what nobody foresaw is our fault, and stands in the log. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const { code = "", statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  const known = transportReasons[code];
  if (known) return new Refusal(known);
  if (statusCode >= 400 && statusCode < 500) return new Refusal("badBody");
  const away = isAway((error ?? {}) as Error);
  if (!away || isFirstOfSecond())
    request.log.error({ err: error, ref: request.id }, "a call failed");
  return new Refusal(away ? "notReady" : "ourFault");
}

const AWAY_LOG_EVERY_MS = 1_000;
let awayLoggedAt = Number.NEGATIVE_INFINITY;
/** While the database is away every call fails for the same reason: one line a second tells it. */
function isFirstOfSecond(): boolean {
  const now = performance.now();
  if (now - awayLoggedAt < AWAY_LOG_EVERY_MS) return false;
  awayLoggedAt = now;
  return true;
}

/** What stands on an answer that no hook sees. */
export const bareHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
