/** Sentences for alerts. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, money, kindUnit, shopSentences } from "@turnpike/locales/shop.ts";
import { bytesPerGb } from "@turnpike/rules/bytes.ts";

/** Formats traffic in GB, never rounded up: 4.9999 GB is below a threshold of 5. */
export function formatTraffic(lang: Lang, bytes: number): string {
  const gb = Math.floor(bytes / (bytesPerGb / 1_000)) / 1_000;
  const number = new Intl.NumberFormat(langTag(lang), { maximumFractionDigits: 3 });
  return `${number.format(gb)} ${kindUnit(lang, "traffic")}`;
}

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
