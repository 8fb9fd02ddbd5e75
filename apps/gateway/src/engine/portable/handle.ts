/** Node's handle of a socket, as far as this engine looks at it; every use of it can do without. */
import type { Socket } from "node:net";

export interface Handle {
  useUserBuffer?(buffer: Uint8Array): void;
  writeQueueSize?: number;
}

export function handleOf(socket: Socket): Handle | null {
  return (socket as unknown as { _handle?: Handle | null })._handle ?? null;
}
