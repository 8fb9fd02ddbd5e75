/** Resolves whose traffic it was: accounts, and the names of sub-accounts, IPs and ports. */
import { emailsOf } from "../../identity/account/store/contacts.ts";
import { nodesById } from "../../inventory/node/store.ts";
import { openedIpNames } from "../../products/pool/store/find.ts";
import type { Services } from "../../platform/services.ts";
import { staticNames } from "../../products/static/store/find.ts";
import { subAccountNames } from "../../products/sub-account/find.ts";
import { portNames } from "../../products/unlimited/store/find.ts";

export interface Holder {
  account: {
    id: string;
    /** Null if the account is closed; its id is still in orders, payments and invoices. */
    email: string | null;
  };
  holder: {
    id: string;
    /** Name of the sub-account, IP or port; null if no longer known. */
    name: string | null;
    /** traffic, ip, static, short, port or bandwidth; `relay`: another node; empty if unknown. */
    product: string;
  };
}
export interface HolderRef {
  accountId: string;
  holderId: string;
  product: string;
}

/** Looks up the accounts and holders of rows, each pair once; returns a lookup function. */
export async function namesOfHolders(
  { db }: Services,
  rows: HolderRef[],
): Promise<(row: HolderRef) => Holder> {
  const byAccount = new Map<string, Set<string>>();
  for (const { accountId, holderId } of rows)
    byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(holderId));
  const emails = await emailsOf(db, [...byAccount.keys()]);
  const names = await subAccountNames(
    db,
    rows.map(({ holderId }) => holderId),
  );
  const others = new Map<string, { name: string; product: string }>();
  for (const [accountId, holders] of byAccount) {
    const ids = [...holders].filter((id) => !names.has(id));
    if (ids.length === 0) continue;
    for (const found of [
      await staticNames(db, accountId, ids),
      await portNames(db, accountId, ids),
      await openedIpNames(db, accountId, ids),
    ])
      for (const [id, named] of found) others.set(id, named);
  }
  const askers = rows.filter(({ product }) => product === "relay").map(({ holderId }) => holderId);
  if (askers.length > 0)
    for (const { id, name } of await nodesById(db, [...new Set(askers)]))
      others.set(id, { name: `node ${name}`, product: "relay" });
  return ({ accountId, holderId, product }) => {
    const other = others.get(holderId);
    const name = other?.name ?? names.get(holderId) ?? null;
    return {
      account: { id: accountId, email: emails.get(accountId) ?? null },
      holder: { id: holderId, name, product: product || (other?.product ?? "") },
    };
  };
}
