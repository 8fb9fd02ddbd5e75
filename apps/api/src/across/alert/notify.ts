/**
 * Notifies accounts of balances that are low and things that expire soon: once, until the balance
 * is above its threshold again (spec/accounts#alerts).
 */
import { poolTitle } from "../../platform/traffic-pools/pools.ts";
import { type Contact, lockContacts } from "../../identity/account/store/contacts.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type QueuedMail, queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { emitAlerts } from "./emit.ts";
import { namedThings } from "./ending.ts";
import { type Alert, beginAlerts, endAlerts, lockSettings, type Setting } from "./store.ts";
import { formatLeft, moreSentence } from "./sentences.ts";
import { expirySentence } from "../../platform/expiry-sentence.ts";

/** How many things a mail lists; thousands of whitelist entries may expire at once. */
const NAMED = 20;

/** The screens where the customer can act, for mails and the header. */
export const screens = { traffic: "/cli/traffic-use", wallet: "/cli/home?recharge=1" } as const;

/**
 * Updates the alerts of accounts, and sends mails and events for new ones. The locks keep accounts
 * from being closed meanwhile, and make the second of two concurrent updates find nothing new.
 */
export async function notifyAccounts(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  const now = new Date(services.world.now());
  const contacts = await lockContacts(tx, accountIds);
  const ids = contacts.map(({ accountId }) => accountId);
  const settings = await lockSettings(tx, ids);
  await endAlerts(services, tx, ids, now);
  const newAlerts = await beginAlerts(services, tx, ids, now);
  for (const contact of contacts) {
    const setting = settings.find(({ accountId }) => accountId === contact.accountId);
    const own = newAlerts.filter(({ accountId }) => accountId === contact.accountId);
    if (!setting || own.length === 0) continue;
    await emitAlerts(services, tx, { contact, setting, alerts: own });
    if (!setting.email || contact.disabled) continue;
    await mailAlerts(services, tx, { contact, setting, alerts: own });
  }
}

export interface AccountAlerts {
  contact: Contact;
  setting: Setting;
  alerts: Alert[];
}

async function mailAlerts(services: Services, tx: Tx, account: AccountAlerts): Promise<void> {
  const { contact, setting, alerts } = account;
  const { lang } = contact;
  const send = (mail: QueuedMail["mail"], to: string, values: QueuedMail["values"]) => {
    const url = services.env.publicUrl + to;
    return queueMail(services, tx, { to: contact.email, lang, mail, values: { url, ...values } });
  };
  for (const { kind, subject, value } of alerts) {
    if (kind === "expiry") continue;
    const pool = subject === "" ? "" : ` (${poolTitle(services, subject, lang)})`;
    const thresholdValue = (kind === "traffic" ? setting.trafficBytes : setting.walletCents) ?? 0;
    const values = {
      left: formatLeft(lang, kind, value) + pool,
      threshold: formatLeft(lang, kind, thresholdValue),
    };
    await send(kind === "traffic" ? "alertTraffic" : "alertWallet", screens[kind], values);
  }
  const ending = alerts.filter(({ kind }) => kind === "expiry");
  if (ending.length === 0) return;
  const { text, to } = await expiryList(services, tx, { lang, alerts: ending });
  await send("alertExpiry", to, { things: text, days: setting.expiryDays ?? 0 });
}

/** Lists what expires, one per line, and returns the screen of the first. */
async function expiryList(
  services: Services,
  tx: Tx,
  { lang, alerts }: { lang: Contact["lang"]; alerts: Alert[] },
) {
  const named = alerts.slice(0, NAMED);
  const things = await namedThings(
    services,
    tx,
    named.map(({ subject }) => subject),
    lang,
  );
  const lines = named.flatMap(({ subject, value }) => {
    const thing = things.get(subject);
    return thing ? [expirySentence(lang, thing, value)] : [];
  });
  if (alerts.length > NAMED) lines.push(moreSentence(lang, alerts.length - NAMED));
  const to = things.get(named[0]?.subject ?? "")?.to ?? "/cli/home";
  return { text: lines.join("\n"), to };
}
