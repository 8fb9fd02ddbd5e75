/** Container health check: the API's /readyz, or a worker's /healthz on a gateway machine. */
const { ROLE = "all", PORT = "3000", METRICS_PORT = "9464", TLS_CERT } = process.env;
const { HOST = "127.0.0.1", METRICS_HOST = "127.0.0.1" } = process.env;
const scheme = TLS_CERT ? "https" : "http";
const url =
  ROLE === "gateway"
    ? `http://${hostInUrl(METRICS_HOST)}:${Number(METRICS_PORT) + 1}/healthz`
    : `${scheme}://${hostInUrl(HOST)}:${PORT}/readyz`;
// The certificate is for the public name, not for this address.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const answer = await fetch(url).catch(() => null);
process.exit(answer?.ok ? 0 : 1);

/** The address of a listener as a URL spells it; loopback if it listens on all addresses. */
function hostInUrl(listener) {
  const host = listener.trim().replace(/^\[(.*)\]$/, "$1");
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
