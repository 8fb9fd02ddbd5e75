/** GET downloads, opened by a ticket: a session never stands in an address (spec/api#tickets). */
import { once } from "node:events";
import { asLang, type Lang, Refusal, refusals } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { transaction } from "../../platform/db/database.ts";
import { canonicalIp } from "../../platform/http/client-ip.ts";
import { refused } from "../../platform/http/envelope.ts";
import { disconnectSignal } from "../../platform/http/disconnect.ts";
import type { Services } from "../../platform/services.ts";
import type { TicketFields } from "./store.ts";
import { redeemTicket, type TicketPurpose } from "./ticket.ts";

/** Who downloads, and what was agreed when the ticket was made. */
export interface Download {
  accountId: string;
  fields: TicketFields;
  /** Of the address. */
  lang: Lang;
}
export interface DownloadedFile {
  name: string;
  type: string;
  body: Buffer | NodeJS.ReadableStream;
}

export type Query = Record<string, unknown>;

/**
 * Adds `GET path?ticket=…`. `read` judges what else stands in the address before the ticket is used
 * up, so that a slip costs none; the ticket is used up before anything is made. `make` answers the
 * file. A bad ticket is HTTP 403 with the envelope, a bad address 400, what is not there 404.
 */
export function downloadRoute<Asked = null>(
  app: FastifyInstance,
  services: Services,
  route: {
    path: `/v1/${string}`;
    purpose: TicketPurpose;
    /** @throws Refusal with code 400 */
    read: (query: Query) => Asked;
    make: (download: Download, asked: Asked) => Promise<DownloadedFile>;
  },
): void {
  const { path, purpose, read, make } = route;
  // A HEAD, as programs that preview links send it, would use the ticket up for nothing.
  app.get<{ Querystring: Query }>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { ticket, lang } = request.query;
    const given = { ticket: typeof ticket === "string" ? ticket : "", purpose };
    try {
      const asked = read(request.query);
      const network = networkOf(canonicalIp(request.ip));
      const redeemed = await services.shares.arrivals.run(
        { asker: network, signal: disconnectSignal(reply) },
        () => redeem(services, given),
      );
      const file = await inShare(services, reply, redeemed.accountId, () =>
        make({ ...redeemed, lang: asLang(lang) }, asked),
      );
      return send(reply, file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(reply, error, asLang(lang));
    }
  });
}

/**
 * Makes a file in the account's share: in turn with its calls, and few of them are read at once.
 * @throws Refusal tooManyTries
 */
function inShare(
  { shares }: Services,
  reply: FastifyReply,
  accountId: string,
  make: () => Promise<DownloadedFile>,
): Promise<DownloadedFile> {
  const piece = { asker: accountId, signal: disconnectSignal(reply) };
  const { raw } = reply;
  return new Promise((begin, refuse) => {
    shares.downloads
      .run(piece, async () => {
        const over = once(raw, "close").catch(() => undefined);
        begin(await shares.handlers.run(piece, make));
        if (!raw.closed) await over;
      })
      .catch(refuse);
  });
}

/** @throws Refusal ticketExpired */
function redeem(services: Services, given: { ticket: string; purpose: TicketPurpose }) {
  return transaction(services.db, (tx) => redeemTicket(services, tx, given));
}

function refuse(reply: FastifyReply, refusal: Refusal, lang: Lang) {
  const { status, body } = refused(refusal, lang);
  return reply.status(statuses[refusals[refusal.reason]] ?? status).send(body);
}
/** A file has no envelope to tell a refusal by: its status does, by the refusal's code. */
const statuses: Partial<Record<number, number>> = {
  400: 400,
  404: 404,
  410: 403,
  429: 429,
};

function send(reply: FastifyReply, { name, type, body }: DownloadedFile) {
  return reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(type)
    .send(body);
}
