/**
 * Tickets: what may stand in an address, where a session never does (spec/api#tickets). One use,
 * a minute, for one purpose; 256 random bits, kept as a hash.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { TicketFields } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { isLiveSession } from "../session/authenticate.ts";
import { newToken, tokenHash } from "../session/token.ts";
import { deleteOldTickets, insertTicket, takeTicket } from "./store.ts";

const LIFE_MS = 60_000;
/** An account has so many tickets of a purpose at a time; one more is the end of the oldest. */
const AT_MOST = 20;

/** What a ticket is good for; it is good for nothing else. */
export type TicketPurpose = "webauto" | "invoice" | "statement" | "export";

/** Makes a ticket for who is signed in; `fields` are kept with it, to be read when it is used. */
export async function issueTicket(
  { world }: Services,
  tx: Tx,
  given: {
    accountId: string;
    sessionId: string;
    purpose: TicketPurpose;
    fields?: TicketFields;
  },
): Promise<{ ticket: string; expiresAt: Date }> {
  const { accountId, sessionId, purpose, fields = {} } = given;
  const ticket = newToken(world);
  const hash = tokenHash(ticket);
  if (!hash) throw new Error("a fresh token has to be a token");
  const expiresAt = new Date(world.now() + LIFE_MS);
  await insertTicket(tx, { tokenHash: hash, purpose, accountId, sessionId, fields, expiresAt });
  await deleteOldTickets(tx, { accountId, purpose, kept: AT_MOST });
  return { ticket, expiresAt };
}

/**
 * Uses a ticket up, in the transaction of what it allows, and holds its account until then.
 * @throws Refusal ticketExpired where it is unknown, used, too old, meant for something else, or
 * its session or account has ended
 */
export async function redeemTicket(
  services: Services,
  tx: Tx,
  { ticket, purpose }: { ticket: string; purpose: TicketPurpose },
): Promise<{ accountId: string; sessionId: string; fields: TicketFields }> {
  const now = new Date(services.world.now());
  const hash = tokenHash(ticket);
  const taken = hash && (await takeTicket(tx, { tokenHash: hash, purpose, now }));
  if (!taken) throw new Refusal("ticketExpired");
  const guard = await lockAccountRow(tx, taken.accountId);
  const goesOn = guard && !guard.disabled && (await isLiveSession(services, tx, taken));
  if (!goesOn) throw new Refusal("ticketExpired");
  return taken;
}
