/** Acts on the catalogue: products are added, changed and removed (spec/money#products). */
import {
  type ChangedProduct,
  type NewProduct,
  readChangedProduct,
  readNewProduct,
} from "@turnpike/contract/product-file.ts";
import {
  judgeProduct,
  kindOfFile,
  maxProducts,
  type ProductFacts,
  trialTiers,
} from "@turnpike/rules/product.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import {
  applyDuePrices,
  lockPrices,
  scheduledPrices,
} from "../../../commerce/product/store/prices.ts";
import {
  allProducts,
  factsOf,
  type ShopProduct,
} from "../../../commerce/product/store/products.ts";
import {
  countProducts,
  deleteProduct,
  insertProduct,
  lockCatalogue,
  replaceTiers,
  updateProduct,
} from "../../../commerce/product/store/write.ts";
import { isGiven } from "../../../commerce/coupon/store.ts";
import { isPromised } from "../../../commerce/coupon/store/promos.ts";
import { wasOrdered } from "../../../commerce/order/store/sales.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { isPool } from "../../../platform/traffic-pools/pools.ts";
import { productOf, refuseUnpriced } from "../read/products.ts";
import { defineAct } from "./act.ts";

const refuse = (at: { field: string; fault: string }) => new FieldRefused({ column: null, ...at });

/** @throws FieldRefused if it cannot be sold as described */
async function refuseUnsellable(services: Services, product: ProductFacts): Promise<void> {
  const wrong = judgeProduct(product);
  if (wrong) throw refuse(wrong);
  if (product.pool !== null && !(await isPool(services, product.pool)))
    throw refuse({ field: "pool", fault: `no pool is named ${product.pool}` });
}

/** A file's fields in the product's terms; absent ones stay as they were. */
function changed(
  before: Omit<ProductFacts, "sku">,
  { kind, ...fields }: Omit<ChangedProduct, "sku">,
): Omit<ProductFacts, "sku"> {
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const after = { ...before, ...given, ...(kind ? { kind: kindOfFile(kind) } : {}) };
  return after.trial && !fields.tiers ? { ...after, tiers: trialTiers(after.min) } : after;
}

const defaults = {
  enterprise: false,
  description: null,
  badge: null,
  pool: null,
  region: null,
  days: null,
  validDays: null,
  unit: null,
  name: null,
  trial: false,
};

function newFacts({ sku, kind: fileKind, ...file }: NewProduct): ProductFacts {
  const kind = kindOfFile(fileKind);
  const pool = kind === "traffic" ? firstPool : null;
  const region = kind === "port" || kind === "bandwidth" ? "global" : null;
  const tiers = file.tiers ?? trialTiers(file.min);
  const plain = { ...defaults, ...file, kind, pool, region, tiers };
  return { sku, ...changed(plain as Omit<ProductFacts, "sku">, file) };
}

export const addProduct = defineAct<{ file: unknown }, ShopProduct>({
  action: "product.add",
  run: async (services, tx, { file }) => {
    const read = readNewProduct(file);
    if (!("file" in read)) throw refuse(read);
    const product = newFacts(read.file);
    await refuseUnsellable(services, product);
    await lockCatalogue(tx);
    const { sku } = product;
    if ((await allProducts(tx, services.world.now(), { sku })).length > 0)
      throw refuse({ field: "sku", fault: "another product has it" });
    if ((await countProducts(tx)) >= maxProducts)
      throw new ActRefused(`there are ${maxProducts} products, the most there can be`);
    await insertProduct(tx, product);
    const result = await productOf(services, tx, sku);
    return { result, subject: sku, after: product };
  },
});

/** What a product is cannot change once an order or a coupon has it. */
async function refuseAnother(tx: Tx, before: ProductFacts, after: ProductFacts): Promise<void> {
  const fixed = (["kind", "days", "region", "pool"] as const).find(
    (field) => before[field] !== after[field],
  );
  if (fixed === undefined) return;
  const { sku } = before;
  if ((await wasOrdered(tx, sku)) || (await isGiven(tx, sku)) || (await isPromised(tx, sku)))
    throw refuse({ field: fixed, fault: "cannot change: the product was sold or given" });
}

export const setProduct = defineAct<{ sku: string; file: unknown }, ShopProduct>({
  action: "product.set",
  run: async (services, tx, { sku, file }) => {
    const read = readChangedProduct(file);
    if (!("file" in read)) throw refuse(read);
    const { sku: named = sku, ...fields } = read.file;
    if (named !== sku) throw refuse({ field: "sku", fault: "cannot change" });
    await lockPrices(tx, sku);
    const { onSale: _onSale, ...stored } = await productOf(services, tx, sku);
    const before = factsOf(stored);
    const after = { sku, ...changed(before, fields) };
    await refuseUnsellable(services, after);
    await refuseAnother(tx, before, after);
    await refuseUnpricedLater(services, tx, after);
    await updateProduct(tx, after);
    await applyDuePrices(tx, { sku, group: null }, services.world.now());
    if (fields.tiers || after.trial) await replaceTiers(tx, after);
    const result = await productOf(services, tx, sku);
    return { result, subject: sku, before, after };
  },
});

/** @throws ActRefused if a scheduled change would leave the smallest order without a price */
async function refuseUnpricedLater(services: Services, tx: Tx, product: ProductFacts) {
  const ahead = await scheduledPrices(tx, {
    now: services.world.now(),
    sku: product.sku,
    group: null,
  });
  refuseUnpriced({ sku: product.sku, minQty: product.min, tiers: [...product.tiers] }, ahead);
}

export const removeProduct = defineAct<{ sku: string }, { sku: string }>({
  action: "product.remove",
  run: async (services, tx, { sku }) => {
    await lockCatalogue(tx);
    await lockPrices(tx, sku);
    const { onSale, ...stored } = await productOf(services, tx, sku);
    if (await wasOrdered(tx, sku))
      throw new ActRefused(`sku: ${sku} was sold: take it off sale instead`);
    if (await isGiven(tx, sku))
      throw new ActRefused(`sku: a coupon gives ${sku}: take it off sale instead`);
    if (await isPromised(tx, sku))
      throw new ActRefused(`sku: a promo code is for ${sku}: take it off sale instead`);
    await deleteProduct(tx, sku);
    return { result: { sku }, subject: sku, before: { ...factsOf(stored), onSale } };
  },
});
