/**
 * Bodies that are longer than any call's. Routes that take them read them before they know who sends:
 * ten thousand connections of a stranger, each with half a megabyte that never ends, would take the
 * memory of the API. So many of one network arrive at once.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import { bodyLimitBytes } from "@turnpike/rules/request-body.ts";
import type { FastifyInstance } from "fastify";
import { clientIp } from "./client-ip.ts";

const mostOfNetwork = 16;
const RETRY_AFTER_SECONDS = 5;

/** Whether a request may bring more than any stranger's; without its length it may. */
export const mayBeLong = (headers: { "content-length"?: string | undefined }): boolean =>
  !(Number(headers["content-length"] ?? Number.NaN) <= bodyLimitBytes);

/** Refuses long bodies with 503 while too many of their network arrive, unread. */
export function limitLongBodies(app: FastifyInstance): void {
  const arriving = new Map<string, number>();
  app.addHook("onRequest", async (request, reply) => {
    if (!mayBeLong(request.headers)) return undefined;
    const network = networkOf(clientIp(request));
    const count = (more: number) => {
      const now = (arriving.get(network) ?? 0) + more;
      if (now > 0) arriving.set(network, now);
      else arriving.delete(network);
      return now;
    };
    if (count(1) > mostOfNetwork) {
      count(-1);
      return reply
        .status(503)
        .headers({ "retry-after": RETRY_AFTER_SECONDS, connection: "close" })
        .send({ error: "tooManyTries" });
    }
    // When it has been read, or its connection has ended before: once.
    let isOver = false;
    const over = () => {
      if (!isOver) count(-1);
      isOver = true;
    };
    request.raw.once("end", over).once("close", over);
    return undefined;
  });
}
