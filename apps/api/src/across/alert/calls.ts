/** The thresholds at which an account is alerted (spec/accounts#alerts). */
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import type { alerts } from "@turnpike/contract/alert.ts";
import { changedThresholds } from "@turnpike/rules/alert.ts";
import { bytesPerGb } from "@turnpike/rules/bytes.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findSetting, ensureSetting, saveSetting, type Setting } from "./store.ts";
import { notifyAccounts } from "./notify.ts";

export function alertCalls(services: Services): Pick<Handlers, "alerts"> {
  const { db } = services;
  return {
    async alerts(question, { accountId }) {
      const changesThresholds = Object.values({ ...question.thresholds }).some(
        (value) => value !== undefined,
      );
      if (!changesThresholds && question.email === undefined) {
        return present((await findSetting(db, accountId)) ?? defaultSetting(accountId));
      }
      return present(await change(services, accountId, question));
    },
  };
}

/** The setting of an account that never changed it: mail on, no thresholds. */
function defaultSetting(accountId: string): Setting {
  return { accountId, email: true, trafficBytes: null, walletCents: null, expiryDays: null };
}

/** Saves the setting and notifies at once of anything already below its threshold. */
function change(
  services: Services,
  accountId: string,
  { thresholds = {}, email }: CallRequest<typeof alerts>,
): Promise<Setting> {
  return transaction(services.db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const before = await ensureSetting(tx, defaultSetting(accountId));
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

function present({
  email,
  trafficBytes,
  walletCents,
  expiryDays,
}: Setting): CallResponse<typeof alerts> {
  const trafficGb = trafficBytes === null ? null : trafficBytes / bytesPerGb;
  return { email, thresholds: { trafficGb, walletCents, expiryDays } };
}
