/**
 * Large responses (documents, downloads) are copied into the kernel by the thread that serves every
 * call. A network gets one at a time and 50 a second, so that many readers in one place do not slow
 * the others.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../services.ts";
import { clientIp } from "./client-ip.ts";
import { disconnectSignal } from "./disconnect.ts";

const LARGE_BYTES = 64_000;
/** The longest that a slow reader holds its network's turn. */
const TURN_MS = 100;
/** The pause before a network's next large response: 50 a second are plenty for documents. */
const SPACING_MS = 20;

const sizeOf = (payload: unknown) =>
  Buffer.isBuffer(payload) || typeof payload === "string" ? payload.length : 0;

/** Makes large responses to GET wait for their network's turn. */
export function shareLargeAnswers(app: FastifyInstance, { shares }: Services): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method === "GET" && sizeOf(payload) > LARGE_BYTES) {
      const asker = networkOf(clientIp(request));
      const piece = { asker, signal: disconnectSignal(reply) };
      await new Promise<void>((begin, refuse) => {
        shares.large
          .run(piece, () => {
            begin();
            return Promise.all([sent(reply), sleep(SPACING_MS)]);
          })
          .catch(refuse);
      });
    }
    return payload;
  });
}

/** Resolves when the response was sent, or after the longest turn. */
async function sent({ raw }: FastifyReply): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(raw, "close", { signal }).catch(() => undefined);
  await Promise.race([ended, sleep(TURN_MS, null, { signal }).catch(() => undefined)]);
  over.abort();
}
