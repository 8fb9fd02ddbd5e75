/** The sentences of alerts. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, money, productUnit, shopSentences } from "@turnpike/locales/shop.ts";
import { bytesPerGb } from "@turnpike/rules/bytes.ts";

/** Traffic in GB; never rounded up: 4.9999 GB are less than a threshold of 5. */
export function traffic(lang: Lang, bytes: number): string {
  const gb = Math.floor(bytes / (bytesPerGb / 1_000)) / 1_000;
  const number = new Intl.NumberFormat(langTag(lang), { maximumFractionDigits: 3 });
  return `${number.format(gb)} ${productUnit(lang, "traffic")}`;
}

/** What is left of a balance, in its unit. */
export function left(lang: Lang, kind: "traffic" | "wallet", value: number): string {
  return kind === "traffic" ? traffic(lang, value) : money(lang, value);
}

/** Says that a balance is low. */
export function lowSentence(lang: Lang, kind: "traffic" | "wallet", value: number): string {
  return interpolate(shopSentences(lang).alerts[kind], { left: left(lang, kind, value) });
}

/** Says that more expires than was named. */
export function moreSentence(lang: Lang, count: number): string {
  return interpolate(shopSentences(lang).alerts.more, { count });
}
