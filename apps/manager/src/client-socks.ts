/** The SOCKS5 side of a local port: no password, only CONNECT (RFC 1928). */
import type { Socket } from "node:net";
import { parseHost, type Target, targetFromBytes } from "@turnpike/rules/destination.ts";
import { ByteReader } from "./byte-reader.ts";
import type { PortContext } from "./client-http.ts";
import { openTunnel } from "./dial.ts";
import { endWith, pipeBoth } from "./proxy-session.ts";
import { toRefusal, malformed, ProxyRefused } from "./refusal.ts";

const NO_METHOD = 255;

const replied = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
const unserved = (reply: number) => new ProxyRefused({ ...malformed("Not served."), reply });

/** Serves one client connection; calls `onRequestRead` once its request is read. */
export async function serveSocks(
  gate: PortContext,
  socket: Socket,
  onRequestRead: () => void,
): Promise<void> {
  const reader = new ByteReader(socket);
  const clientGone = new AbortController();
  socket.once("close", () => clientGone.abort());
  try {
    const [, count = 0] = await reader.take(2);
    const methods = await reader.take(count);
    if (!methods.includes(0)) return endWith(socket, Buffer.from([5, NO_METHOD]));
    socket.write(Buffer.from([5, 0]));
    const target = await readTarget(reader);
    onRequestRead();
    const why = gate.refusalFor(target);
    if (why) throw new ProxyRefused(why);
    const tunnel = await openTunnel(gate.upstream(), target, {
      signal: clientGone.signal,
      isOwnPort: gate.isOwnPort,
    });
    gate.reportDial(null);
    const head = reader.release();
    const upBase = socket.bytesRead - head.length - socket.readableLength;
    const closeSession = gate.openSession({
      up: () => socket.bytesRead - upBase,
      down: () => tunnel.socket.bytesRead - tunnel.handshakeBytes,
      end: () => {
        socket.destroy();
        tunnel.socket.destroy();
      },
    });
    socket.write(replied(0));
    if (tunnel.head.length > 0) socket.write(tunnel.head);
    if (head.length > 0) tunnel.socket.write(head);
    pipeBoth(socket, tunnel.socket, closeSession);
  } catch (error) {
    const why = toRefusal(error);
    if (why.isUpstreamFailure) gate.reportDial(why.line);
    endWith(socket, replied(why.reply));
  }
}

async function readTarget(reader: ByteReader): Promise<Target> {
  const [version, command, , kind] = await reader.take(4);
  if (version !== 5) throw unserved(1);
  if (command !== 1) throw unserved(7);
  const isName = kind === 3;
  const length = isName ? (await reader.take(1))[0] : kind === 1 ? 4 : kind === 4 ? 16 : undefined;
  if (length === undefined) throw unserved(8);
  const address = Buffer.from(await reader.take(length));
  const port = (await reader.take(2)).readUInt16BE();
  const read = isName
    ? parseHost(address.toString("latin1"), port)
    : targetFromBytes(address, port);
  if ("bad" in read) throw unserved(1);
  return read.target;
}
