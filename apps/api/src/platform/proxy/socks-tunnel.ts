/** Opens a tunnel by SOCKS5 CONNECT, with user and password if there are any (RFC 1928, RFC 1929). */
import { once } from "node:events";
import { connect, isIPv4, type Socket } from "node:net";
import { parseIpv6 } from "@turnpike/rules/ip-address.ts";
import type { NoTunnel, Proxy, Target, Tunnel } from "./tunnel.ts";

const version = 5;
const withoutLogin = 0;
const byPassword = 2;
const addressBytes: Record<number, number> = { 1: 4, 4: 16 };

/** Rejects if there is no reply: not connected, disconnected, not SOCKS5, or `signal` aborted. */
export async function socksTunnel(
  proxy: Proxy,
  target: Target,
  signal: AbortSignal,
): Promise<Tunnel | NoTunnel> {
  const socket = connect({ host: proxy.host, port: proxy.port, noDelay: true, signal });
  try {
    await once(socket, "connect", { signal });
    const refused = await handshake(socket, proxy, target, signal);
    if (refused === null) return { socket, requestId: null, headers: [] };
    socket.destroy();
    return refused;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function handshake(
  socket: Socket,
  { username, password }: Proxy,
  target: Target,
  signal: AbortSignal,
): Promise<NoTunnel | null> {
  const refused = (status: number, reason = "") => ({
    reason,
    detail: "",
    requestId: null,
    status,
    headers: [],
    phrase: "",
  });
  const asked = username === "" ? withoutLogin : byPassword;
  socket.write(Buffer.from([version, 1, asked]));
  const [, method = 255] = await readBytes(socket, 2, signal);
  if (method !== asked) return refused(method);
  if (asked === byPassword) {
    socket.write(
      Buffer.concat([Buffer.from([1]), lengthPrefixed(username), lengthPrefixed(password)]),
    );
    const [, authenticated = 1] = await readBytes(socket, 2, signal);
    if (authenticated !== 0) return refused(authenticated, "credentials");
  }
  socket.write(request(target));
  const [, reply = 1, , kind = 0] = await readBytes(socket, 4, signal);
  if (reply !== 0) return refused(reply);
  const bytes = addressBytes[kind] ?? (await readBytes(socket, 1, signal))[0] ?? 0;
  await readBytes(socket, bytes + 2, signal);
  return null;
}

function request({ host, port }: Target): Buffer {
  const head = Buffer.from([version, 1, 0]);
  const tail = Buffer.from([port >> 8, port & 255]);
  return Buffer.concat([head, address(host), tail]);
}

function address(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([1, ...host.split(".").map(Number)]);
  const groups = parseIpv6(host);
  if (groups === null) return Buffer.concat([Buffer.from([3]), lengthPrefixed(host)]);
  return Buffer.from([4, ...groups.flatMap((group) => [group >> 8, group & 255])]);
}

/** Prefixes a text with its length in one byte. */
function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Reads exactly `bytes` bytes. @throws Error if the connection ends before */
async function readBytes(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const got = socket.read(bytes) as Buffer | null;
    if (got?.length === bytes) return got;
    if (got !== null || socket.readableEnded || socket.destroyed) {
      throw new Error("The proxy closed the connection");
    }
    await once(socket, "readable", { signal });
  }
}
