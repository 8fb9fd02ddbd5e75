/** The UDP sockets of an association: one for the client, others from its exit to targets. */
import { createSocket, type Socket } from "node:dgram";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { isLoopback, exitReaches } from "../dial/dial.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";

const maxTries = 20;
const ignore = () => {};

/** Opens a socket at this address and port (0 for any free one); null if it cannot be bound. */
function bindUdp(address: string, port: number): Promise<Socket | null> {
  const ipv6 = address.includes(":");
  const socket = createSocket({ type: ipv6 ? "udp6" : "udp4", ipv6Only: ipv6 });
  return new Promise((resolve) => {
    socket.once("error", () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners("error");
      // An ICMP error from a target affects only one datagram.
      socket.on("error", ignore);
      resolve(socket);
    });
  });
}

/** Opens the client's socket on one of `ports` (null for any); null if none is free. */
export async function clientSocket(
  address: string,
  ports: readonly number[] | null,
  random: () => number,
): Promise<Socket | null> {
  if (ports === null) return bindUdp(address, 0);
  const first = Math.floor(random() * ports.length);
  for (let tried = 0; tried < Math.min(maxTries, ports.length); tried += 1) {
    const socket = await bindUdp(address, ports[(first + tried) % ports.length] ?? 0);
    if (socket !== null) return socket;
  }
  return null;
}

/**
 * The sockets towards targets: one, bound to the exit's address. A lab exit has up to two more, not
 * bound to it, for targets that are not loopback (spec/lab#exits).
 */
export class TargetSockets {
  #exit: ExitFact;
  #sockets = new Map<string, MaybePromise<Socket | null>>();
  #onOpened: (socket: Socket) => void;
  #closed = false;

  constructor(exit: ExitFact, onOpened: (socket: Socket) => void) {
    this.#exit = exit;
    this.#onOpened = onOpened;
  }

  /** The first of the addresses that the exit can reach. */
  reachable(addresses: readonly string[]): string | undefined {
    return addresses.find((address) => exitReaches(this.#exit, address));
  }

  /** The socket for an address; null if it cannot be bound. */
  socketFor(address: string): MaybePromise<Socket | null> {
    const { lab, host } = this.#exit;
    const anywhere = address.includes(":") ? "::" : "0.0.0.0";
    const from = lab && !isLoopback(address) ? anywhere : host;
    const known = this.#sockets.get(from);
    if (known !== undefined) return known;
    const opening = bindUdp(from, 0).then((socket) => {
      if (socket !== null && this.#closed) socket.close();
      if (this.#closed) return null;
      this.#sockets.set(from, socket);
      if (socket !== null) this.#onOpened(socket);
      return socket;
    });
    this.#sockets.set(from, opening);
    return opening;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets.values()) {
      if (socket !== null && !(socket instanceof Promise)) socket.close();
    }
    this.#sockets.clear();
  }
}
