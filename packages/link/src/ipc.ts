/**
 * The link on one machine: JSON frames over a unix domain socket (a named pipe on Windows).
 *
 *     gateway ── ask {id, kind, question} ──▶ hub
 *     gateway ◀── answer {id, …} / changes ─ hub      one socket, changes in order
 *
 * Gateways reconnect to a restarted hub by themselves within 250 ms.
 */
import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import type { QuestionKind } from "@turnpike/contract/data-plane.ts";
import { IpcGateway } from "./ipc-gateway.ts";
import {
  encodeFrame,
  type FromGateway,
  type FromHub,
  frameReader,
  ipcAddress,
} from "./ipc-wire.ts";
import type { Answers, GatewayLink, HubLink, Peer } from "./link.ts";

/** Connects a gateway to the hub at `path`; it reconnects by itself until `stop`. */
export function connectIpc(path: string): GatewayLink {
  return new IpcGateway(ipcAddress(path));
}

/** Concurrent questions of one gateway; further ones wait in its socket. */
const mostAtWork = 256;
/** The most bytes queued for a gateway; a slower reader is disconnected and reads a new snapshot. */
const mostQueuedBytes = 64 * 1024 * 1024;

/**
 * Listens for gateways at `path`. Only its owner can open the socket; one left by a killed hub is
 * removed. @throws Error where a running hub listens there
 */
export async function listenIpc(
  path: string,
  answers: Answers,
  onPeer: (peer: Peer) => void = () => {},
  onGone: (peer: Peer) => void = () => {},
): Promise<HubLink> {
  const address = ipcAddress(path);
  const connected = new Map<Peer, Socket>();
  let lastId = 0;
  const server = createServer((socket) => {
    const peer = welcome(socket, ++lastId, answers);
    connected.set(peer, socket);
    socket.on("close", () => {
      connected.delete(peer);
      onGone(peer);
    });
    onPeer(peer);
  });
  await removeStale(address);
  await listen(server, address);
  return {
    peers: () => [...connected.keys()],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of connected.values()) socket.destroy();
      }),
  };
}

/** Serves one gateway: answers in any order, changes in sequence. */
function welcome(socket: Socket, id: number, answers: Answers): Peer {
  let atWork = 0;
  const send = (message: FromHub) => {
    if (socket.destroyed) return;
    if (socket.writableLength > mostQueuedBytes) socket.destroy();
    else socket.write(encodeFrame(message));
  };
  const peer: Peer = { id, tell: send };
  const answer = async ({ id, kind, question }: FromGateway) => {
    atWork += 1;
    if (atWork >= mostAtWork) socket.pause();
    try {
      const handler = answers[kind] as (question: unknown, from: Peer) => Promise<unknown>;
      send({ id, answer: await handler(question, peer) });
    } catch (error) {
      send({ id, failed: error instanceof Error ? error.message : String(error) });
    } finally {
      atWork -= 1;
      if (atWork < mostAtWork) socket.resume();
    }
  };
  const read = frameReader((message) => {
    if (!isAsk(message, answers)) throw new SyntaxError("Not a question");
    void answer(message);
  });
  socket.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
  });
  socket.on("error", () => {});
  return peer;
}

function isAsk(message: unknown, answers: Answers): message is FromGateway {
  if (typeof message !== "object" || message === null) return false;
  const { id, kind } = message as Partial<FromGateway>;
  return Number.isSafeInteger(id) && Object.hasOwn(answers, kind as QuestionKind);
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      if (process.platform !== "win32") chmodSync(address, 0o600);
      resolve();
    });
  });
}

/** Removes a socket without a listener; with one, `listen` fails. */
async function removeStale(address: string): Promise<void> {
  if (process.platform === "win32" || !existsSync(address)) return;
  const living = await new Promise<boolean>((resolve) => {
    const probe = createConnection(address);
    probe.once("connect", () => resolve(true));
    probe.once("error", () => resolve(false));
    probe.once("close", () => resolve(false));
    probe.setTimeout(1_000, () => resolve(true));
    probe.once("connect", () => probe.destroy());
  });
  if (!living) unlinkSync(address);
}
