/** `cdkeys void`: CDKeys that must not be redeemed, such as those of a fraud. */
import { readCdkey } from "@turnpike/rules/cdkey.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lookupOf } from "../../products/cdkey/code.ts";
import { findByLookup } from "../../products/cdkey/store.ts";
import { voidCdkeys } from "../../products/cdkey/void.ts";
import { accountOf, type Command, UsageError } from "./command.ts";

interface Target {
  accountId: string;
  which: { id: string } | { since: Date };
}

/** All of a maker's CDKeys, or one by its code. @throws UsageError, Error */
async function targetOf(
  services: Services,
  options: Record<string, string | boolean | undefined>,
): Promise<Target> {
  const { maker, code } = options;
  if ((typeof maker === "string") === (typeof code === "string"))
    throw new UsageError("name either --maker EMAIL or --code CODE");
  if (typeof maker === "string") {
    const { id: accountId } = await accountOf(services, maker);
    return { accountId, which: { since: new Date(0) } };
  }
  const typed = readCdkey(String(code));
  const found = typed && (await findByLookup(services.db, lookupOf(services.seal, typed)));
  if (!found) throw new Error("no CDKey with this code");
  if (found.used_at) throw new Error(`the CDKey was redeemed at ${found.used_at.toISOString()}`);
  if (found.voided_at) throw new Error(`the CDKey is void since ${found.voided_at.toISOString()}`);
  return { accountId: found.account_id, which: { id: found.id } };
}

const voidCommand: Command = {
  name: "cdkeys void",
  args: "--maker EMAIL | --code CODE",
  help: "Void unused CDKeys of a maker, or one of them; what they hold returns to the maker",
  run: async ({ services, options }) => {
    const target = await targetOf(services, options);
    const voided = await transaction(services.db, async (tx) => {
      await lockAccount(tx, target.accountId);
      return voidCdkeys(services, tx, { ...target, reason: "operator" });
    });
    const sum = (kind: string) =>
      voided.reduce((total, one) => total + (one.kind === kind ? one.amount : 0), 0);
    const json = {
      accountId: target.accountId,
      voided: voided.length,
      ips: sum("ip"),
      gb: sum("traffic"),
    };
    const text = `Voided ${json.voided} CDKeys: ${json.ips} IPs and ${json.gb} GB are back.`;
    return { ok: true, text, json };
  },
};

export const cdkeyCommands: Command[] = [voidCommand];
