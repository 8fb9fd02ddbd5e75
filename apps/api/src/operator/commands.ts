/** The operator's commands, each told what it needs and answering text for people and JSON. */
import { randomUUID } from "node:crypto";
import type { Environment } from "@turnpike/contract/environment.ts";
import { findByEmail } from "../account/store.ts";
import { type Db, transaction } from "../db/database.ts";
import { balances } from "../ledger/balances.ts";
import { assets, post } from "../ledger/post.ts";
import { verifyBooks } from "../ledger/verify.ts";
import { allProducts } from "../order/products.ts";

export interface Asked {
  db: Db;
  env: Environment;
  args: string[];
  options: Record<string, unknown>;
}
export interface Command {
  name: string;
  /** Positional arguments in capitals, then options. */
  args: string;
  help: string;
  run: (asked: Asked) => Promise<{ ok: boolean; text: string; json: unknown }>;
}

async function accountOf(db: Db, email = "") {
  const account = await findByEmail(db, email.toLowerCase());
  if (!account) throw new Error(`no account has the e-mail ${email}`);
  return account;
}

const verify: Command = {
  name: "verify",
  args: "",
  help: "recomputes every balance and total from the ledger",
  run: async ({ db }) => {
    const result = await verifyBooks(db);
    const { entries, postings, orders } = result.checked;
    const counts = `${entries} entries, ${postings} postings, ${orders} orders`;
    const text = result.ok
      ? `The books are in order: ${counts}.`
      : `DIFFERENCE: ${result.difference}`;
    return { ok: result.ok, text, json: result };
  },
};

const accountShow: Command = {
  name: "account show",
  args: "EMAIL",
  help: "an account and what it has",
  run: async ({ db, args }) => {
    const account = await accountOf(db, args[0]);
    const held = await balances(db, account.id);
    const json = { id: account.id, email: args[0], balances: held };
    const lines = Object.entries(held).map(([asset, amount]) => `  ${asset.padEnd(10)} ${amount}`);
    return { ok: true, text: [`${args[0]}  ${account.id}`, ...lines].join("\n"), json };
  },
};

const accountGrant: Command = {
  name: "account grant",
  args: "EMAIL --asset ASSET --amount N",
  help: "gives cents, bytes or pieces of an asset",
  run: async ({ db, args, options }) => {
    const account = await accountOf(db, args[0]);
    const asset = assets.find((one) => one === options.asset);
    const amount = Number(options.amount);
    if (!asset) throw new Error(`--asset is one of ${assets.join(", ")}`);
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new Error("--amount is a whole number above 0");
    const key = `grant:${randomUUID()}`;
    const lines = [
      { owner: account.id, asset, bucket: "main", amount },
      { owner: null, asset, bucket: "grants", amount: -amount },
    ];
    await transaction(db, (tx) =>
      post(tx, { key, kind: "grant", ref: "operator", at: Date.now(), lines }),
    );
    const json = { email: args[0], asset, amount, balances: await balances(db, account.id) };
    return { ok: true, text: `Granted ${amount} of ${asset} to ${args[0]}.`, json };
  },
};

const pricesList: Command = {
  name: "prices list",
  args: "",
  help: "everything that is sold, with its price tiers",
  run: async ({ db }) => {
    const products = await allProducts(db);
    const lines = products.map(({ sku, tiers }) => {
      const prices = tiers.map(
        ({ fromQty, unitMicros }) => `${fromQty}+ $${unitMicros / 1_000_000}`,
      );
      return `${sku.padEnd(24)} ${prices.join(", ")}`;
    });
    return { ok: true, text: lines.join("\n"), json: products };
  },
};

export const commands: Command[] = [verify, accountShow, accountGrant, pricesList];
