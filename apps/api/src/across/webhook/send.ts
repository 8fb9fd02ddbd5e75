/**
 * One attempt: resolves the name once, checks all its addresses, dials one of them, and checks the
 * socket's peer before anything is sent.
 */
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { webhookAgent } from "@turnpike/rules/brand.ts";
import { judgeAddress, type Target } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { isDelivered } from "@turnpike/rules/webhook.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { boundHead } from "../../platform/answer-head.ts";
import type { Services } from "../../platform/services.ts";
import { policyOf, readAddress } from "./policy.ts";

/* Why an attempt failed, in one line for the operator of the receiver. */

/** A failure whose message may be shown to the customer. */
class SendError extends Error {}

const closedEarly = "the connection was closed before an answer";
const unreachable = "the host cannot be reached";
const noTls = "the other end does not speak TLS that is taken here";
const selfSigned = "the certificate is self-signed or from an untrusted issuer";
const unknownIssuer =
  "the certificate's issuer is unknown, or what vouches for it is not sent along";

/** Messages by error code; other codes are shown as they are. */
const byCode: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  HPE_HEADER_OVERFLOW: "the answer's headers are too long",
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  EPROTO: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
};

/** Returns fixed sentences or an error code, so that nothing about other networks is disclosed. */
function errorText(error: unknown): string {
  if (error instanceof SendError) return error.message;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (byCode[code]) return byCode[code];
  if (code.startsWith("HPE_")) return "the answer is not HTTP";
  if (/^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return `the connection failed: ${code}`;
  return "the connection failed";
}

/** Timeout of an attempt until the response's headers: resolving, connecting and sending. */
const TIMEOUT_MS = 10_000;
/** Limits for reading the response's body: bytes, time, and characters kept. */
const READ_BYTES = 4_096;
const READ_MS = 1_000;
const KEPT_LETTERS = 500;

export interface SendResult {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  ms: number;
  /** Why it failed, in one line; empty on success. */
  error: string;
  answer: string;
}

/** Sends a body once; never rejects. `turn` selects one of the name's addresses. */
export async function send(
  services: Services,
  {
    accountId,
    url,
    headers,
    body,
    turn,
  }: {
    accountId: string;
    url: string;
    headers: Record<string, string>;
    body: string;
    turn: number;
  },
): Promise<SendResult> {
  const began = performance.now();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const read = readAddress(services, url);
    if (!read.ok) throw new SendError(unusable[read.why]);
    const address = await addressOf(services, read.target, {
      accountId,
      turn,
      signal: timeout.signal,
    });
    const input = { url: read.url, address, headers, body, signal: timeout.signal };
    const { status, answer } = await post(services, read.target, input);
    const error = isDelivered(status) ? "" : statusText(status);
    return { status, ms: since(began), error, answer };
  } catch (error) {
    return { status: 0, ms: since(began), error: failureText(error, timeout.signal), answer: "" };
  } finally {
    clearTimeout(timer);
  }
}

const since = (began: number) => Math.round(performance.now() - began);
const unusable = {
  badWebhookUrl: "the address cannot be used",
  internalWebhookUrl: "the address leads to an internal network",
};

function statusText(status: number): string {
  const redirected = status >= 300 && status <= 399;
  return `answered ${status}${redirected ? ": redirects are not followed" : ""}`;
}

function failureText(error: unknown, signal: AbortSignal): string {
  return signal.aborted ? `no answer within ${TIMEOUT_MS / 1_000} s` : errorText(error);
}

/** Returns the address to dial, after checking all addresses of the name. */
async function addressOf(
  services: Services,
  target: Target,
  { accountId, turn, signal }: { accountId: string; turn: number; signal: AbortSignal },
): Promise<string> {
  if (target.kind !== "name") return target.host;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new SendError("late")), { once: true });
  });
  const caller = { account: accountId, subAccount: "" };
  const lookUp = async () => await services.world.lookup(target.host, caller);
  const resolution = lookUp().catch(() => {
    throw new SendError("the name does not resolve");
  });
  const found = await Promise.race([resolution, aborted]);
  const addresses = found.map((text) => canonicalAddress(text) ?? text);
  const policy = policyOf(services);
  for (const address of addresses) {
    const checked = judgeAddress(address, policy);
    if (!checked.allowed)
      throw new SendError(`the name leads to an internal address (${checked.why})`);
  }
  const address = addresses[turn % Math.max(1, addresses.length)];
  if (address === undefined) throw new SendError("the name has no address");
  return address;
}

interface SendRequest {
  url: URL;
  address: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/** Sends one POST to a checked address. */
function post(
  services: Services,
  target: Target,
  { url, address, headers, body, signal }: SendRequest,
): Promise<{ status: number; answer: string }> {
  const bytes = Buffer.from(body, "utf8");
  const secure = url.protocol === "https:";
  const options: https.RequestOptions = {
    host: address,
    port: target.port,
    path: url.pathname + url.search,
    method: "POST",
    // No keep-alive: each connection is checked.
    agent: false,
    signal,
    headers: {
      host: url.host,
      "content-type": "application/json",
      "content-length": bytes.length,
      "user-agent": webhookAgent(brandOf(services).name),
      accept: "*/*",
      ...headers,
    },
    ...(secure && target.kind === "name" ? { servername: target.host } : {}),
  };
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>();
  const request = secure ? https.request(options) : http.request(options);
  request.on("socket", (socket) => watchRemote(services, socket, { target, address, reject }));
  request.on("error", reject);
  boundHead(request, new SendError("no end of the answer's head"));
  let answered = false;
  request.on("close", () => {
    if (!answered) reject(new SendError(closedEarly));
  });
  request.on("response", (response) => {
    answered = true;
    const status = response.statusCode ?? 0;
    void readBeginning(response).then((answer) => resolve({ status, answer }));
  });
  request.end(bytes);
  return promise.finally(() => request.destroy());
}

/** Destroys a connection whose peer is not the checked address. */
function watchRemote(
  services: Services,
  socket: Socket,
  { target, address, reject }: { target: Target; address: string; reject: (error: Error) => void },
): void {
  socket.once("connect", () => {
    const reached = canonicalAddress(socket.remoteAddress ?? "");
    const checked = target.kind !== "name" || judgeAddress(address, policyOf(services)).allowed;
    if (reached === address && checked) return;
    reject(new SendError("connected to an unexpected address"));
    socket.destroy();
  });
}

/** Reads the beginning of the response's body; an endless one is cut off. */
function readBeginning(response: http.IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const parts: Buffer[] = [];
  let bytes = 0;
  let isDone = false;
  const done = () => {
    // What was read of the connection is told to its end, in as many parts as there are chunks.
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    resolve(readable(Buffer.concat(parts)));
    response.destroy();
  };
  const timer = setTimeout(done, READ_MS);
  response.on("data", (part: Buffer) => {
    if (isDone) return;
    parts.push(part.subarray(0, READ_BYTES - bytes));
    bytes += part.length;
    if (bytes >= READ_BYTES) done();
  });
  response.on("end", done);
  response.on("error", done);
  response.on("close", done);
  return promise;
}

/** Decodes bytes as text without control characters or lone surrogates, for the database. */
function readable(bytes: Buffer): string {
  const text = bytes.toString("utf8").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ");
  return [...text].slice(0, KEPT_LETTERS).join("").trim();
}
