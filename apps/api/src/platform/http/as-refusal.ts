/** Turns errors of the transport, the database and handlers into refusals, for every HTTP server. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyError, FastifyRequest } from "fastify";
import { ActRefused } from "../act-refused.ts";
import { isUnavailable } from "../db/unavailable.ts";

const transportReasons: Record<string, Refusal["reason"]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "bodyTooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "badContentType",
  FST_ERR_CTP_EMPTY_TYPE: "badContentType",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "badBody",
};

/** Turns any error into a refusal; an unexpected one is an internal error and is logged. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ActRefused) return new Refusal(error.reason, { detail: error.message });
  const { code = "", statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  const known = transportReasons[code];
  if (known) return new Refusal(known);
  if (statusCode >= 400 && statusCode < 500) return new Refusal("badBody");
  const unavailable = isUnavailable(error);
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
