/**
 * Replaces the installation's key while it runs (ADR 51). Each step can be done again after a kill.
 *
 *     announce ─▶ every process knows both keys ─▶ switch ─▶ every process seals with the new one
 *     ─▶ everything is sealed again ─▶ the file has the new key ─▶ (restarts) ─▶ finish
 */
import { setTimeout as sleep } from "node:timers/promises";
import { appendAudit, commandLine } from "../audit/audit.ts";
import { lockHead } from "../audit/store.ts";
import { openClient } from "../db/connection.ts";
import { transaction } from "../db/database.ts";
import { columnsNamedSealed } from "../db/sealed-values.ts";
import { KeyRing, retire } from "../key-ring.ts";
import { newKey, sealOf } from "../seal.ts";
import type { Services } from "../services.ts";
import { type KeyAnswer, keyAnswer } from "./follow-key.ts";
import { fingerprintOf, ringOf } from "./key.ts";
import { type Resealed, resealOnce, sealedColumns } from "./reseal.ts";
import {
  askForKeys,
  countListeners,
  keyAnswerChannel,
  type KeyRow,
  keyRow,
  saveKeyRow,
} from "./store.ts";

/** It cannot go on now; the message says why, and what to do. */
export class RotationRefused extends Error {}

export type KeyServices = Pick<Services, "db" | "databaseUrl" | "world"> & { seal: KeyRing };

/** Makes this process's keys those of a row, and returns the row. */
export function adoptRow({ seal }: KeyServices, row: KeyRow): KeyRow {
  const { current, other } = seal.state;
  const known = [seal.started, current, ...(other === null ? [] : [other])];
  const state = ringOf(row, known);
  if (state === null) throw new RotationRefused("the key was replaced meanwhile: run it again");
  seal.adopt(state);
  return row;
}

/** Makes the new key, unless a rotation is under way. It stands in the database, sealed. */
export async function announceKey(services: KeyServices): Promise<void> {
  const row = await transaction(services.db, async (tx) => {
    const row = await keyRow(tx, { lock: true });
    if (row.rotation !== null) return row;
    const old = services.seal.state.current;
    const next = newKey();
    const rotation = {
      from: fingerprintOf(old),
      to: fingerprintOf(next),
      nextSealed: sealOf(old).seal(next.toString("hex")),
      previousSealed: sealOf(next).seal(old.toString("hex")),
      at: services.world.now(),
      done: false,
    };
    if (row.fingerprint !== rotation.from)
      throw new RotationRefused("the key was replaced meanwhile: run it again");
    await saveKeyRow(tx, { ...row, rotation });
    return { ...row, rotation };
  });
  adoptRow(services, row);
}

/** New texts are sealed with the new key from now on. */
export async function switchKey(services: KeyServices): Promise<void> {
  const row = await transaction(services.db, async (tx) => {
    const row = await keyRow(tx, { lock: true });
    const { rotation } = row;
    if (rotation === null || row.fingerprint === rotation.to) return row;
    const { current: old, other: next, retired } = services.seal.state;
    if (next === null) throw new Error("the new key is not known");
    const mark = { fingerprint: rotation.from, at: services.world.now() };
    const kept = [...retired, retire(old, { retired }, mark)];
    const sealed = sealOf(next).seal(JSON.stringify(kept));
    const switched = { ...row, fingerprint: rotation.to, retired: sealed };
    await saveKeyRow(tx, switched);
    return switched;
  });
  adoptRow(services, row);
}

