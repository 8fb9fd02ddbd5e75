/**
 * Changes of unlimited plans' ports: rotation, country, format, remark and credentials
 * (spec/unlimited#ports).
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { changedRotation, type Rotation, rotatedNow } from "@turnpike/rules/rotation.ts";
import { planRetentionMs, type UnlimitedKind, unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { isInRegion } from "@turnpike/rules/unlimited-region.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { unlimitedExits } from "../../inventory/exit/store/exits.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { changedCredentials } from "../static/edit.ts";
import { changePorts, lockPlans, lockPorts, planIdsOfPorts } from "./store/edit.ts";
import { type PlanRow, type PortRow, rotationOf } from "./store/plans.ts";

export interface PortChange {
  rotationMinutes: number;
  format?: string | undefined;
  remark?: string | undefined;
  /** Upper case; empty: any country of the region. */
  country?: string | undefined;
  account?: string | undefined;
  password?: string | undefined;
}

/** Ports and the plans they belong to. */
export interface PortsWithPlans {
  plans: PlanRow[];
  ports: PortRow[];
}

/** Whether a plan's time has ended at `now`. */
export const hasEnded = (plan: PlanRow, now: number) =>
  plan.released_at !== null || plan.expires_at.getTime() <= now;

/**
 * Runs `work` on a plan of an account, with the plan and all its ports locked.
 * @throws Refusal planNotFound
 */
export function withLockedPlan<T>(
  { db, world }: Services,
  { accountId }: Caller,
  { planId, kind }: { planId: string; kind?: UnlimitedKind },
  work: (tx: Tx, plan: PlanRow, ports: PortRow[]) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const endedSince = new Date(world.now() - planRetentionMs);
    const kinds = kind === undefined ? unlimitedKinds : [kind];
    const [plan] = await lockPlans(tx, { accountId, ids: [planId], kinds, endedSince });
    if (plan === undefined) throw new Refusal("planNotFound", { field: "planId" });
    return work(tx, plan, await lockPorts(tx, { planIds: [plan.id] }));
  });
}

/**
 * Runs `work` on an account's ports, in the order of `ids`, with them and their plans locked.
 * @throws Refusal portNotFound if one of them is unknown or another account's
 */
export function withLockedPorts<T>(
  { db, world }: Services,
  { accountId }: Pick<Caller, "accountId">,
  { ids, kinds }: { ids: string[]; kinds: readonly UnlimitedKind[] },
  work: (tx: Tx, on: PortsWithPlans) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const planIds = await planIdsOfPorts(tx, { accountId, portIds: ids });
    const endedSince = new Date(world.now() - planRetentionMs);
    const plans = await lockPlans(tx, { accountId, ids: planIds, kinds, endedSince });
    const locked = await lockPorts(tx, { planIds: plans.map(({ id }) => id), ids });
    const byId = new Map(locked.map((port) => [port.id, port]));
    const uniqueIds = new Set(ids.map((id) => id.toLowerCase()));
    const ports = [...uniqueIds].map((id) => {
      const port = byId.get(id);
      if (port === undefined) throw new Refusal("portNotFound", { field: "ids" });
      return port;
    });
    return work(tx, { plans, ports });
  });
}

/**
 * Changes the given fields of ports and returns the changed rows. Gateways are notified only of
 * changes that affect them.
 * @throws Refusal countryNotInRegion, planExpired
 */
export async function editPorts(
  services: Services,
  tx: Tx,
  { plans, ports }: PortsWithPlans,
  change: PortChange,
): Promise<PortRow[]> {
  const { format, remark, country, rotationMinutes: minutes } = change;
  if (country !== undefined && country !== "")
    await refuseCountryWithoutExits(tx, { plans, ports }, country);
  refuseEndedPlans(services, plans);
  const now = services.world.now();
  const newCredentials = changedCredentials(services, ports, change);
  const changed = ports.map((row, at) => ({
    ...row,
    // Unchanged minutes do not restart the exit's time.
    ...(minutes !== row.rotation_minutes &&
      rotationColumns(row, (old) => changedRotation(old, minutes, now))),
    ...newCredentials[at],
    ...(format !== undefined && { format }),
    ...(remark !== undefined && { remark }),
    ...(country !== undefined && { country: country === "" ? null : country }),
  }));
  await changePorts(tx, changed);
  await recordPortChanges(
    tx,
    changed.filter((row, at) => affectsGateways(row, ports[at])),
  );
  return changed;
}

/**
 * Switches ports to another exit at once.
 * @throws Refusal planExpired
 */
export async function rotatePorts(
  services: Services,
  tx: Tx,
  { plans, ports }: PortsWithPlans,
): Promise<PortRow[]> {
  refuseEndedPlans(services, plans);
  const now = services.world.now();
  const changed = ports.map((row) => ({
    ...row,
    ...rotationColumns(row, (old) => rotatedNow(old, now)),
  }));
  await changePorts(tx, changed);
  await recordPortChanges(tx, changed);
  return changed;
}

/** Records changed ports for gateways. */
export function recordPortChanges(tx: Tx, ports: Pick<PortRow, "id">[]): Promise<void> {
  return recordChanges(
    tx,
    ports.map(({ id }) => ({ kind: "unlimitedPort", id })),
  );
}

/** @throws Refusal planExpired */
export function refuseEndedPlans({ world }: Services, plans: PlanRow[]): void {
  const now = world.now();
  if (plans.some((plan) => hasEnded(plan, now))) throw new Refusal("planExpired");
}

/** Refuses a country outside the region or without exits at a port's node. */
async function refuseCountryWithoutExits(
  tx: Tx,
  { plans, ports }: PortsWithPlans,
  country: string,
): Promise<void> {
  const countryExits = (await unlimitedExits(tx)).filter((one) => one.country === country);
  const known = (at: string) => countryExits.some(({ nodeId }) => nodeId === null || nodeId === at);
  if (
    ports.some(({ node_id }) => !known(node_id)) ||
    plans.some(({ region }) => !isInRegion(country, region))
  )
    throw new Refusal("countryNotInRegion", { field: "country" });
}

function rotationColumns(row: PortRow, change: (old: Rotation) => Rotation) {
  const { minutes, from, turn } = change(rotationOf(row));
  return { rotation_minutes: minutes, rotation_from: new Date(from), rotation_turn: turn };
}

/** Whether a change affects what gateways know of a port. */
const affectsGateways = (row: PortRow, before: PortRow | undefined) =>
  row.rotation_minutes !== before?.rotation_minutes ||
  row.country !== before.country ||
  row.name !== before.name ||
  row.verifier !== before.verifier;
