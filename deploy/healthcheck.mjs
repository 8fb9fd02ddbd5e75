/** Container health check: the API's /readyz, or a worker's /healthz on a gateway machine. */
const { ROLE = "all", PORT = "3000", METRICS_PORT = "9464", TLS_CERT } = process.env;
const host = process.env.METRICS_HOST ?? "127.0.0.1";
const worker = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${Number(METRICS_PORT) + 1}/healthz`;
const api = `${TLS_CERT ? "https" : "http"}://127.0.0.1:${PORT}/readyz`;
// The certificate is for the public name, not for 127.0.0.1.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const answer = await fetch(ROLE === "gateway" ? worker : api).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
