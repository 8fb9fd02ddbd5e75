/**
 * Large answers (documents, downloads) are copied into the kernel by the thread that answers every
 * call: one network is given one at a time, and 50 a second, so that many readers at one place slow
 * nobody elsewhere.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../services.ts";
import { canonicalIp } from "./client-ip.ts";
import { goneSignal } from "./disconnect.ts";

const LARGE_BYTES = 64_000;
/** A slow reader holds its network's turn no longer than that. */
const TURN_MS = 100;
/** A network's next large answer begins no sooner: 50 a second are plenty for documents. */
const SPACING_MS = 20;

const sizeOf = (payload: unknown) =>
  Buffer.isBuffer(payload) || typeof payload === "string" ? payload.length : 0;

/** Has large answers to GET wait for their network's turn. */
export function shareLargeAnswers(app: FastifyInstance, { shares }: Services): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method === "GET" && sizeOf(payload) > LARGE_BYTES) {
      const asker = networkOf(canonicalIp(request.ip));
      const piece = { asker, gone: goneSignal(reply) };
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

/** Resolves when the answer has left this process, or the turn is over. */
async function sent({ raw }: FastifyReply): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(raw, "close", { signal }).catch(() => undefined);
  await Promise.race([ended, sleep(TURN_MS, null, { signal }).catch(() => undefined)]);
  over.abort();
}