/** Ends the part of the audit log that the old key hashed, and logs the rotation with the new one. */
export async function endOldPart(services: KeyServices): Promise<void> {
  const { current, retired } = services.seal.state;
  if (retired.at(-1)?.audit !== null) return;
  const row = await transaction(services.db, async (tx) => {
    const row = await keyRow(tx, { lock: true });
    const { lastId: id, hash } = await lockHead(tx);
    const ended = retired.map((one, index) =>
      index === retired.length - 1 ? { ...one, audit: { id, hash } } : one,
    );
    const after = { ...row, retired: sealOf(current).seal(JSON.stringify(ended)) };
    await saveKeyRow(tx, after);
    const { from = "", to = "" } = row.rotation ?? {};
    await appendAudit(services, tx, commandLine, {
      action: "key.rotate",
      subject: to,
      before: { fingerprint: from },
      after: { fingerprint: to },
    });
    return after;
  });
  adoptRow(services, row);
}

/** The columns with sealed values: the list's, and what else is named so. */
async function allColumns({ db }: KeyServices) {
  const isListed = (one: { table: string; column: string }) =>
    sealedColumns.some(({ table, column }) => table === one.table && column === one.column);
  const named = (await columnsNamedSealed(db)).filter((one) => !isListed(one));
  return [...sealedColumns, ...named.map((one) => ({ ...one, type: "text" as const }))];
}

/** The most passes: each finds only what was written in the old form during the one before. */
const MOST_PASSES = 20;

/** Seals everything again, until nothing is left to do. Returns the last pass, and what all changed. */
export async function resealAll(
  services: KeyServices,
  options: { onlyLook?: boolean } = {},
): Promise<Resealed> {
  const { db, seal } = services;
  const current = sealOf(seal.state.current);
  const other = seal.state.other === null ? current : sealOf(seal.state.other);
  const columns = await allColumns(services);
  let changed = 0;
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const done = await resealOnce({ db, current, other }, columns, options);
    changed += done.changed;
    if (done.changed === 0 || options.onlyLook) return { ...done, changed };
  }
  throw new RotationRefused(
    "values in the old form keep coming: is a command running? Run it again",
  );
}

/** Notes that everything is sealed with the new key. */
export async function markResealed(services: KeyServices): Promise<void> {
  await transaction(services.db, async (tx) => {
    const row = await keyRow(tx, { lock: true });
    if (row.rotation === null) return;
    await saveKeyRow(tx, { ...row, rotation: { ...row.rotation, done: true } });
  });
}

/** The old key is not accepted any more. */
export async function forgetOldKey(services: KeyServices): Promise<void> {
  const row = await transaction(services.db, async (tx) => {
    const row = await keyRow(tx, { lock: true });
    const { rotation } = row;
    await saveKeyRow(tx, { ...row, rotation: null });
    if (rotation !== null)
      await appendAudit(services, tx, commandLine, { action: "key.finish", subject: rotation.to });
    return { ...row, rotation: null };
  });
  adoptRow(services, row);
}

const waitMs = 20_000;
const askEveryMs = 250;

/** Waits until all API processes have answered, and each as is asked. @throws RotationRefused */
export async function awaitProcesses(
  { db, databaseUrl }: KeyServices,
  {
    isReady,
    want,
    withinMs = waitMs,
  }: { isReady: (answer: KeyAnswer) => boolean; want: string; withinMs?: number },
): Promise<void> {
  const client = await openClient(databaseUrl, { name: "turnpike-operator" });
  const answers = new Map<string, KeyAnswer>();
  client.on("notification", ({ payload = "" }) => {
    const { data } = keyAnswer.safeParse(JSON.parse(payload));
    if (data) answers.set(data.replica, data);
  });
  try {
    await client.query(`listen ${keyAnswerChannel}`);
    let all = 0;
    for (const end = Date.now() + withinMs; Date.now() < end; ) {
      answers.clear();
      await askForKeys(db);
      await sleep(askEveryMs);
      all = await countListeners(db);
      const ready = [...answers.values()].filter(isReady).length;
      if (answers.size >= all && ready === answers.size) return;
    }
    const ready = [...answers.values()].filter(isReady).length;
    throw new RotationRefused(
      `${Math.max(0, all - ready)} of ${all} API processes ${want}. Nothing is lost: run it again then`,
    );
  } finally {
    await client.end();
  }
}
