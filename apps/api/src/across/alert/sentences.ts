/** Sentences for alerts. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { money, shopSentences } from "@turnpike/locales/shop.ts";
import { formatTraffic } from "../../platform/format-traffic.ts";

/** Formats a balance in its unit. */
export function formatLeft(lang: Lang, kind: "traffic" | "wallet", value: number): string {
  return kind === "traffic" ? formatTraffic(lang, value) : money(lang, value);
}

/** Returns the sentence that a balance is low. */
export function lowSentence(lang: Lang, kind: "traffic" | "wallet", value: number): string {
  return interpolate(shopSentences(lang).alerts[kind], { left: formatLeft(lang, kind, value) });
}

/** Returns the sentence that more things expire than are listed. */
export function moreSentence(lang: Lang, count: number): string {
  return interpolate(shopSentences(lang).alerts.more, { count });
}
