/** Why a local port refuses a request, for HTTP and for SOCKS5 clients. */
import { type Upstream, withoutSecrets } from "./upstream.ts";

/** The manager's name in `Proxy-Status` (RFC 9209). */
const NAME = "turnpike-manager";

export interface Why {
  /** HTTP status. */
  status: number;
  /** SOCKS5 reply (RFC 1928 §6). */
  reply: number;
  /** One line for the user to read. */
  line: string;
  /** RFC 9209 §2.3. */
  error?: string;
  /** The upstream's own `Proxy-Status`, passed on. */
  proxyStatus?: string;
  /** The upstream failed, not the request: the port is shown as failed. */
  blamesUpstream?: boolean;
}

export class ProxyRefused extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why.line);
    this.why = why;
  }
}

/** Converts any error to a refusal; an unexpected one becomes 502. */
export function asRefused(error: unknown): Why {
  if (error instanceof ProxyRefused) return error.why;
  return { status: 502, reply: 1, line: "The connection failed.", error: "proxy_internal_error" };
}

/** The value of `Proxy-Status`: the upstream's entry, followed by the manager's. */
export function proxyStatusOf({ error, proxyStatus, line }: Why): string {
  const own = error
    ? `${NAME}; error=${error}; details="${line.replace(/[^ !#-[\]-~]/g, "")}"`
    : "";
  return [proxyStatus, own || (proxyStatus ? "" : NAME)].filter(Boolean).join(", ");
}

const OTHERS_MAX = 300;
/** The upstream's `Proxy-Status`, if it is short, printable and has no credentials left in it. */
export function proxyStatusOfOther(
  given: string | string[] | undefined,
  upstream: Upstream,
): string | undefined {
  const said = String(given ?? "");
  if (said.length > OTHERS_MAX || /[^ -~]/.test(said)) return undefined;
  return withoutSecrets(said, upstream) || undefined;
}

/** SOCKS5 replies for the statuses of spec/gateway#refusals. */
const replies: Record<number, number> = { 402: 2, 403: 2, 407: 2, 429: 2, 502: 5, 504: 4 };

/** The SOCKS5 reply for an upstream's HTTP status. */
export const replyOf = (status: number) => replies[status] ?? 1;

/** The refusal for a SOCKS5 upstream's reply, with the error of RFC 9209. */
export function whyOfReply(reply: number): Why {
  const said = (status: number, line: string, error: string): Why => ({
    status,
    reply,
    line,
    error,
  });
  switch (reply) {
    case 2:
      return said(403, "The proxy does not allow this.", "http_request_denied");
    case 3:
    case 4:
      return said(504, "The target cannot be reached.", "destination_ip_unroutable");
    case 5:
      return said(502, "The target refused the connection.", "connection_refused");
    case 6:
      return said(504, "The target did not answer in time.", "connection_timeout");
    default:
      return said(502, `The proxy failed (SOCKS5 reply ${reply}).`, "connection_terminated");
  }
}

/** The refusal of an ended port (spec/manager#calls). */
export const expired: Why = {
  status: 402,
  reply: 2,
  line: "The time of this local port is over: start it anew in the dashboard.",
  error: "http_request_denied",
};
export const loops: Why = {
  status: 403,
  reply: 2,
  line: "This would lead back into the proxy manager of this computer.",
  error: "proxy_loop_detected",
};
export const malformed = (line: string): Why => ({
  status: 400,
  reply: 1,
  line,
  error: "http_request_error",
});
