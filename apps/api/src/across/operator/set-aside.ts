/** Operator decisions on what was set aside apart from usage reports: try it once more, or drop it. */
import type { SetAsideKind } from "@turnpike/contract/set-aside.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { ResourceRef } from "../../platform/changes/store.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type AsideRow, asideById, resolveAside } from "../../platform/set-aside/store.ts";
import { insertMinutes, type MinuteRows } from "../monitor/write.ts";
import { Intake } from "../request-log/intake.ts";

export interface ItemResult {
  id: string;
  outcome: "applied" | "dropped" | "unknown";
}

/** Ids of these items begin with a letter, as usage reports are numbered separately. */
export const itemId = ({ id }: Pick<AsideRow, "id">): string => `q${id}`;
export const isItemId = (text: string): boolean => /^q\d{1,15}$/.test(text);
const numberOf = (id: string) => Number(id.slice(1));

type Retry = (services: Services, item: unknown, origin: AsideRow) => Promise<void>;

/** Lines are judged by what their node can know, whenever they are stored. */
const line: Retry = (services, item, origin) => new Intake(services).retry(item, origin);

/** What a second try does; other kinds are states, which gateways report anew, or wait for the next run of their job. */
const retries: Partial<Record<SetAsideKind, Retry>> = {
  connection: line,
  request: line,
  change: ({ db }, item) => transaction(db, (tx) => recordChanges(tx, [item as ResourceRef])),
  monitorMinute: ({ db }, item) => insertMinutes(db, item as MinuteRows),
};

/** A machine's word makes nothing but lines: it may name the items of our own jobs, of any customer. */
const retryOf = ({ kind, node }: Pick<AsideRow, "kind" | "node">): Retry | undefined => {
  const retry = Object.hasOwn(retries, kind) ? retries[kind as SetAsideKind] : undefined;
  return node === "" || retry === line ? retry : undefined;
};

export const canRetry = (row: AsideRow): boolean => retryOf(row) !== undefined;

/** Tries an item once more. @throws Error if it is refused again */
export async function applyItem(services: Services, id: string): Promise<ItemResult> {
  const row = await asideById(services.db, numberOf(id));
  if (row === null) return { id, outcome: "unknown" };
  const retry = retryOf(row);
  if (retry === undefined) throw new Error("it is tried again by itself: drop it to hide it");
  await retry(services, JSON.parse(row.item), row);
  return resolve(services, id, "applied");
}

/** Drops an item for good. */
export function dropItem(services: Services, id: string): Promise<ItemResult> {
  return resolve(services, id, "dropped");
}

async function resolve(
  { db, world }: Services,
  id: string,
  state: "applied" | "dropped",
): Promise<ItemResult> {
  const done = await resolveAside(db, numberOf(id), { state, at: world.now() });
  return { id, outcome: done ? state : "unknown" };
}

/** An item with its content; null if none waits with this id. */
export const itemById = (services: Services, id: string) => asideById(services.db, numberOf(id));
