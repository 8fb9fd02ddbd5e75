/** The fields of Node's socket handle that this engine uses; all of them are optional. */
import type { Socket } from "node:net";

export interface Handle {
  useUserBuffer?(buffer: Uint8Array): void;
  writeQueueSize?: number;
}

export function handleOf(socket: Socket): Handle | null {
  return (socket as unknown as { _handle?: Handle | null })._handle ?? null;
}
