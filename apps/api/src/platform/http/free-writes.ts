/**
 * An account's share of calls that write and cost nothing (spec/limits#storage): moving bytes between
 * sub-accounts, new passwords, notes. What they write is kept, some of it for ever, so a program that
 * repeats them must not fill the database. Paid calls are bounded by money.
 */
import { accessOf, type Call } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { inMemory } from "../in-memory.ts";
import type { Services } from "../services.ts";
import { type Share, TokenBuckets } from "../token-buckets.ts";
import { isProtecting } from "./shares.ts";

/** Items, as a call may change a thousand. A reseller with the most sub-accounts may change each twice. */
const freeWritesShare: Share = { burst: 20_000, perHour: 5_000 };
/** Tests reduce it. */
export const freeWritesOptions = { share: freeWritesShare };
/** What these spend comes back when the CDKey is used. */
const comesBack: ReadonlySet<Call> = new Set<Call>([calls.cdkeyMake, calls.cdkeyUse]);

const buckets = inMemory(() => new TokenBuckets(freeWritesOptions.share));

function isFreeWrite(call: Call, question: Record<string, unknown>): boolean {
  if (call.access === "visitor" || isProtecting(call)) return false;
  if (call.spends === "always" && !comesBack.has(call)) return false;
  return accessOf(call, question) !== "read";
}

/** Numbers of what a call has changed: one call may send a thousand webhooks' events again. */
const countedFields: ReadonlySet<string> = new Set(["updated", "deleted", "replayed"]);

/** The longest list, or the number of what was changed. */
function itemsIn(answer: unknown): number {
  if (typeof answer !== "object" || answer === null) return 1;
  const counts = Object.entries(answer).map(([field, value]) => {
    if (Array.isArray(value)) return value.length;
    return countedFields.has(field) && typeof value === "number" ? value : 1;
  });
  return Math.max(1, ...counts);
}

/**
 * Runs a call's handler, within its account's share if it writes for free.
 * @throws Refusal tooManyTries
 */
export async function withinFreeWrites(
  services: Pick<Services, "memory">,
  {
    call,
    question,
    accountId,
  }: { call: Call; question: Record<string, unknown>; accountId: string },
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (accountId === "" || !isFreeWrite(call, question)) return work();
  const share = buckets(services);
  if (share.take(accountId, 1) < 1)
    throw new Refusal("tooManyTries", { retryAfterSeconds: share.secondsUntil(accountId, 1) });
  const answer = await work();
  share.take(accountId, itemsIn(answer) - 1);
  return answer;
}
