/**
 * The wire forms of every refusal of the gateway (spec/gateway#refusals; RFC 9209, RFC 1928 §6).
 */
import type { Refused, RefusedReason } from "@turnpike/rules/admission.ts";
import { proxyToken, quotedRealm } from "@turnpike/rules/brand.ts";
import type { ExitChoice } from "@turnpike/rules/exit-choice.ts";
import { parameterOf } from "@turnpike/rules/username.ts";

interface WireForms {
  status: number;
  /** SOCKS5 reply code. */
  socks: number;
  /** A proxy error type that RFC 9209 §2.3 registers. */
  error: string;
  text: string;
}
/**
 * One line each, in English: they are read by programs and their authors. The text is the reason
 * phrase too, which is all that many clients show of a refused CONNECT: short, printable ASCII.
 */
export const refusedForms: Record<RefusedReason, WireForms> = {
  badRequest: forms(400, 1, "http_request_error", "The request is malformed"),
  badParameters: forms(400, 1, "http_request_denied", "The user name's parameters are wrong"),
  credentials: forms(407, 2, "http_request_denied", "Wrong or missing proxy user and password"),
  insufficientTraffic: forms(402, 2, "http_request_denied", "No traffic left on this sub-account"),
  inArrears: forms(402, 2, "http_request_denied", "The account is in arrears"),
  planExpired: forms(402, 2, "http_request_denied", "The plan or static IP has expired"),
  dayLimit: forms(402, 2, "http_request_denied", "The sub-account's traffic for today is used up"),
  monthLimit: forms(
    402,
    2,
    "http_request_denied",
    "The sub-account's traffic for this month is used up",
  ),
  targetBudgetSpent: forms(
    402,
    2,
    "http_request_denied",
    "The sub-account's budget for this target is used up",
  ),
  targetNotAllowed: forms(403, 2, "destination_ip_prohibited", "This target is not allowed"),
  portBlocked: forms(403, 2, "http_request_denied", "This port is blocked here"),
  targetBlocked: forms(403, 2, "http_request_denied", "The provider has blocked this target"),
  targetPolicy: forms(403, 2, "http_request_denied", "The provider's target policy refuses this"),
  targetNotOffered: forms(403, 2, "http_request_denied", "The target is not offered there"),
  domainNotAllowed: forms(
    403,
    2,
    "http_request_denied",
    "The sub-account may not go to this target",
  ),
  accountDisabled: forms(403, 2, "http_request_denied", "The account is disabled"),
  tooManyConnections: forms(429, 2, "connection_limit_reached", "Too many connections"),
  tooManyTries: forms(429, 2, "http_request_denied", "Too many failed tries"),
  udpNotSupported: forms(403, 7, "http_request_denied", "UDP cannot be carried here"),
  exitUnreachable: forms(502, 5, "destination_unavailable", "The exit cannot be reached"),
  targetUnreachable: forms(502, 4, "destination_unavailable", "The target cannot be reached"),
  targetRefused: forms(502, 5, "connection_refused", "The target refused the connection"),
  dnsFailed: forms(502, 4, "dns_error", "The target's name cannot be resolved"),
  badAnswer: forms(502, 1, "http_protocol_error", "The target's answer is malformed"),
  noExit: forms(503, 1, "destination_unavailable", "No exit matches now"),
  notReady: forms(503, 1, "proxy_internal_error", "The gateway is not ready"),
  timedOut: forms(504, 4, "connection_timeout", "Timed out"),
  ourFault: forms(500, 1, "proxy_internal_error", "Our fault"),
};

function forms(status: number, socks: number, error: string, text: string): WireForms {
  return { status, socks, error, text };
}

const DETAIL_MAX = 400;
/** Whose gateway this is as long as the operator has set no name. */
const productName = "turnpike";

/** A provider's name in heads; made once for each name, since every refusal needs it. */
const formsOf = (name: string) => ({ name, realm: quotedRealm(name), token: proxyToken(name) });
let brandForms = formsOf(productName);

/**
 * Builds the HTTP response of a refusal. `detail` and `requestId` may contain anything: what is not
 * printable ASCII becomes `?`. With `headOnly` (for a HEAD request) the body is omitted.
 */
export function refusalResponse(asked: {
  refused: Refused;
  requestId: string;
  close: boolean;
  headOnly?: boolean;
  /** The provider's name; null: none is set. */
  brand?: string | null;
}): Buffer {
  const { reason } = asked.refused;
  const { status, error, text } = refusedForms[reason];
  const detail = printable(asked.refused.detail).slice(0, DETAIL_MAX);
  const sentence = detail === "" ? text : `${text}: ${detail}`;
  const brand = asked.brand ?? productName;
  if (brand !== brandForms.name) brandForms = formsOf(brand);
  const body = `${sentence} (${reason})\n`;
  const lines = [
    `HTTP/1.1 ${status} ${text}`,
    `Proxy-Status: ${brandForms.token}; error=${error}; details=${quoted(`${reason}: ${sentence}`)}`,
    `X-Request-Id: ${asked.requestId.replace(/[^A-Za-z0-9_.-]/g, "").slice(0, 64)}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${body.length}`,
    "Cache-Control: no-store",
  ];
  if (status === 407)
    lines.push(`Proxy-Authenticate: Basic realm=${brandForms.realm}, charset="UTF-8"`);
  if (reason === "tooManyTries") lines.push("Retry-After: 60");
  // The API or its database is briefly unavailable, or the gateway is stopping: retry soon.
  if (reason === "notReady") lines.push("Retry-After: 2");
  if (asked.close) lines.push("Connection: close", "Proxy-Connection: close");
  const head = `${lines.join("\r\n")}\r\n\r\n`;
  return Buffer.from(asked.headOnly ? head : head + body, "utf8");
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

/** Quotes a string for structured fields (RFC 8941 §3.3.3). */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The SOCKS5 reply code of a refusal. */
export function socksCode(reason: RefusedReason): number {
  return refusedForms[reason].socks;
}

/** The refusal if no exit could be chosen. */
export function noExitRefusal(choice: Exclude<ExitChoice<unknown>, { exit: unknown }>): Refused {
  if (choice.none === "noMatch") return { reason: "noExit", detail: "" };
  const { field, value, nearest } = choice;
  const hint = nearest === null ? "" : `, did you mean "${nearest}"?`;
  const detail = `no exit has ${parameterOf(field)} "${value}"${hint}`;
  return { reason: "badParameters", detail };
}
