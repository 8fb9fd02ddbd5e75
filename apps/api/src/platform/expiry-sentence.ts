/** The sentence about something that expires, for mails and alerts. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, shopSentences } from "@turnpike/locales/shop.ts";
import type { ExpiryKind } from "./module.ts";

/** Says when something expires. */
export function expirySentence(
  lang: Lang,
  { kind, name }: { kind: ExpiryKind; name: string },
  endsAt: number,
): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const date = `${new Intl.DateTimeFormat(langTag(lang), style).format(endsAt)} UTC`;
  return interpolate(shopSentences(lang).alerts[kind], { name, date });
}
