/** What mails say of static IPs. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, shopSentences } from "@turnpike/locales/shop.ts";
import { endingSentence } from "../../platform/ending-sentence.ts";
import { screenOf } from "./ending.ts";
import type { StaticRow } from "./store/static-ips.ts";

/** IPs that one mail names; there may be thousands. */
const NAMED = 50;

/** One a line; of many the first, and how many more there are. */
export function lines<T>(lang: Lang, all: T[], line: (one: T) => string): string {
  const named = all.slice(0, NAMED).map(line);
  const count = all.length - named.length;
  if (count > 0) named.push(interpolate(shopSentences(lang).autoRenew.more, { count }));
  return named.join("\n");
}

type Named = Pick<StaticRow, "term" | "ip" | "expires_at">;

/** That an IP ends at an instant. */
export function endingLine(lang: Lang, { term, ip, expires_at }: Named): string {
  const thing = { kind: term, name: ip, to: screenOf[term] };
  return endingSentence(lang, thing, expires_at.getTime());
}

/** Until when an IP was renewed, and by which order; by none: with a credit. */
export function renewedLine(lang: Lang, ip: Named & { orderNo: string }): string {
  const { credit, order } = shopSentences(lang).autoRenew;
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const date = `${new Intl.DateTimeFormat(langTag(lang), style).format(ip.expires_at)} UTC`;
  const { ip: name, orderNo } = ip;
  return interpolate(orderNo === "" ? credit : order, { name, date, orderNo });
}
