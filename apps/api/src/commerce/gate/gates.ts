/** Products that are sold to identified customers (spec/identity#gates), as a setting in memory. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import {
  type Gate,
  gateDays,
  gateStops,
  maxGateGb,
  maxGates,
  shownIdentity,
} from "@turnpike/rules/identity.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { z } from "zod";
import { buyingFrom } from "../../identity/legal/consent.ts";
import { receivedBytes } from "../../ledger/received.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { setting } from "../../platform/setting/setting.ts";
import { identityUrl } from "../identity-check/decide.ts";
import { stageOf } from "../identity-check/store/checks.ts";
import { unpaidBytes } from "../order/store/sales.ts";
import { productsGranting } from "../product/store/products.ts";

export const gatesSetting = setting<Gate[]>({
  name: "gates",
  schema: z
    .array(
      z.object({
        sku: z.string().max(40),
        overGb: z.int().min(0).max(maxGateGb).nullable(),
        since: z.int(),
      }),
    )
    .max(maxGates),
  initial: [],
});

type GateServices = Pick<Services, "settings" | "world" | "env">;

/** All gates, from memory. */
export const gatesOf = ({ settings }: Pick<Services, "settings">): Gate[] =>
  settings.get(gatesSetting);

/** The gate of a product; undefined without one. */
export const gateOf = (services: Pick<Services, "settings">, sku: string): Gate | undefined =>
  gatesOf(services).find((gate) => gate.sku === sku);

const isTraffic = (asset: string | null) => asset !== null && /^traffic(:|$)/.test(asset);

interface Bought {
  asset: string | null;
  /** Pieces, bytes or, of plans, seconds. */
  granted: number;
}

async function isStopped(
  { world }: Pick<Services, "world">,
  db: Db,
  buying: Bought & { gate: Gate; accountId: string; automatic: boolean },
): Promise<{ stopped: boolean; refusal: { identity: ReturnType<typeof shownIdentity> } }> {
  const { gate, accountId, asset, granted, automatic } = buying;
  const identity = shownIdentity(await stageOf(db, accountId));
  const refusal = { identity };
  if (identity === "approved") return { stopped: false, refusal };
  const now = world.now();
  const since = new Date(now - gateDays * dayMs);
  const bought = () => receivedBytes(db, { owner: accountId, since });
  // All unpaid orders may be paid at once.
  const bytes = gate.overGb === null ? 0 : (await bought()) + (await unpaidBytes(db, accountId));
  const volume = { boughtBytes: bytes, addedBytes: isTraffic(asset) ? granted : 0 };
  return { stopped: gateStops(gate, { state: identity, ...volume, automatic, now }), refusal };
}

/** Whether a product's gate would stop an account's order. Decides nothing, locks nothing. */
export async function wouldStop(
  services: Pick<Services, "settings" | "world">,
  db: Db,
  order: Bought & { sku: string; accountId: string; automatic?: boolean },
): Promise<boolean> {
  const gate = gateOf(services, order.sku);
  if (!gate) return false;
  const { automatic = false } = order;
  return (await isStopped(services, db, { ...order, gate, automatic })).stopped;
}

/**
 * Orders of an account are counted one after the other: ten at once would each see room for one. The
 * lock is taken before those of the ledger.
 */
const lockVolume = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('gate ' || ${accountId}::text, 0))`.execute(tx);

async function refuse(
  services: GateServices,
  tx: Tx,
  buying: Bought & { gate: Gate; accountId: string; automatic: boolean },
): Promise<void> {
  const { gate, accountId } = buying;
  if (gate.overGb !== null) await lockVolume(tx, accountId);
  const { stopped, refusal } = await isStopped(services, tx, buying);
  if (!stopped) return;
  const { overGb } = gate;
  throw new Refusal("identityNeeded", { ...refusal, overGb, url: identityUrl(services) });
}

/**
 * Stops an order that is about to be placed, if its product asks for an identity.
 * @throws Refusal identityNeeded
 */
export async function refuseAtGate(
  services: GateServices,
  tx: Tx,
  order: Bought & { sku: string; accountId: string; renewal: boolean },
): Promise<void> {
  const gate = gateOf(services, order.sku);
  if (!gate) return;
  const automatic = order.renewal && buyingFrom(tx) === null;
  await refuse(services, tx, { ...order, gate, automatic });
}

/**
 * Stops what is had without an order, such as a CDKey: if everything that sells the same asks for an
 * identity, the widest of these gates holds.
 * @throws Refusal identityNeeded
 */
export async function refuseAtAnyGate(
  services: GateServices,
  tx: Tx,
  given: { accountId: string; asset: string; granted: number },
): Promise<void> {
  const gates = gatesOf(services);
  if (gates.length === 0) return;
  const same = await productsGranting(tx, given.asset);
  const gateOfSku = (sku: string) => gates.find((gate) => gate.sku === sku);
  if (same.some(({ sku, onSale }) => onSale && !gateOfSku(sku))) return;
  const own = same.flatMap(({ sku }) => gateOfSku(sku) ?? []);
  const widest = own.toSorted((one, two) => (two.overGb ?? -1) - (one.overGb ?? -1))[0];
  if (widest) await refuse(services, tx, { ...given, gate: widest, automatic: false });
}
