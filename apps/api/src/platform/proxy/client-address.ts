/** Requests a page that returns the client's address, through an open tunnel. */
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { boundHead } from "../answer-head.ts";

const maxBytes = 4_096;

/**
 * Returns the address that the page saw, from `{"ip": "…"}` or plain text; null if the response has
 * none. Rejects if the connection breaks or `signal` aborts.
 */
export async function fetchClientAddress(
  socket: Socket,
  url: URL,
  signal: AbortSignal,
): Promise<string | null> {
  const { hostname, host, pathname, search, protocol } = url;
  const stream = protocol === "https:" ? connectTls({ socket, servername: hostname }) : socket;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const clientRequest = request({
      createConnection: () => stream,
      path: pathname + search,
      headers: { host, connection: "close", accept: "application/json, text/plain" },
      signal,
    });
    clientRequest.once("response", resolve);
    clientRequest.once("error", reject);
    boundHead(clientRequest);
    clientRequest.end();
  });
  let text = "";
  for await (const part of answer.setEncoding("utf8")) {
    text += String(part);
    if (text.length > maxBytes) break;
  }
  return answer.statusCode === 200 ? addressIn(text) : null;
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

function addressIn(text: string): string | null {
  let value: unknown = text.trim();
  try {
    value = (JSON.parse(text) as { ip?: unknown } | null)?.ip;
  } catch {
    // Plain text.
  }
  return typeof value === "string" ? canonicalAddress(value) : null;
}
