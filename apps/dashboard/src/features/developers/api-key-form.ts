/** What the form of a new API key holds, how it is judged, and what is sent of it. */
import { mostKeyCents, mostKeyNetworks, type Scope } from "@turnpike/rules/api-key.ts";
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import type { CallResult, Question } from "../../lib/call.ts";

export type ApiKey = CallResult<"apiKeys">["items"][number];

const DAY_MS = 86_400_000;
/** How long a key is valid, in days; `date` is a day that is chosen. */
export const lifetimes = ["never", "30", "90", "365", "date"] as const;
export type Lifetime = (typeof lifetimes)[number];

export interface ApiKeyValues extends Record<string, unknown> {
  name: string;
  scopes: Scope[];
  lifetime: Lifetime;
  /** The last day it is valid (UTC), with the lifetime `date`. */
  expiresAt: string;
  ips: string;
  /** In dollars; empty: no limit. */
  maxCents: number | string;
}

export const newKeyValues: ApiKeyValues = {
  name: "",
  scopes: ["read"],
  lifetime: "never",
  expiresAt: "",
  ips: "",
  maxCents: "",
};

const networksOf = (typed: string): string[] => typed.split(/[,\s]+/).filter(Boolean);

/** The first item that is no network, `many` where there are too many, or null. */
export function networkFault(typed: string): { bad: string } | "many" | null {
  const items = networksOf(typed);
  const bad = items.find((item) => canonicalNetwork(item) === null);
  if (bad !== undefined) return { bad };
  return items.length > mostKeyNetworks ? "many" : null;
}

/** Whether a limit is empty, or a sum that a key can have. */
export function isLimit(dollars: number | string): boolean {
  if (dollars === "") return true;
  const cents = Math.round(Number(dollars) * 100);
  return Number.isFinite(cents) && cents >= 0 && cents <= mostKeyCents;
}

/** When a key ends; undefined: never. A chosen day counts whole. */
function expiryOf({ lifetime, expiresAt }: ApiKeyValues, nowMs: number): string | undefined {
  if (lifetime === "never") return undefined;
  const ends =
    lifetime === "date" ? Date.parse(expiresAt) + DAY_MS : nowMs + Number(lifetime) * DAY_MS;
  return new Date(ends).toISOString();
}

/** The question of `apiKeyAdd`. */
export function keyAdditionOf(values: ApiKeyValues, nowMs = Date.now()): Question<"apiKeyAdd"> {
  const { name, scopes, ips, maxCents } = values;
  const expiresAt = expiryOf(values, nowMs);
  const limited = scopes.includes("buy") && maxCents !== "";
  const networks = networksOf(ips);
  return {
    name: name.trim(),
    scopes,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(networks.length > 0 ? { ips: networks } : {}),
    ...(limited ? { maxCents: Math.round(Number(maxCents) * 100) } : {}),
  };
}

export type KeyState = "valid" | "expired";
export const stateOfKey = ({ expiresAt }: ApiKey, nowMs: number): KeyState =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "valid";
