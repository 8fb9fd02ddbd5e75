/** A shop that taxes, with a pool of its own and a promo code, by the operator's commands. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { calls } from "@turnpike/contract/calls.ts";
import type { RunningApi } from "./api-process.ts";
import { ask } from "./open-loop.ts";

const operator = path.resolve(import.meta.dirname, "../apps/api/operator.ts");
const scheme = { scheme: "oss", sellerCountry: "DE", sellerVatId: "DE123456789" };
const product = {
  sku: "traffic-bench",
  kind: "traffic",
  name: { en: "Bench" },
  unit: "GB",
  min: 1,
  max: 1_000,
  step: 1,
  pool: "bench",
  sort: 900,
  tiers: [{ fromQty: 1, unitMicros: 1_000_000 }],
};
const buyer = { name: "Ada Bench", street: "1 Main Street", postal: "1010", city: "Vienna" };

/** What a buyer of that shop orders. */
export const shopOrder = { sku: product.sku, quantity: 1, promoCode: "BENCH10" };

/** Opens the shop and names each buyer's country. */
export async function openShop(api: RunningApi, sessions: string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-shop-"));
  const fileOf = (name: string, given: object) => {
    const file = path.join(folder, name);
    writeFileSync(file, JSON.stringify(given));
    return file;
  };
  const env = { ...process.env, DATA_DIR: api.folder, DATABASE_URL: api.databaseUrl };
  const operate = (...args: string[]) =>
    promisify(execFile)(process.execPath, [operator, ...args], { env });
  try {
    await operate("tax", "set", fileOf("tax.json", scheme));
    await operate("pools", "add", product.pool, "--title", "Bench");
    await operate("products", "add", fileOf("product.json", product));
    const uses = ["--per-account", "100000"];
    await operate("promo", "add", shopOrder.promoCode, "--percent", "10", ...uses);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const session of sessions)
    await ask(api.url + calls.upInvoiceTitle.path, { ...buyer, country: "AT", session });
}
