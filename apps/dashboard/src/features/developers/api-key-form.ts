/** The form of a new API key: its values, their validation, and the request. */
import { maxKeyCents, maxKeyNetworks, type Scope } from "@turnpike/rules/api-key.ts";
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import type { CallResult, CallParameters } from "../../lib/call.ts";

export type ApiKey = CallResult<"apiKeys">["items"][number];

const DAY_MS = 86_400_000;
/** A key's lifetime in days; `date` is a chosen day. */
export const lifetimes = ["never", "30", "90", "365", "date"] as const;

const networksOf = (typed: string): string[] => typed.split(/[,\s]+/).filter(Boolean);

/** The first item that is not a network, `many` if there are too many, or null. */
export function validateNetworks(typed: string): { bad: string } | "many" | null {
  const items = networksOf(typed);
  const bad = items.find((item) => canonicalNetwork(item) === null);
  if (bad !== undefined) return { bad };
  return items.length > maxKeyNetworks ? "many" : null;
}

/** Whether a limit is empty, or an amount that a key may have. */
export function isLimit(dollars: string): boolean {
  if (dollars === "") return true;
  const cents = Math.round(Number(dollars) * 100);
  return Number.isFinite(cents) && cents >= 0 && cents <= maxKeyCents;
}

/** When a key expires; undefined for never. A chosen day is included (UTC). */
function expiryOf(lifetime: unknown, lastDay: unknown, nowMs: number): string | undefined {
  if (lifetime === "never") return undefined;
  const ends =
    lifetime === "date" ? Date.parse(String(lastDay)) + DAY_MS : nowMs + Number(lifetime) * DAY_MS;
  return new Date(ends).toISOString();
}

/** The request of `apiKeyAdd` for the form's values; the limit is in cents. */
export function keyAdditionOf(
  values: Record<string, unknown>,
  nowMs = productClock.nowMs(),
): CallParameters<"apiKeyAdd"> {
  const { name, maxCents } = values;
  const expiresAt = expiryOf(values["lifetime"], values["expiresAt"], nowMs);
  const networks = networksOf(String(values["ips"] ?? ""));
  return {
    name: String(name),
    scopes: String(values["scopes"]).split(",") as Scope[],
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(networks.length > 0 ? { ips: networks } : {}),
    ...(maxCents === undefined ? {} : { maxCents: Number(maxCents) }),
  };
}

export type KeyState = "valid" | "expired";
export const stateOfKey = ({ expiresAt }: ApiKey, nowMs: number): KeyState =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "valid";
