/** Signals of abuse (spec/operator#signals): listed with their reason, never acted on. */
import { type Signal, signalHours, signalsOf } from "@turnpike/rules/abuse-signals.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import type { Services } from "../../platform/services.ts";
import { activitySince } from "../request-log/store/activity.ts";
import { accountSights } from "./account-signals.ts";
import { countActivity } from "./count.ts";
import { type Holder, namesOfHolders } from "./holders.ts";

const hourMs = 3_600_000;
const longestMs = 120_000;

export interface AbuseSignal extends Omit<Signal, "accountId" | "holderId" | "product" | "others"> {
  account: Holder["account"];
  /** Null if the signal is about the account as a whole. */
  holder: Holder["holder"] | null;
  /** Other accounts that it is about, at most 20. */
  others: Holder["account"][];
  /** What was observed, as one English sentence. */
  reason: string;
}

/**
 * Returns signals from activity in the current hour and the last `hours` (at most 72), and from
 * what accounts did with money, farthest above their limit first. Hours not counted yet are
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
  const accounts = await accountSights(services);
  const to = await countActivity(services, { from, maxAgeMs, timeoutMs });
  const seen = await activitySince(db, from);
  const found = signalsOf({ ...seen, accounts });
  const held = found.map(({ accountId, holderId, product }) => {
    return { accountId, holderId: holderId ?? accountId, product };
  });
  const nameOf = await namesOfHolders(services, held);
  const emails = await emailsOf(db, [...new Set(found.flatMap(({ others = [] }) => others))]);
  const signals = found.map(({ accountId, holderId, product, others = [], ...signal }) => {
    const { account, holder } = nameOf({ accountId, holderId: holderId ?? accountId, product });
    return {
      ...signal,
      account,
      holder: holderId === null ? null : holder,
      others: others.map((id) => ({ id, email: emails.get(id) ?? null })),
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
}: Omit<Signal, "accountId" | "holderId" | "product" | "others">): string {
  const from = `(a signal from ${limit} on)`;
  const reasons: Record<Signal["signal"], string> = {
    mailPorts: `${count} tries of mail ports ${from}`,
    manyTargets: `${count} different targets ${from}`,
    loginPorts: `${count} different hosts at ports of log-ins and shares ${from}`,
    unreachableTargets: `${count} different ports that did not answer ${from}`,
    passwordSpraying: `${count} short connections with little data to ${host} through ${exits} exits ${from}`,
    refusedTargets: `${count} tries of targets that a list refuses ${from}`,
    accountSharing: `used from ${count} networks within an hour ${from}`,
    trialFarming: `${count} accounts of one network had a trial in 30 days ${from}`,
    cardTesting: `${count} cards paid small sums in a day, ${plainMoney(cents)} in all ${from}`,
    voucherResale: `${count} other accounts redeemed its CDKeys in 30 days ${from}`,
    chargeBacks: `${count} charge-backs in 90 days, ${plainMoney(cents)} withdrawn`,
  };
  return reasons[signal];
}
