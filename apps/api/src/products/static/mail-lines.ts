/** Lines of mails about static IPs. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, shopSentences } from "@turnpike/locales/shop.ts";
import { expirySentence } from "../../platform/expiry-sentence.ts";
import { dashboardPathOf } from "./ending.ts";
import type { StaticRow } from "./store/static-ips.ts";

/** IPs listed in one mail at most; there may be thousands. */
const NAMED = 50;

/** One line per item; after the first `NAMED`, a line with the number of the others. */
export function lines<T>(lang: Lang, all: T[], line: (one: T) => string): string {
  const named = all.slice(0, NAMED).map(line);
  const count = all.length - named.length;
  if (count > 0) named.push(interpolate(shopSentences(lang).autoRenew.more, { count }));
  return named.join("\n");
}

type Named = Pick<StaticRow, "term" | "ip" | "expires_at">;

/** A line that says when an IP ends. */
export function endingLine(lang: Lang, { term, ip, expires_at }: Named): string {
  const thing = { kind: term, name: ip, to: dashboardPathOf[term] };
  return expirySentence(lang, thing, expires_at.getTime());
}

/** A line with an IP's new end and the order that renewed it, or a credit if there is none. */
export function renewedLine(lang: Lang, ip: Named & { orderNo: string }): string {
  const { credit, order } = shopSentences(lang).autoRenew;
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const date = `${new Intl.DateTimeFormat(langTag(lang), style).format(ip.expires_at)} UTC`;
  const { ip: name, orderNo } = ip;
  return interpolate(orderNo === "" ? credit : order, { name, date, orderNo });
}
