/** What arrives on a link's socket, and what reading it costs. */
import type { Duplex } from "node:stream";

/** The bytes of what was read at once, and the CPU time that it took. */
export type OnChunk = (bytes: number, ms: number) => void;

/**
 * Measures all that is done with what arrives, frame by frame: pongs, and the parts of a message that
 * never ends, are no messages but cost as much. Call it once the socket has its other listeners. What
 * nobody has read when it closes is dropped: many that end together would all be read at once.
 */
export function measureChunks(socket: Duplex, onChunk: OnChunk): void {
  let began = 0;
  socket.prependListener("data", () => {
    began = threadMs();
  });
  socket.prependListener("close", () => void socket.read());
  socket.on("data", (chunk: Buffer) => onChunk(chunk.length, threadMs() - began));
}

/** CPU time of this thread: what other programs of the machine take counts for no node. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
