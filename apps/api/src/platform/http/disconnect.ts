import type { FastifyReply } from "fastify";

/** Aborted when the client has gone: what waits for its turn then waits no longer. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed || raw.destroyed) gone.abort();
  else raw.once("close", () => gone.abort());
  return gone.signal;
}
