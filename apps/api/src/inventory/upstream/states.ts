/**
 * States of upstreams, decided from what all nodes tell (spec/supply#states). A row of the
 * upstream's own table of errors counts at once; an answer that no row names counts once three
 * customers and three targets got it within a minute, so no customer can switch one off for others.
 */
import type { UpstreamEvent } from "@turnpike/contract/upstream-facts.ts";
import { witnessRule } from "@turnpike/proxy-strings/upstream/witnesses.ts";
import { dayMs, hourMs } from "@turnpike/rules/statistics.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { changeState, type StateChange } from "./change-state.ts";
import { counts, noteUses } from "./claims.ts";
import { addAlert } from "./store/alerts.ts";
import { quotaUse } from "./store/days.ts";
import { easeLimit } from "./store/shares.ts";
import {
  addFailures,
  addTries,
  type StoredFailure,
  type TryCount,
  witnesses,
} from "./store/tries.ts";
import { liveUpstreams } from "./store/upstreams.ts";

const minuteMs = 60_000;
/** Failures kept of one message for an upstream and class; they are samples, not counts. */
const samplesKept = 12;
const noPlace = "any place";

/** Takes the events of one gateway worker of a node: counts them, and changes states. */
export async function recordEvents(
  services: Services,
  given: UpstreamEvent[],
  node: string,
): Promise<void> {
  const now = services.world.now();
  const events = given.filter(
    ({ upstreamId, accountId }) => isUuid(upstreamId) && isUuid(accountId),
  );
  if (events.length === 0) return;
  noteUses(services, events, node);
  await addTries(services.db, triesOf(events, now));
  const failures = failuresOf(events, { node, now });
  await addFailures(services.db, failures);
  const byUpstream = Map.groupBy(events, ({ upstreamId }) => upstreamId);
  for (const { id, state, stateSince } of await liveUpstreams(services.db, [
    ...byUpstream.keys(),
  ])) {
    const own = byUpstream.get(id) ?? [];
    if (state === "authFailed" && own.some(({ ok, at }) => ok && at >= stateSince.getTime()))
      await change(services, { id, from: ["authFailed"], to: "on", at: new Date(now) });
    // What other workers tell late happened before somebody put it back.
    const since = own.filter(({ at }) => at >= stateSince.getTime());
    if (state === "on") await judge(services, { id, node, events: since, stateSince, now });
  }
}

interface SinceOn {
  id: string;
  node: string;
  /** What happened since it is on. */
  events: UpstreamEvent[];
  stateSince: Date;
  now: number;
}

/** Changes the state of an upstream that is on, if its failures say so. */
async function judge(services: Services, { id, node, events, stateSince, now }: SinceOn) {
  const { db } = services;
  const at = new Date(now);
  const first = (wanted: UpstreamEvent["class"]) => events.find((one) => one.class === wanted);
  const of = (wanted: UpstreamEvent["class"]) => events.filter((one) => one.class === wanted);
  const quota = of("quota").find(({ named }) => named);
  const believed = async (why: "quota" | "auth" | "concurrency", text: string) => {
    const claim = { upstreamId: id, class: why, node, stateSince, now };
    if (await counts(services, claim)) return true;
    await addAlert(db, id, { at, class: why, text: `only node ${node} says: ${text}` });
    return false;
  };
  if (quota && (await believed("quota", "out of quota"))) {
    const alert = { class: "quota", text: `out of quota: ${said(quota)}` };
    const nextTryAt = new Date(nextDay(now));
    await change(services, { id, from: ["on"], to: "quotaGone", at, nextTryAt, alert });
    return;
  }
  const auth = of("auth");
  const refused =
    auth.find(({ named }) => named) ?? (await witnessed(services, id, auth, { stateSince, now }));
  if (refused && (await believed("auth", "refused the login"))) {
    const alert = { class: "auth", text: `refused the login: ${said(refused)}` };
    const nextTryAt = new Date(now + minuteMs);
    await change(services, { id, from: ["on"], to: "authFailed", at, nextTryAt, alert });
    return;
  }
  const crowded = of("concurrency").find(({ named }) => named);
  if (
    crowded &&
    (await believed("concurrency", "too many connections")) &&
    (await easeLimit(db, id))
  )
    await addAlert(db, id, {
      at,
      class: "concurrency",
      text: `too many connections: ${said(crowded)}`,
    });
  const request = first("request");
  if (request)
    await addAlert(db, id, { at, class: "request", text: `did not understand: ${said(request)}` });
}

