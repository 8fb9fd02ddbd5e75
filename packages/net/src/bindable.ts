/** Checks whether ports can be bound on this machine: binds them and closes them again at once. */
import { once } from "node:events";
import { createServer } from "node:net";

/** Attempts in progress: two concurrent attempts at one port would block each other. */
const trying = new Map<string, Promise<boolean>>();

async function tryToBind(host: string, port: number): Promise<boolean> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    if (server.listening) await new Promise((closed) => server.close(closed));
  }
}

function canBind(host: string, port: number): Promise<boolean> {
  const key = `${host} ${port}`;
  const before = trying.get(key);
  if (before !== undefined) return before;
  const found = tryToBind(host, port).finally(() => trying.delete(key));
  trying.set(key, found);
  return found;
}

/** Returns the ports that cannot be bound at the host. Tries all at once, so pass only a few. */
export async function unbindable(host: string, ports: number[]): Promise<number[]> {
  const results = await Promise.all(ports.map((port) => canBind(host, port)));
  return ports.filter((_, at) => results[at] !== true);
}
