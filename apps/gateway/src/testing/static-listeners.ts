/** Shared by tests of static listeners: free ports, gateways that open them, the hub's reports. */
import { createServer, type Server, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ProbePace } from "../probe/exit-health.ts";
import type { TestHub } from "./test-hub.ts";

/** Like the product's pace, but at least thirty times as fast, except for its time limit. */
export const quickPace: ProbePace = {
  soldMs: 200,
  unsoldMs: 600,
  confirmMs: 60,
  downMs: 100,
  // No test waits for it: a machine that stands still for half a second is not an exit's failure.
  timeoutMs: 5_000,
  tickMs: 10,
  perTick: 20,
};

const open = new WeakMap<Server, Set<Socket>>();

/** A listener of another program. */
export async function listenAt(host: string, port: number): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {}).resume();
  });
  open.set(server, sockets);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return server;
}

/** Closes it and its connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  for (const socket of open.get(server) ?? []) socket.destroy();
  await closed;
}

/** What the hub knows of a listener: its ports, and `dead` with the reason if unreachable. */
export function reportedState(hub: TestHub, { id }: ExitFact): string {
  const door = hub.doors.get(id);
  if (door === undefined) return "nothing";
  return `${door.ports.join(",")}${door.reachable ? "" : ` dead: ${door.detail}`}`;
}
