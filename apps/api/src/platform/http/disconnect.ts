import type { FastifyReply } from "fastify";

/**
 * Returns a signal that is aborted when the client disconnects before its response, so that queued
 * work is dropped. (An abort makes an error with its stack: not for each response that was sent.)
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (raw.closed || raw.destroyed) disconnected.abort();
  else
    raw.once("close", () => {
      if (!raw.writableFinished) disconnected.abort();
    });
  return disconnected.signal;
}
