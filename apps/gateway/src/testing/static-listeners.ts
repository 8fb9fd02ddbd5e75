/** What tests of doors share: free ports, gateways that open them, what the hub heard. */
import { createServer, type Server, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ProbePace } from "../probe/exit-health.ts";
import type { TestHub } from "./test-hub.ts";

/** As the product's, but twenty times as quick and more. */
export const quickPace: ProbePace = {
  soldMs: 200,
  unsoldMs: 600,
  confirmMs: 60,
  downMs: 100,
  timeoutMs: 400,
  tickMs: 10,
  perTick: 20,
};

const open = new WeakMap<Server, Set<Socket>>();

/** A foreign listener. */
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

/** Ends it and its connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  for (const socket of open.get(server) ?? []) socket.destroy();
  await closed;
}

/** What the hub heard of a door: `ports`, and `dead` with the reason where it is unreachable. */
export function reportedState(hub: TestHub, { id }: ExitFact): string {
  const door = hub.doors.get(id);
  if (door === undefined) return "nothing";
  return `${door.ports.join(",")}${door.reachable ? "" : ` dead: ${door.detail}`}`;
}
