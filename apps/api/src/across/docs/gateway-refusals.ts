/** The gateway's refusals as clients see them; a test compares them with the gateway's code. */
import type { RefusedReason } from "@turnpike/rules/admission.ts";

/** HTTP status, SOCKS5 reply code, and the `error` of Proxy-Status (RFC 9209). */
export const gatewayRefusals: Record<RefusedReason, [number, number, string]> = {
  badRequest: [400, 1, "http_request_error"],
  badParameters: [400, 1, "http_request_denied"],
  credentials: [407, 2, "http_request_denied"],
  insufficientTraffic: [402, 2, "http_request_denied"],
  inArrears: [402, 2, "http_request_denied"],
  planExpired: [402, 2, "http_request_denied"],
  dayLimit: [402, 2, "http_request_denied"],
  monthLimit: [402, 2, "http_request_denied"],
  targetBudgetSpent: [402, 2, "http_request_denied"],
  targetNotAllowed: [403, 2, "destination_ip_prohibited"],
  portBlocked: [403, 2, "http_request_denied"],
  targetBlocked: [403, 2, "http_request_denied"],
  targetPolicy: [403, 2, "http_request_denied"],
  targetNotOffered: [403, 2, "http_request_denied"],
  domainNotAllowed: [403, 2, "http_request_denied"],
  accountDisabled: [403, 2, "http_request_denied"],
  tooManyConnections: [429, 2, "connection_limit_reached"],
  tooManyTries: [429, 2, "http_request_denied"],
  udpNotSupported: [403, 7, "http_request_denied"],
  exitUnreachable: [502, 5, "destination_unavailable"],
  targetUnreachable: [502, 4, "destination_unavailable"],
  targetRefused: [502, 5, "connection_refused"],
  dnsFailed: [502, 4, "dns_error"],
  badAnswer: [502, 1, "http_protocol_error"],
  noExit: [503, 1, "destination_unavailable"],
  notReady: [503, 1, "proxy_internal_error"],
  timedOut: [504, 4, "connection_timeout"],
  ourFault: [500, 1, "proxy_internal_error"],
};
