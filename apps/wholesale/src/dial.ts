/** Connections of emulated exits, which are loopback addresses. */
import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";

const DIAL_MS = 10_000;

/** Opens a connection from an exit's address; null: the target is not reached. */
export async function dialFrom(
  exit: string,
  { host, port }: { host: string; port: number },
  resolve: (name: string) => Promise<string> = async (name) => (await lookup(name)).address,
): Promise<Socket | null> {
  const address = await resolve(host).catch(() => null);
  if (address === null) return null;
  // They can only be bound for targets on this machine.
  const binds = address.startsWith("127.") && exit.startsWith("127.");
  const socket = connect({ host: address, port, ...(binds ? { localAddress: exit } : {}) });
  return new Promise((done) => {
    const timer = setTimeout(() => socket.destroy(), DIAL_MS);
    socket.once("connect", () => done(socket));
    socket.once("close", () => done(null));
    socket.on("error", () => socket.destroy());
    socket.once("connect", () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
  });
}
