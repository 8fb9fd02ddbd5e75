/** When an account wants to be told (spec/accounts#alerts). */
import type { Answer, Question } from "@turnpike/contract/call.ts";
import type { alerts } from "@turnpike/contract/alert.ts";
import { changedThresholds } from "@turnpike/rules/alert.ts";
import { bytesPerGb } from "@turnpike/rules/bytes.ts";
import { holdOpenAccount } from "../../identity/account/standing.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findSetting, openSetting, saveSetting, type Setting } from "./store.ts";
import { notifyAccounts } from "./notify.ts";

export function alertCalls(services: Services): Pick<Handlers, "alerts"> {
  const { db } = services;
  return {
    async alerts(question, { accountId }) {
      const asked = { ...question.thresholds };
      const named = Object.values(asked).some((value) => value !== undefined);
      if (!named && question.email === undefined) {
        return shown((await findSetting(db, accountId)) ?? untouched(accountId));
      }
      return shown(await change(services, accountId, question));
    },
  };
}

/** Who never set anything: would be told by mail, of nothing. */
function untouched(accountId: string): Setting {
  return { accountId, email: true, trafficBytes: null, walletCents: null, expiryDays: null };
}

/** What is low already is told at once. */
function change(
  services: Services,
  accountId: string,
  { thresholds = {}, email }: Question<typeof alerts>,
): Promise<Setting> {
  return transaction(services.db, async (tx) => {
    await holdOpenAccount(tx, accountId);
    const before = await openSetting(tx, untouched(accountId));
    const setting = {
      ...before,
      ...changedThresholds(before, thresholds),
      email: email ?? before.email,
    };
    await saveSetting(tx, setting);
    await notifyAccounts(services, tx, [accountId]);
    return setting;
  });
}

function shown({ email, trafficBytes, walletCents, expiryDays }: Setting): Answer<typeof alerts> {
  const trafficGb = trafficBytes === null ? null : trafficBytes / bytesPerGb;
  return { email, thresholds: { trafficGb, walletCents, expiryDays } };
}
