/** Reads upstreams for the command line and the console (spec/supply#upstreams). */
import { divideHalfUp } from "@turnpike/rules/money.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { openUpstream } from "../../../inventory/upstream/definition.ts";
import { recentAlerts, type UpstreamAlert } from "../../../inventory/upstream/store/alerts.ts";
import {
  balances,
  type CostedDay,
  costedDays,
  reportedDays,
  upstreamUse,
} from "../../../inventory/upstream/store/days.ts";
import {
  allUpstreams,
  type StoredState,
  upstreamNamed,
  type UpstreamRow,
} from "../../../inventory/upstream/store/upstreams.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";

export interface ListedUpstream {
  name: string;
  state: StoredState;
  how: string;
  hosts: string[];
  countries: string[];
  priority: number;
  weight: number;
  connections: number;
  todayBytes: number;
  monthBytes: number;
  alerts: UpstreamAlert[];
}

export async function listUpstreams({ db, seal, world }: Services): Promise<ListedUpstream[]> {
  const [rows, use, alerts] = await Promise.all([
    allUpstreams(db),
    upstreamUse(db, new Date(world.now())),
    recentAlerts(db),
  ]);
  return rows.map((row) => {
    const { name, how, hosts, countries, priority, weight } = openUpstream(seal, row);
    const { connections = 0, todayBytes = 0, monthBytes = 0 } = use.get(row.id) ?? {};
    return {
      name,
      state: row.state,
      how,
      hosts,
      countries: countries ?? [],
      priority,
      weight,
      connections,
      todayBytes,
      monthBytes,
      alerts: alerts.get(row.id) ?? [],
    };
  });
}

/** @throws ActRefused if there is none */
export async function namedUpstream(db: Db, name: string): Promise<UpstreamRow> {
  const row = await upstreamNamed(db, name);
  if (row === null) throw new ActRefused(`no upstream is named ${name}`, { reason: "notFound" });
  return row;
}

export interface ReportLine {
  upstream: string;
  day: string;
  ownBytes: number;
  /** Null if the wholesaler's count was not entered. */
  reportedBytes: number | null;
  /** Of the reported bytes; null without them. */
  differencePercent: number | null;
  red: boolean;
  costMicros: number;
  /** How many days the quota lasts; null without a quota or without use. */
  balanceDays: number | null;
}

/** A larger difference is worth a question to the wholesaler. */
const redAbovePercent = 3;

export const dayText = (at: Date) => at.toISOString().slice(0, 10);

/** What bytes cost at the price of their day. */
export function costMicrosOf({ ownBytes, perGbMicros, gbBytes }: CostedDay): number | null {
  if (perGbMicros === null || gbBytes === null) return null;
  return Number(divideHalfUp(BigInt(ownBytes) * BigInt(perGbMicros), BigInt(gbBytes)));
}

/** Own bytes beside reported ones by upstream and day, from `from` to before `to`. */
export async function reconciliation(
  { db, world }: Services,
  { from, to }: { from: Date; to: Date },
): Promise<ReportLine[]> {
  const span = { from: dayText(from), to: dayText(to) };
  const [days, reported, left] = await Promise.all([
    costedDays(db, span),
    reportedDays(db, span),
    balances(db, new Date(world.now())),
  ]);
  const lines = new Map<string, ReportLine>();
  const lineOf = (upstream: string, day: string): ReportLine => {
    const key = `${day} ${upstream}`;
    const known = lines.get(key) ?? {
      upstream,
      day,
      ownBytes: 0,
      reportedBytes: null,
      differencePercent: null,
      red: false,
      costMicros: 0,
      balanceDays: balanceDays(left.get(upstream)),
    };
    lines.set(key, known);
    return known;
  };
  for (const row of days) {
    const line = lineOf(row.upstream, row.day);
    line.ownBytes += row.ownBytes;
    line.costMicros += costMicrosOf(row) ?? 0;
  }
  for (const { upstream, day, bytes } of reported) lineOf(upstream, day).reportedBytes = bytes;
  for (const line of lines.values()) compare(line);
  return [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
}

/** How many days a quota lasts; null without one, or if nothing uses it. */
export function balanceDays(balance: { left: number; perDay: number } | undefined): number | null {
  if (balance === undefined || balance.perDay === 0) return null;
  return Math.round((balance.left / balance.perDay) * 10) / 10;
}

function compare(line: ReportLine): void {
  const { ownBytes, reportedBytes } = line;
  if (reportedBytes === null) return;
  const difference = Math.abs(ownBytes - reportedBytes);
  const percent =
    reportedBytes === 0 ? (ownBytes === 0 ? 0 : 100) : (difference / reportedBytes) * 100;
  line.differencePercent = Math.round(percent * 100) / 100;
  line.red = percent > redAbovePercent;
}

/** The span of the last `days` days up to today. */
export function lastDays({ world }: Services, days: number): { from: Date; to: Date } {
  const today = Math.floor(world.now() / dayMs) * dayMs;
  return { from: new Date(today - (days - 1) * dayMs), to: new Date(today + dayMs) };
}
