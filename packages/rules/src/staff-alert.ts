/** What the operator's staff are told of, where, and in which words (spec/operator#alerts). */
import { isEmail } from "./credentials.ts";

export const alertTopics = [
  "disputes",
  "upstreams",
  "nodes",
  "cases",
  "withdrawals",
  "books",
  "certificates",
] as const;
export type AlertTopic = (typeof alertTopics)[number];

/** The most places that are told. */
export const maxAlertTargets = 20;
/** The most messages that wait for one place; the oldest are dropped. */
export const maxWaitingAlerts = 50;
/** What is over and begins again within this time is not told again. */
export const alertQuietMs = 3_600_000;
/** How many events a message names; of the others it has the counts. */
export const namedAlerts = 5;

export type AlertPlace =
  | { kind: "mail"; email: string }
  | { kind: "webhook"; url: string }
  | { kind: "telegram"; token: string; chat: string };

/** Reads `mail:EMAIL`, `webhook:URL` or `telegram:TOKEN@CHAT`; null if it is none of them. */
export function readAlertPlace(text: string): AlertPlace | null {
  const [, kind, rest = ""] = /^(mail|webhook|telegram):(.+)$/s.exec(text.trim()) ?? [];
  if (kind === "mail") return isEmail(rest) ? { kind, email: rest } : null;
  if (kind === "webhook") return { kind, url: rest };
  const [, token = "", chat = ""] =
    /^(\d{1,20}:[A-Za-z0-9_-]{20,100})@(-?\d{1,20}|@?[A-Za-z]\w{3,40})$/.exec(rest) ?? [];
  if (kind !== "telegram" || token === "") return null;
  return { kind, token, chat: /^[A-Za-z]/.test(chat) ? `@${chat}` : chat };
}

/** What people see of a place: no token, and of a URL, which may contain one, only its host. */
export function shownPlace(place: AlertPlace): string {
  if (place.kind === "mail") return place.email;
  if (place.kind === "telegram") return place.chat;
  return `${new URL(place.url).origin}/…`;
}

/** Reads topics with commas between them; nothing means all. Names the one that is none. */
export function readAlertTopics(text: string): { topics: AlertTopic[] } | { unknown: string } {
  const typed = text.split(",").flatMap((one) => one.trim() || []);
  const unknown = typed.find((one) => !alertTopics.some((topic) => topic === one));
  if (unknown !== undefined) return { unknown };
  if (typed.length === 0) return { topics: [...alertTopics] };
  return { topics: alertTopics.filter((topic) => typed.includes(topic)) };
}

export interface AlertEvent {
  topic: AlertTopic;
  title: string;
}

export interface AlertMessage {
  subject: string;
  text: string;
  counts: Partial<Record<AlertTopic, number>>;
}

/** One message for all events of a minute: each by its title, or counts if there are many. */
export function alertMessage(events: readonly AlertEvent[]): AlertMessage {
  const counts: AlertMessage["counts"] = {};
  for (const { topic } of events) counts[topic] = (counts[topic] ?? 0) + 1;
  const inWords = alertTopics
    .flatMap((topic) => (counts[topic] === undefined ? [] : `${topic}: ${counts[topic]}`))
    .join(", ");
  const [first] = events;
  const subject = events.length === 1 && first ? first.title : inWords;
  const named = events.slice(0, namedAlerts).map(({ title }) => `- ${title}`);
  const more = events.length - named.length;
  const lines = [...(events.length > 1 ? [inWords] : []), ...named];
  if (more > 0) lines.push(`- and ${more} more`);
  return { subject, text: lines.join("\n"), counts };
}
