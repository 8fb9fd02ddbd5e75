/** GET downloads authorized by a ticket, as URLs must not contain a session (spec/api#tickets). */
import { once } from "node:events";
import { asLang, type Lang, Refusal, refusals } from "@turnpike/contract/refusals.ts";
import type { FileName } from "@turnpike/rules/file-name.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { transaction } from "../../platform/db/database.ts";
import { clientIp } from "../../platform/http/client-ip.ts";
import { refusalEnvelope } from "../../platform/http/envelope.ts";
import { disconnectSignal } from "../../platform/http/disconnect.ts";
import type { TicketFields } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { isLiveOrigin, redeemTicket, type TicketPurpose } from "./ticket.ts";

/** The downloading account, and the fields stored with the ticket. */
export interface Download {
  accountId: string;
  fields: TicketFields;
  /** From the URL. */
  lang: Lang;
}
export interface DownloadedFile {
  name: FileName;
  type: string;
  body: Buffer | NodeJS.ReadableStream;
}

export type Query = Record<string, unknown>;

/**
 * Adds `GET path?ticket=…`. `read` parses the other query fields before the ticket is used up, so
 * that an invalid query costs no ticket; `make` produces the file after that. Responds to a bad
 * ticket with 403 and the envelope, to a bad query with 400, and to a missing file with 404.
 */
export function downloadRoute<DownloadQuery = null>(
  app: FastifyInstance,
  services: Services,
  route: {
    path: `/v1/${string}`;
    purpose: TicketPurpose;
    /** @throws Refusal with code 400 */
    read: (query: Query) => DownloadQuery;
    make: (download: Download, wanted: DownloadQuery) => Promise<DownloadedFile>;
  },
): void {
  const { path, purpose, read, make } = route;
  // HEAD requests, as link previews send them, would use up the ticket.
  const options = { exposeHeadRoute: false, config: { share: "own" } } as const;
  app.get<{ Querystring: Query }>(path, options, async (request, reply) => {
    const { ticket, lang } = request.query;
    const presented = { ticket: typeof ticket === "string" ? ticket : "", purpose };
    try {
      const wanted = read(request.query);
      const network = networkOf(clientIp(request));
      const redeemed = await services.shares.arrivals.run(
        { caller: network, signal: disconnectSignal(reply) },
        () => redeem(services, presented),
      );
      const file = await inShare(services, reply, redeemed, () =>
        make({ ...redeemed, lang: asLang(lang) }, wanted),
      );
      return send(reply, file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sendRefusal(reply, error, asLang(lang));
    }
  });
}

/**
 * Makes a file within the account's fair share: scheduled with its calls, and few at once. After a
 * wait, the session or key that the ticket is from is checked again.
 * @throws Refusal tooManyTries, ticketExpired
 */
function inShare(
  services: Services,
  reply: FastifyReply,
  from: { accountId: string; sessionId: string },
  make: () => Promise<DownloadedFile>,
): Promise<DownloadedFile> {
  const { shares, db } = services;
  const piece = { caller: from.accountId, signal: disconnectSignal(reply) };
  const { raw } = reply;
  const makeIfStillLive = async (hasWaited: boolean) => {
    if (hasWaited && !(await isLiveOrigin(services, db, from))) throw new Refusal("ticketExpired");
    return make();
  };
  return new Promise((begin, refuse) => {
    shares.downloads
      .run(piece, async ({ waited: before }) => {
        const over = once(raw, "close").catch(() => undefined);
        begin(await shares.handlers.run(piece, ({ waited }) => makeIfStillLive(before || waited)));
        if (!raw.closed) await over;
      })
      .catch(refuse);
  });
}

/** @throws Refusal ticketExpired */
function redeem(services: Services, presented: { ticket: string; purpose: TicketPurpose }) {
  return transaction(services.db, (tx) => redeemTicket(services, tx, presented));
}

function sendRefusal(reply: FastifyReply, refusal: Refusal, lang: Lang) {
  const { status, body } = refusalEnvelope(refusal, lang);
  if (status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
  return reply.status(statuses[refusals[refusal.reason]] ?? status).send(body);
}
/** For a new ticket: the old one is used up. */
const RETRY_AFTER_SECONDS = 5;
/** HTTP statuses by refusal code: clients judge a download by its status, not by an envelope. */
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
