/** GET downloads, opened by a ticket: a session never stands in an address (contract §3, §16). */
import { asLang, type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { transaction } from "../db/database.ts";
import { refused } from "../http/envelope.ts";
import type { Services } from "../services.ts";
import type { TicketFields } from "./store.ts";
import { redeemTicket, type TicketPurpose } from "./ticket.ts";

/** Who downloads, and what was agreed when the ticket was made. */
export interface Download {
  accountId: string;
  fields: TicketFields;
}
export interface DownloadedFile {
  name: string;
  type: string;
  body: Buffer | NodeJS.ReadableStream;
}

/**
 * Adds `GET path?ticket=…`. The ticket is used up before anything is made; a bad one is HTTP 403
 * with the envelope. `make` answers the file.
 */
export function downloadRoute(
  app: FastifyInstance,
  services: Services,
  route: {
    path: `/v1/${string}`;
    purpose: TicketPurpose;
    make: (download: Download) => Promise<DownloadedFile>;
  },
): void {
  const { path, purpose, make } = route;
  // A HEAD, as programs that preview links send it, would use the ticket up for nothing.
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { ticket, lang } = request.query;
      const given = { ticket: typeof ticket === "string" ? ticket : "", purpose };
      const redeemed = await redeem(services, given);
      if (!redeemed) return refuse(reply, asLang(lang));
      return send(reply, await make(redeemed));
    },
  );
}

/** Null where the ticket is unknown, used, old, meant for something else, or its session ended. */
async function redeem(
  services: Services,
  given: { ticket: string; purpose: TicketPurpose },
): Promise<Download | null> {
  try {
    return await transaction(services.db, (tx) => redeemTicket(services, tx, given));
  } catch (error) {
    if (error instanceof Refusal && error.reason === "ticketExpired") return null;
    throw error;
  }
}

function refuse(reply: FastifyReply, lang: Lang) {
  return reply.status(403).send(refused(new Refusal("ticketExpired"), lang).body);
}

function send(reply: FastifyReply, { name, type, body }: DownloadedFile) {
  return reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(type)
    .send(body);
}
