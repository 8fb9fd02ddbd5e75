/** Active alerts, as the dashboard's header shows them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { type EndingThing, namedThings } from "./ending.ts";
import { type Alert, alertsOf } from "./store.ts";
import { screens } from "./notify.ts";
import { poolTitle } from "../../platform/traffic-pools/pools.ts";
import { lowSentence, moreSentence } from "./sentences.ts";
import { expirySentence } from "../../platform/expiry-sentence.ts";

/** How many alerts are listed individually. */
const LIST_LIMIT = 10;

export interface AlertNotice {
  /** Changes each time an alert begins. */
  id: string;
  kind: "alert";
  title: string;
  at: string;
  /** The screen where the customer can act. */
  to: string;
}

/** Returns the active alerts in the caller's language, evaluated now. */
export async function alertNotices(
  services: Services,
  { accountId, lang }: { accountId: string; lang: Lang },
): Promise<AlertNotice[]> {
  const { db, world } = services;
  const now = new Date(world.now());
  const alerts = await alertsOf(services, { accountId, now, limit: LIST_LIMIT });
  if (alerts.length === 0) return [];
  const subjects = alerts.flatMap(({ kind, subject }) => (kind === "expiry" ? [subject] : []));
  const things = await namedThings(services, db, subjects, lang);
  const notices = alerts.flatMap((alert): AlertNotice[] => {
    const notice = noticeOf(services, lang, alert, things.get(alert.subject));
    if (notice === null) return [];
    const began = alert.at.getTime();
    const id = ["alert", alert.kind, alert.subject, began].join("-");
    return [{ id, kind: "alert", ...notice, at: alert.at.toISOString() }];
  });
  const more = (alerts[0]?.total ?? 0) - alerts.length;
  const last = notices.at(-1);
  if (more <= 0 || !last) return notices;
  return [...notices, { ...last, id: `${last.id}-more`, title: moreSentence(lang, more) }];
}

function noticeOf(
  services: Services,
  lang: Lang,
  { kind, subject, value }: Alert,
  thing: EndingThing | undefined,
): { title: string; to: string } | null {
  if (kind !== "expiry") {
    const pool = subject === "" ? "" : ` (${poolTitle(services, subject, lang)})`;
    return { title: lowSentence(lang, kind, value) + pool, to: screens[kind] };
  }
  // Deleted since the alert was read.
  if (!thing) return null;
  return { title: expirySentence(lang, thing, value), to: thing.to };
}