/** The last of these unnamed answers, if enough customers and targets got one. */
async function witnessed(
  { db }: Services,
  upstreamId: string,
  events: UpstreamEvent[],
  { stateSince, now }: { stateSince: Date; now: number },
) {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const since = new Date(Math.max(now - witnessRule.withinMs, stateSince.getTime()));
  const found = await witnesses(db, { upstreamId, class: "auth", since });
  const enough = found.customers >= witnessRule.customers && found.targets >= witnessRule.targets;
  return enough ? last : undefined;
}

const said = ({ status, socks, sample, place }: UpstreamEvent) =>
  `${status ?? (socks === null ? "no answer" : `SOCKS5 ${socks}`)} for ${place || noPlace}${sample ? `: ${sample}` : ""}`;

const change = ({ db }: Services, wanted: StateChange) =>
  transaction(db, (tx) => changeState(tx, wanted));

const nextDay = (now: number) => (Math.floor(now / dayMs) + 1) * dayMs;
const nextMonth = (now: number) => {
  const at = new Date(now);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
};

/** An event's instant, or now if a gateway's clock is wrong. */
const soundAt = (at: number, now: number) => (Math.abs(now - at) < hourMs ? at : now);

function triesOf(events: UpstreamEvent[], now: number): TryCount[] {
  const counts = new Map<string, TryCount>();
  for (const { upstreamId, class: why, ok, at, connectMs } of events) {
    const hour = new Date(Math.floor(soundAt(at, now) / hourMs) * hourMs);
    const bucket = ok && connectMs !== null ? bucketOf(connectMs) : 0;
    const of = { upstreamId, hour, class: ok ? "" : (why ?? ""), bucket };
    const key = JSON.stringify(of);
    const known = counts.get(key) ?? { ...of, tries: 0 };
    counts.set(key, { ...known, tries: known.tries + 1 });
  }
  return [...counts.values()];
}

/** Bucket n holds times below 2^(n/4) ms. */
const bucketOf = (ms: number) => Math.min(80, Math.ceil(Math.log2(Math.max(1, ms)) * 4));
export const bucketMs = (bucket: number): number => Math.round(2 ** (bucket / 4));

/** Failures to keep: of each upstream and class some, of different customers and targets first. */
function failuresOf(
  events: UpstreamEvent[],
  { node, now }: { node: string; now: number },
): StoredFailure[] {
  const failed = events.flatMap((event) =>
    event.class === null ? [] : [{ ...event, class: event.class }],
  );
  const groups = Map.groupBy(failed, ({ upstreamId, class: why, named }) => {
    return JSON.stringify([upstreamId, why, named]);
  });
  return [...groups.values()].flatMap((group) => {
    const different = new Map(group.map((one) => [`${one.accountId} ${one.targetKey}`, one]));
    return [...different.values()].slice(-samplesKept).map((one) => ({
      upstreamId: one.upstreamId,
      at: new Date(soundAt(one.at, now)),
      class: one.class,
      named: one.named,
      status: one.status,
      socks: one.socks,
      place: one.place,
      accountId: one.accountId,
      targetKey: one.targetKey,
      sample: one.sample,
      node,
    }));
  });
}

/** Ends the use of upstreams whose quota of the day or month is used up. */
export async function endUsedQuotas(services: Services): Promise<void> {
  const now = services.world.now();
  for (const { id, dayBytes, monthBytes, today, month } of await quotaUse(
    services.db,
    new Date(now),
  )) {
    const isMonth = monthBytes !== null && month >= monthBytes;
    if (!isMonth && (dayBytes === null || today < dayBytes)) continue;
    const nextTryAt = new Date(isMonth ? nextMonth(now) : nextDay(now));
    const limit = isMonth ? `monthBytes ${monthBytes}` : `dayBytes ${dayBytes}`;
    const alert = { class: "quota", text: `${limit} are used up` };
    const at = new Date(now);
    await change(services, { id, from: ["on"], to: "quotaGone", at, nextTryAt, alert });
  }
}
