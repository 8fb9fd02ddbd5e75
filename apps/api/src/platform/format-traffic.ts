/** Traffic in sentences. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { kindUnit, langTag } from "@turnpike/locales/shop.ts";
import { bytesPerGb } from "@turnpike/rules/bytes.ts";

/** Formats traffic in GB, never rounded up: 4.9999 GB is below a threshold of 5. */
export function formatTraffic(lang: Lang, bytes: number): string {
  const gb = Math.floor(bytes / (bytesPerGb / 1_000)) / 1_000;
  const number = new Intl.NumberFormat(langTag(lang), { maximumFractionDigits: 3 });
  return `${number.format(gb)} ${kindUnit(lang, "traffic")}`;
}
