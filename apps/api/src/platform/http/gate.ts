/**
 * The gate: the only way from a request to the work it asks for, at every listener (customers'
 * calls, the console's, the lookup service, extraction links). Rights are checked on arrival and
 * again when the request leaves a queue: its session may have been ended while it waited.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { clientIp } from "./client-ip.ts";
import { disconnectSignal } from "./disconnect.ts";
import type { Began, FairShare, Piece } from "./fair-share.ts";

/** Whose share the work takes. */
export interface Turn extends Omit<Piece, "signal"> {
  share: FairShare;
  /** A further queue, which the work waits in before it takes a database connection. */
  inTurn?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  /** What has to be asked before; if that takes long, it gives up its place (`leavePlace`). */
  first?: (() => Promise<unknown> | undefined) | undefined;
}

export interface Passage<Caller, Asked> {
  /** Finds out who calls, within the share of the client's network. @throws Refusal */
  identify: () => Promise<Caller>;
  /** Checks what the caller may do, and reads what is asked for. @throws Refusal */
  permit: (caller: Caller) => Asked | Promise<Asked>;
  turnOf: (caller: Caller, asked: Asked) => Turn;
}

/** Runs `work` for a caller who may have it, when the caller's turn comes. */
export async function passGate<Caller, Asked, T>(
  { shares }: Pick<Services, "shares">,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { identify, permit, turnOf }: Passage<Caller, Asked>,
  work: (caller: Caller, asked: Asked) => Promise<T>,
): Promise<T> {
  const signal = disconnectSignal(reply);
  const network = networkOf(clientIp(request));
  const caller = await shares.arrivals.run({ caller: network, signal }, identify);
  const asked = await permit(caller);
  const { share, inTurn, first, ...piece } = turnOf(caller, asked);
  const workAgain = async () => {
    const still = await identify();
    return work(still, await permit(still));
  };
  const begin = async ({ waited, hasPlace }: Began) => {
    const asking = first?.();
    if (asking) await asking;
    if (!hasPlace()) return null;
    let atOnce = !waited;
    const run = () => (atOnce ? work(caller, asked) : workAgain());
    if (inTurn === undefined) return { value: await run() };
    const done = inTurn(run);
    atOnce = false;
    return { value: await done };
  };
  const done = await share.run({ ...piece, signal }, begin);
  return done === null ? share.run({ ...piece, signal }, workAgain) : done.value;
}
