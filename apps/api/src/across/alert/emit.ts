/** Emits webhook events for new alerts, whether mail is enabled or not. */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import type { Emitted } from "../../platform/module.ts";
import { emitEvents } from "../../platform/modules.ts";
import { namedThings } from "./ending.ts";
import type { AccountAlerts } from "./notify.ts";

/** Things per statement: thousands may expire on one day. */
const AT_ONCE = 500;

export async function emitAlerts(
  services: Services,
  tx: Tx,
  account: AccountAlerts,
): Promise<void> {
  const { contact, setting, alerts } = account;
  const lowBalances = alerts.flatMap(({ kind, subject, value }): Emitted[] => {
    if (kind === "traffic") {
      const of = subject === "" ? {} : { pool: subject };
      const data = { leftBytes: value, thresholdBytes: setting.trafficBytes ?? 0, ...of };
      return [{ event: "traffic.low", data }];
    }
    if (kind === "expiry") return [];
    const data = { leftCents: value, thresholdCents: setting.walletCents ?? 0 };
    return [{ event: "wallet.low", data }];
  });
  await emitEvents(services, tx, contact.accountId, lowBalances);
  const ending = alerts.filter(({ kind }) => kind === "expiry");
  for (let from = 0; from < ending.length; from += AT_ONCE) {
    const batch = ending.slice(from, from + AT_ONCE);
    const subjects = batch.map(({ subject }) => subject);
    const things = await namedThings(services, tx, subjects, contact.lang);
    const emitted = batch.flatMap(({ subject, value }): Emitted[] => {
      const thing = things.get(subject);
      if (!thing) return [];
      const { kind, name } = thing;
      const id = subject.slice(kind.length + 1);
      const expiresAt = new Date(value).toISOString();
      return [{ event: "expiry.soon", data: { kind, id, name, expiresAt } }];
    });
    await emitEvents(services, tx, contact.accountId, emitted);
  }
}
