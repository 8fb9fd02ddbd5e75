import type { FastifyReply } from "fastify";

/** Returns a signal that is aborted when the client disconnects, so that queued work is dropped. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (raw.closed || raw.destroyed) disconnected.abort();
  else raw.once("close", () => disconnected.abort());
  return disconnected.signal;
}
