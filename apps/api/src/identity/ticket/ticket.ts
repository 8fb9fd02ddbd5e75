/**
 * Tickets: secrets for URLs, which must never contain a session (spec/api#tickets). A ticket allows
 * one use within a minute, for one purpose; it has 256 random bits and is stored as a hash.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { TicketFields } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { isLiveKey } from "../api-key/authenticate.ts";
import { isLiveSession } from "../session/authenticate.ts";
import { newToken, tokenHash } from "../session/token.ts";
import { deleteOldTickets, insertTicket, takeTicket } from "./store.ts";

const LIFE_MS = 60_000;
/** The maximum tickets of an account and purpose; one more deletes the oldest. */
const MAX_TICKETS = 20;

/** What a ticket may be used for. */
export type TicketPurpose =
  | "webauto"
  | "invoice"
  | "statement"
  | "export"
  | "usage"
  | "personalData";

/** Issues a ticket for a session or a key (`sessionId` is the id of either); `fields` are stored with it and returned when it is used. */
export async function issueTicket(
  { world }: Services,
  tx: Tx,
  request: {
    accountId: string;
    sessionId: string;
    purpose: TicketPurpose;
    fields?: TicketFields;
  },
): Promise<{ ticket: string; expiresAt: Date }> {
  const { accountId, sessionId, purpose, fields = {} } = request;
  const ticket = newToken(world);
  const hash = tokenHash(ticket);
  if (!hash) throw new Error("the new token has no valid hash");
  const expiresAt = new Date(world.now() + LIFE_MS);
  await insertTicket(tx, { tokenHash: hash, purpose, accountId, sessionId, fields, expiresAt });
  await deleteOldTickets(tx, { accountId, purpose, kept: MAX_TICKETS });
  return { ticket, expiresAt };
}

/** Whether the session or the key that a ticket is from is still valid. */
export async function isLiveOrigin(
  services: Services,
  db: Db | Tx,
  from: { accountId: string; sessionId: string },
): Promise<boolean> {
  const { accountId, sessionId: id } = from;
  return (
    (await isLiveSession(services, db, from)) || (await isLiveKey(services, db, { accountId, id }))
  );
}

/**
 * Uses a ticket up, within the transaction of what it authorizes, and locks its account's row until
 * that ends.
 * @throws Refusal ticketExpired if it is unknown, used, too old or for another purpose, or its
 *   session, key or account has ended
 */
export async function redeemTicket(
  services: Services,
  tx: Tx,
  { ticket, purpose }: { ticket: string; purpose: TicketPurpose },
): Promise<{ accountId: string; sessionId: string; fields: TicketFields }> {
  const now = new Date(services.world.now());
  const hash = tokenHash(ticket);
  const redeemed = hash && (await takeTicket(tx, { tokenHash: hash, purpose, now }));
  if (!redeemed) throw new Refusal("ticketExpired");
  const account = await lockAccountRow(tx, redeemed.accountId);
  const isLive = account && !account.disabled && (await isLiveOrigin(services, tx, redeemed));
  if (!isLive) throw new Refusal("ticketExpired");
  return redeemed;
}
