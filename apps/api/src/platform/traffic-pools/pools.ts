/**
 * The installation's pools of traffic, from memory (spec/supply#pools). The first one exists always;
 * others are a setting, and are never removed, as balances are in them.
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { ledgerSentences } from "@turnpike/locales/ledger.ts";
import { type ProductTexts, textIn } from "@turnpike/rules/product.ts";
import { firstPool, isPoolName, maxPools } from "@turnpike/rules/traffic-pool.ts";
import { z } from "zod";
import type { Services } from "../services.ts";
import { setting } from "../setting/setting.ts";

/** A pool but the first, and what customers read. */
export interface AddedPool {
  name: string;
  title: ProductTexts;
}

const title: z.ZodType<ProductTexts> = z.object({ en: z.string() }).catchall(z.string());

export const poolsSetting = setting<AddedPool[]>({
  name: "pools",
  schema: z.array(z.object({ name: z.string().refine(isPoolName), title })).max(maxPools - 1),
  initial: [],
});

type Known = Pick<Services, "settings">;

/** The names of all pools, the first one first. */
export const poolNames = ({ settings }: Known): string[] => [
  firstPool,
  ...settings.get(poolsSetting).map(({ name }) => name),
];

/** Whether the installation has more than the first pool. */
export const hasPools = ({ settings }: Known): boolean => settings.get(poolsSetting).length > 0;

/** What a pool is called in a language; the name of one that this process does not know. */
export function poolTitle({ settings }: Known, pool: string, lang: Lang): string {
  if (pool === firstPool) return ledgerSentences(lang).firstPool;
  const added = settings.get(poolsSetting).find(({ name }) => name === pool);
  return textIn(added?.title ?? null, lang) ?? pool;
}

/** Whether a pool exists; asks the database before it says that one does not. */
export async function isPool(services: Known, pool: string): Promise<boolean> {
  if (poolNames(services).includes(pool)) return true;
  await services.settings.refresh();
  return poolNames(services).includes(pool);
}
