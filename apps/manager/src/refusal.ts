/** Why a local port refuses a request, for HTTP and for SOCKS5 clients. */
import { type Upstream, emptyIfSecret } from "./upstream.ts";

/** The manager's name in `Proxy-Status` (RFC 9209). */
const NAME = "proxy-manager";

export interface RefusalInfo {
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
  isUpstreamFailure?: boolean;
}

export class ProxyRefused extends Error {
  readonly why: RefusalInfo;
  constructor(why: RefusalInfo) {
    super(why.line);
    this.why = why;
  }
}

/** Converts any error to a refusal; an unexpected one becomes 502. */
export function toRefusal(error: unknown): RefusalInfo {
  if (error instanceof ProxyRefused) return error.why;
  return { status: 502, reply: 1, line: "The connection failed.", error: "proxy_internal_error" };
}

/** The value of `Proxy-Status`: the upstream's entry, followed by the manager's. */
export function proxyStatusOf({ error, proxyStatus, line }: RefusalInfo): string {
  const own = error
    ? `${NAME}; error=${error}; details="${line.replace(/[^ !#-[\]-~]/g, "")}"`
    : "";
  return [proxyStatus, own || (proxyStatus ? "" : NAME)].filter(Boolean).join(", ");
}

const OTHERS_MAX = 300;
/** The upstream's `Proxy-Status`, if it is short, printable and has no credentials left in it. */
export function upstreamProxyStatus(
  header: string | string[] | undefined,
  upstream: Upstream,
): string | undefined {
  const value = String(header ?? "");
  if (value.length > OTHERS_MAX || /[^ -~]/.test(value)) return undefined;
  return emptyIfSecret(value, upstream) || undefined;
}

/** SOCKS5 replies for the statuses of spec/gateway#refusals. */
const socksReplies: Record<number, number> = { 402: 2, 403: 2, 407: 2, 429: 2, 502: 5, 504: 4 };

/** The SOCKS5 reply for an upstream's HTTP status. */
export const socksReplyOf = (status: number) => socksReplies[status] ?? 1;

/** The refusal for a SOCKS5 upstream's reply, with the error of RFC 9209. */
export function refusalOfSocksReply(reply: number): RefusalInfo {
  const refusal = (status: number, line: string, error: string): RefusalInfo => ({
    status,
    reply,
    line,
    error,
  });
  switch (reply) {
    case 2:
      return refusal(403, "The proxy does not allow this.", "http_request_denied");
    case 3:
    case 4:
      return refusal(504, "The target cannot be reached.", "destination_ip_unroutable");
    case 5:
      return refusal(502, "The target refused the connection.", "connection_refused");
    case 6:
      return refusal(504, "The target did not answer in time.", "connection_timeout");
    default:
      return refusal(502, `The proxy failed (SOCKS5 reply ${reply}).`, "connection_terminated");
  }
}

/** The refusal of an ended port (spec/manager#calls). */
export const expiredPortRefusal: RefusalInfo = {
  status: 402,
  reply: 2,
  line: "This local port has expired: start it again in the dashboard.",
  error: "http_request_denied",
};
export const proxyLoopRefusal: RefusalInfo = {
  status: 403,
  reply: 2,
  line: "This would lead back into the proxy manager of this computer.",
  error: "proxy_loop_detected",
};
export const malformed = (line: string): RefusalInfo => ({
  status: 400,
  reply: 1,
  line,
  error: "http_request_error",
});
