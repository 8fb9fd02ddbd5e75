/** Opens a tunnel by HTTP CONNECT (RFC 9110 §9.3.6); reads errors from Proxy-Status (RFC 9209). */
import { type IncomingMessage, request } from "node:http";
import { request as requestTls } from "node:https";
import type { Socket } from "node:net";
import { boundHead } from "../answer-head.ts";
import type { NoTunnel, Proxy, Target, Tunnel } from "./tunnel.ts";

const maxDetail = 400;

/** Rejects if there is no response: not connected, disconnected, or `signal` aborted. */
export function httpTunnel(
  proxy: Proxy,
  target: Target,
  signal: AbortSignal,
): Promise<Tunnel | NoTunnel> {
  const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString("base64");
  const host = target.host.includes(":") ? `[${target.host}]` : target.host;
  const authority = `${host}:${target.port}`;
  return new Promise((resolve, reject) => {
    const { tls } = proxy;
    const secure = tls && { servername: tls.servername, ...(tls.ca !== null && { ca: tls.ca }) };
    const connectRequest = (tls ? requestTls : request)({
      ...secure,
      host: proxy.host,
      port: proxy.port,
      method: "CONNECT",
      path: authority,
      headers: {
        host: authority,
        ...(proxy.username !== "" && { "proxy-authorization": `Basic ${credentials}` }),
      },
      agent: false,
      signal,
    });
    connectRequest.once("error", reject);
    boundHead(connectRequest);
    connectRequest.once("connect", (answer, socket, early) => {
      const status = answer.statusCode ?? 0;
      const requestId = requestIdOf(answer);
      if (status === 200) {
        if (early.length > 0) socket.unshift(early);
        // Aborting the request does not close a tunnel that is already open.
        signal.addEventListener("abort", () => socket.destroy(), { once: true });
        resolve({ socket: socket as Socket, requestId, headers: headersOf(answer) });
      } else {
        socket.destroy();
        resolve({ ...proxyStatusOf(answer), requestId, status, ...saidBy(answer) });
      }
    });
    // An invalid response to CONNECT, which this product's gateway never sends.
    connectRequest.once("response", (answer) => {
      answer.resume();
      const status = answer.statusCode ?? null;
      const requestId = requestIdOf(answer);
      resolve({ reason: "", detail: "", requestId, status, ...saidBy(answer) });
    });
    connectRequest.end();
  });
}

const headersOf = ({ rawHeaders }: IncomingMessage): Tunnel["headers"] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""]] : []));

const saidBy = (answer: IncomingMessage) => ({
  headers: headersOf(answer),
  phrase: answer.statusMessage ?? "",
});

function requestIdOf({ headers }: IncomingMessage): string | null {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[A-Za-z0-9_.-]{1,64}$/.test(id) ? id : null;
}

/** The details in the gateway's `Proxy-Status` start with the reason, a colon and a space. */
function proxyStatusOf({ headers }: IncomingMessage): { reason: string; detail: string } {
  const said = /details="((?:[^"\\]|\\.)*)"/.exec(String(headers["proxy-status"] ?? ""))?.[1] ?? "";
  const [reason = "", ...rest] = said.replace(/\\(.)/g, "$1").split(": ");
  return { reason, detail: rest.join(": ").slice(0, maxDetail) };
}
