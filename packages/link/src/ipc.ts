/**
 * The link on one machine: JSON frames over a unix domain socket (a named pipe on Windows).
 *
 *     gateway ── prove {worker, epoch} ──▶ hub       the socket's owner is trusted: no signature
 *     gateway ◀── welcome ──────────────── hub
 *     gateway ── ask {id, kind, question} ──▶ hub
 *     gateway ◀── answer {id, …} / changes ─ hub      one socket, changes in order
 *
 * Gateways reconnect to a restarted hub by themselves within 250 ms.
 */
import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { localNode } from "@turnpike/rules/node.ts";
import {
  maxQueuedBytes,
  type PeerSocket,
  type Questioning,
  type Received,
  servePeer,
} from "./hub-peer.ts";
import { IpcGateway, type IpcWorker } from "./ipc-gateway.ts";
import { encodeFrame, frameReader, ipcAddress } from "./ipc-wire.ts";
import type { GatewayLink, HubLink, Peer } from "./link.ts";
import { asProve, maxReceivedBytes, readQuestion, type Welcome } from "./messages.ts";

/** Connects a gateway to the hub at `path`; reconnects automatically until `stop`. */
export function connectIpc(path: string, worker: IpcWorker): GatewayLink {
  return new IpcGateway(ipcAddress(path), worker);
}

/** What the transports call at the hub's end. */
export interface HubOptions extends Questioning {
  /** The id of the node `local`. */
  localNodeId: string;
  /** Called when a gateway is connected, before its first question is answered. */
  onPeer?: (peer: Peer) => void;
  onDisconnected?: (peer: Peer) => void;
  /** How far the product's clock is ahead of the machine's, and the oldest position (`Welcome`). */
  welcome?: () => Pick<Welcome["welcome"], "offsetMs" | "floor">;
  /** The position up to which changes were sent to all peers. */
  position?: () => number;
}

/**
 * Listens for gateways at `path`. Only its owner can open the socket; removes a socket that a
 * killed hub left. @throws Error if a running hub listens there
 */
export async function listenIpc(path: string, end: HubOptions): Promise<HubLink> {
  const address = ipcAddress(path);
  const sockets = new Set<Socket>();
  const connected = new Set<Peer>();
  let lastId = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let peer: Peer | null = null;
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      if (peer === null) return;
      connected.delete(peer);
      end.onDisconnected?.(peer);
    });
    welcomeWhenProved(
      socket,
      () => ++lastId,
      end,
      (proved) => {
        peer = proved;
        connected.add(proved);
        end.onPeer?.(proved);
      },
    );
  });
  await removeStale(address);
  await listen(server, address);
  return {
    peers: () => [...connected],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Serves a gateway once its first message has identified its worker. */
function welcomeWhenProved(
  socket: Socket,
  id: () => number,
  end: HubOptions,
  onPeer: (peer: Peer) => void,
): void {
  const { localNodeId, welcome } = end;
  const wire = peerSocket(socket);
  let receive: Received | null = null;
  const onMessage = (message: object, bytes: number) => {
    if (receive !== null) return receive(message, bytes);
    const prove = asProve(message);
    if (prove === null) throw new SyntaxError("Not a proof");
    const { worker, epoch, version, protocol } = prove;
    const run = { generation: 0, worker, epoch, version, protocol };
    const identity = { nodeId: localNodeId, nodeName: localNode, ...run };
    const served = servePeer(wire, { id: id(), identity }, end);
    receive = served.receive;
    onPeer(served.peer);
    const { offsetMs = 0, floor = 0 } = welcome?.() ?? {};
    const welcomeMessage: Welcome = {
      welcome: { now: Date.now(), offsetMs, node: localNode, floor },
    };
    wire.send(JSON.stringify(welcomeMessage));
  };
  const read = frameReader(onMessage, { maxBytes: maxReceivedBytes, read: readQuestion });
  socket.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
  });
}

function peerSocket(socket: Socket): PeerSocket {
  return {
    send: (text) => {
      if (socket.destroyed) return;
      if (socket.writableLength > maxQueuedBytes) socket.destroy();
      else socket.write(encodeFrame(text));
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
  };
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

/** Removes a socket without a listener; if there is one, `listen` fails. */
async function removeStale(address: string): Promise<void> {
  if (process.platform === "win32" || !existsSync(address)) return;
  const isListening = await new Promise<boolean>((resolve) => {
    const probe = createConnection(address);
    probe.once("connect", () => resolve(true));
    probe.once("error", () => resolve(false));
    probe.once("close", () => resolve(false));
    probe.setTimeout(1_000, () => resolve(true));
    probe.once("connect", () => probe.destroy());
  });
  if (!isListening) unlinkSync(address);
}
