/** Signals of abuse (spec/operator#signals): listed with their reason, never acted on. */
import {
  chargeBackMs,
  type Signal,
  signalHours,
  signalsOf,
} from "@turnpike/rules/abuse-signals.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { accountsInDispute } from "../../commerce/dispute/store.ts";
import type { Services } from "../../platform/services.ts";
import { activitySince } from "../request-log/store/activity.ts";
import { countActivity } from "./count.ts";
import { type Holder, namesOfHolders } from "./holders.ts";

const hourMs = 3_600_000;
const maxDisputes = 500;
const longestMs = 120_000;

export interface AbuseSignal extends Omit<Signal, "accountId" | "holderId" | "product"> {
  account: Holder["account"];
  /** Null if the signal is about the account as a whole. */
  holder: Holder["holder"] | null;
  /** What was observed, as one English sentence. */
  reason: string;
}

/**
 * Returns signals from activity in the current hour and the last `hours` (at most 72), and from
 * charge-backs of the last 90 days, farthest above their limit first. Hours not counted yet are
 * counted first, by reading each of their connections.
 * @throws ActRefused signalsTooSlow if that takes longer than `timeoutMs` (two minutes by default);
 * finished hours are kept, and a job counts the rest
 */
export async function abuseSignals(
  services: Services,
  {
    hours = signalHours.default,
    timeoutMs = longestMs,
    maxAgeMs = 0,
  }: {
    hours?: number;
    timeoutMs?: number;
    /** Activity of the last so many milliseconds may be missing. */
    maxAgeMs?: number;
  } = {},
): Promise<{ from: string; to: string; signals: AbuseSignal[] }> {
  const { db, world } = services;
  const now = world.now();
  const from = (Math.floor(now / hourMs) - Math.min(hours, signalHours.most)) * hourMs;
  const since = new Date(now - chargeBackMs);
  const chargeBacks = await accountsInDispute(db, { since, limit: maxDisputes });
  const to = await countActivity(services, { from, maxAgeMs, timeoutMs });
  const seen = await activitySince(db, from);
  const found = signalsOf({ ...seen, chargeBacks });
  const held = found.map(({ accountId, holderId, product }) => {
    return { accountId, holderId: holderId ?? accountId, product };
  });
  const nameOf = await namesOfHolders(services, held);
  const signals = found.map(({ accountId, holderId, product, ...signal }) => {
    const { account, holder } = nameOf({ accountId, holderId: holderId ?? accountId, product });
    return {
      ...signal,
      account,
      holder: holderId === null ? null : holder,
      reason: reasonOf(signal),
    };
  });
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), signals };
}

function reasonOf({
  signal,
  count,
  limit,
  host = "",
  exits = 0,
  cents = 0,
}: Omit<Signal, "accountId" | "holderId" | "product">): string {
  const from = `(a signal from ${limit} on)`;
  const reasons: Record<Signal["signal"], string> = {
    mailPorts: `${count} tries of mail ports ${from}`,
    manyTargets: `${count} different targets ${from}`,
    loginPorts: `${count} different hosts at ports of log-ins and shares ${from}`,
    unreachableTargets: `${count} different ports that did not answer ${from}`,
    passwordSpraying: `${count} short connections with little data to ${host} through ${exits} exits ${from}`,
    chargeBacks: `${count} charge-backs in 90 days, ${plainMoney(cents)} withdrawn`,
  };
  return reasons[signal];
}
