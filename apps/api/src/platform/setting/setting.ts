/**
 * Settings that the operator changes while the installation runs (spec/operator#settings). They are
 * in the database; every API process keeps them in memory (`settings.ts`).
 */
import { sql } from "kysely";
import type { z } from "zod";
import { ActRefused } from "../act-refused.ts";
import type { Tx } from "../db/database.ts";
import { deleteSetting, lockSetting, readSettings, upsertSetting } from "./store.ts";

/** A value that the operator sets while the installation runs; without a row it is `initial`. */
export interface Setting<T> {
  /** Unique. */
  name: string;
  schema: z.ZodType<T>;
  initial: T;
}

/** A setting of any type, as lists hold it. */
export type AnySetting = Setting<unknown>;

/** Declares a setting; a module lists it in `module.ts`. */
export const setting = <T>(options: Setting<T>): Setting<T> => options;

/** The channel that announces changes; the message is the setting's name. */
export const settingsChannel = "setting_changed";

const maxBytes = 2 ** 20;

/** Stores a value; every API process has it soon after the commit. @throws ActRefused, ZodError */
export async function writeSetting<T>(
  tx: Tx,
  { name, schema }: Setting<T>,
  value: T,
): Promise<void> {
  const text = JSON.stringify(schema.parse(value));
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes)
    throw new ActRefused(`${name}: ${bytes} bytes are too many, 1 MiB at most`, {
      reason: "badField",
    });
  await upsertSetting(tx, name, text);
  await announce(tx, name);
}

/** The stored value; others that lock it wait until the transaction ends. */
export async function lockedSetting<T>(tx: Tx, setting: Setting<T>): Promise<T> {
  await lockSetting(tx, setting.name);
  const [row] = await readSettings(tx, [setting.name]);
  const read = row && setting.schema.safeParse(row.value);
  return read?.success ? read.data : setting.initial;
}

/** Changes a part of a value; concurrent changes of other parts are kept. @throws ActRefused */
export async function changeSetting<T>(
  tx: Tx,
  setting: Setting<T>,
  change: (before: T) => T,
): Promise<{ before: T; after: T }> {
  const before = await lockedSetting(tx, setting);
  const after = change(before);
  await writeSetting(tx, setting, after);
  return { before, after };
}

/** Deletes a stored value, so that the default holds again. */
export async function resetSetting(tx: Tx, { name }: Pick<Setting<never>, "name">): Promise<void> {
  await deleteSetting(tx, name);
  await announce(tx, name);
}

const announce = (tx: Tx, name: string) =>
  sql`select pg_notify(${settingsChannel}, ${name})`.execute(tx);
