/** How many bytes a gateway handed over to a client: what its kernel accepted, read or not. */
import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { socketKey } from "../engine/portable/proc-net.ts";
import { type Client, eventually } from "./test-gateway.ts";

/** A row of `/proc/net/tcp`: both addresses, `tx_queue` and `rx_queue`. */
const row =
  /^ *\d+: ([\dA-F]+:[\dA-F]{4} [\dA-F]+:[\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):([\dA-F]{8}) /gm;
/** The most that the kernel's buffers hold; used where it does not list them. */
const mostBuffered = 32 * 1024 * 1024;
/** The interval between two looks: also a rate-limited port sends within this time. */
const everyMs = 100;

/** The bytes that the client read, and those that wait in its socket and in the gateway's. */
function handedOver({ socket, bytes }: Client): number {
  let sum = bytes + socket.readableLength;
  if (process.platform !== "linux") return sum + mostBuffered;
  const here = { address: socket.localAddress, port: socket.localPort };
  const there = { address: socket.remoteAddress, port: socket.remotePort };
  const ofClient = socketKey(here, there, endianness());
  const ofGateway = socketKey(there, here, endianness());
  const rows = readFileSync("/proc/net/tcp", "latin1");
  for (const [, key, sent = "", received = ""] of rows.matchAll(row)) {
    if (key === ofGateway) sum += Number.parseInt(sent, 16);
    if (key === ofClient) sum += Number.parseInt(received, 16);
  }
  return sum;
}

/**
 * Makes an IPv4 client stop reading, and waits until the kernel accepts no more bytes for it, so
 * that the gateway holds bytes that it cannot hand over. Returns how many were handed over. The
 * number is exact until the next turn of the event loop, as the gateway runs in this process.
 */
export async function stall(client: Client): Promise<number> {
  client.socket.pause();
  let before = -1;
  const isStill = () => {
    const last = before;
    before = handedOver(client);
    return before === last;
  };
  await eventually("the gateway has to wait", isStill, 10_000, everyMs);
  return before;
}
