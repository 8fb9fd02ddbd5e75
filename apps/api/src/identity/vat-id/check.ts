/** The state of a payer's VAT id (spec/tax#vat-id). It fails closed: who is not valid is taxed. */
import { setTimeout as sleep } from "node:timers/promises";
import { taxPlace, type VatIdState } from "@turnpike/rules/tax/tax.ts";
import { readVatId, vatIdText } from "@turnpike/rules/tax/vat-id.ts";
import type { Db } from "../../platform/db/database.ts";
import { inMemory } from "../../platform/in-memory.ts";
import { mayAskOutside } from "../../platform/outside-questions.ts";
import { leavePlace } from "../../platform/http/fair-share.ts";
import type { Services } from "../../platform/services.ts";
import { viesUrl } from "./scheme.ts";
import {
  claimVatId,
  deleteOldVatIds,
  findVatId,
  openVatIds,
  saveVatIdAnswer,
  type VatIdRow,
} from "./store.ts";
import { askVies } from "./vies.ts";

const HOUR_MS = 3_600_000;
/** How long an answer counts. */
const KEPT_MS = 24 * HOUR_MS;
/** Longer than a question takes; then another process may ask. */
const CLAIM_MS = 4_000;
const POLL_MS = 200;
/** VIES refuses who asks too much. */
const maxAtOnce = 4;
const maxAnHour = 500;
/** What gave no answer goes to the end, so the next run begins with others. */
const maxRunMs = 300_000;
const FORGOTTEN_MS = 400 * 24 * HOUR_MS;

/** What this process asks just now, by id. */
const asking = inMemory(() => new Map<string, Promise<VatIdState>>());

export interface PayerVatId {
  /** As the payer wrote it; null without one. */
  vatId: string | null;
  /** ISO 3166-1 alpha-2; null if the payer named none. */
  country: string | null;
}

/** How an id is stored: its prefix and number; as it was written if it has no id's form. */
export function storedVatId(text: string): string {
  const read = readVatId(text);
  return read ? vatIdText(read) : text;
}

/** What is known of the id without asking anybody, however old the answer: for screens. */
export async function knownVatIdState({ db }: Services, payer: PayerVatId): Promise<VatIdState> {
  const read = readable(payer);
  if (typeof read === "string") return read;
  const row = await findVatId(db, vatIdText(read));
  return row?.valid === true ? "valid" : row?.valid === false ? "invalid" : "unchecked";
}

/**
 * What an answer of the last 24 hours says of the id, without asking: for sales, which
 * `checkVatId` precedes.
 */
export async function soldVatIdState(
  services: Pick<Services, "world">,
  db: Db,
  payer: PayerVatId,
): Promise<VatIdState> {
  const read = readable(payer);
  if (typeof read === "string") return read;
  return freshState(services, await findVatId(db, vatIdText(read))) ?? "unchecked";
}

/**
 * The id's state, by an answer of VIES of the last 24 hours, else by asking it now (3 s at most).
 * `unchecked` if that gave no answer, or the account has named many; it is then asked again before
 * each sale and hourly.
 */
export async function checkVatId(
  services: Services,
  payer: PayerVatId,
  accountId: string,
): Promise<VatIdState> {
  const read = readable(payer);
  if (typeof read === "string") return read;
  const id = vatIdText(read);
  const fresh = freshState(services, await findVatId(services.db, id));
  if (fresh !== null) return fresh;
  const running = asking(services);
  const known = running.get(id);
  const isFull = running.size >= maxAtOnce;
  if (!known && (isFull || !mayAskOutside(services, { whom: "vies", accountId })))
    return "unchecked";
  leavePlace();
  if (known) return known;
  const question = ask(services, id).finally(() => running.delete(id));
  running.set(id, question);
  return question;
}

/** What can be said by the id's form and country alone, or the id to ask about. */
function readable({ vatId, country }: PayerVatId) {
  if (vatId === null) return "none";
  const read = readVatId(vatId);
  return read === null || (country !== null && read.country !== taxPlace(country))
    ? "invalid"
    : read;
}

function freshState({ world }: Pick<Services, "world">, row: VatIdRow | null): VatIdState | null {
  const age = world.now() - (row?.answered_at?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (row === null || row.valid === null || age > KEPT_MS) return null;
  return row.valid ? "valid" : "invalid";
}

async function ask(services: Services, id: string): Promise<VatIdState> {
  const { db, log, world } = services;
  const url = viesUrl(services);
  const read = readVatId(id);
  const now = world.now();
  const claim = { now: new Date(now), since: new Date(now - CLAIM_MS) };
  if (!(await claimVatId(db, id, claim))) return waitForAnswer(services, id);
  if (url === null || read === null) return "unchecked";
  try {
    const valid = await askVies(url, read);
    await saveVatIdAnswer(db, id, valid, new Date(world.now()));
    return valid ? "valid" : "invalid";
  } catch (error) {
    log.warn({ err: error }, "VAT id not checked");
    return "unchecked";
  }
}

/** Another process asks: its answer is ours. */
async function waitForAnswer(services: Services, id: string): Promise<VatIdState> {
  for (let waited = 0; waited < CLAIM_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    const state = freshState(services, await findVatId(services.db, id));
    if (state !== null) return state;
  }
  return "unchecked";
}

/** Asks again what VIES has not answered, one id after the other; forgets old answers. */
export async function checkOpenVatIds(services: Services): Promise<void> {
  const { db, world } = services;
  await deleteOldVatIds(db, new Date(world.now() - FORGOTTEN_MS));
  if (viesUrl(services) === null) return;
  const askedBefore = new Date(world.now() - HOUR_MS / 2);
  const endsAt = performance.now() + maxRunMs;
  for (const id of await openVatIds(db, askedBefore, maxAnHour)) {
    if (performance.now() > endsAt) return;
    await ask(services, id);
  }
}
