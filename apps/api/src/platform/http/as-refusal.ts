/** Turns errors of the transport, the database and handlers into refusals, for every HTTP server. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyError, FastifyRequest } from "fastify";

const transportReasons: Record<string, Refusal["reason"]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "bodyTooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "badContentType",
  FST_ERR_CTP_EMPTY_TYPE: "badContentType",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "badBody",
};

/** Codes of an unavailable database: starting, stopping, unreachable, read-only or with a full disk. */
const UNAVAILABLE =
  /^(57P0[1-3]|53[13]00|25006|58030|08\d{3}|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;
const UNAVAILABLE_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect)/;
function isUnavailable({ code, message }: { code?: unknown; message?: unknown }): boolean {
  return UNAVAILABLE.test(String(code)) || UNAVAILABLE_MESSAGE.test(String(message));
}

/** Turns any error into a refusal; an unexpected one is an internal error and is logged. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const { code = "", statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  const known = transportReasons[code];
  if (known) return new Refusal(known);
  if (statusCode >= 400 && statusCode < 500) return new Refusal("badBody");
  const unavailable = isUnavailable((error ?? {}) as Error);
  if (!unavailable || isFirstOfSecond())
    request.log.error({ err: error, ref: request.id }, "call failed");
  return new Refusal(unavailable ? "notReady" : "ourFault");
}

const UNAVAILABLE_LOG_EVERY_MS = 1_000;
let unavailableLoggedAt = Number.NEGATIVE_INFINITY;
/** Without the database every call fails for the same reason: one log line a second is enough. */
function isFirstOfSecond(): boolean {
  const now = performance.now();
  if (now - unavailableLoggedAt < UNAVAILABLE_LOG_EVERY_MS) return false;
  unavailableLoggedAt = now;
  return true;
}

/** Headers of responses that bypass the server's hooks. */
export const bareHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
