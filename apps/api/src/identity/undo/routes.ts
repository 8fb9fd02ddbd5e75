/** The route of undo links: GET shows the changes, POST undoes them (spec/sign-in#undo). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { acceptedLang } from "../../platform/http/accept-language.ts";
import { clientIp } from "../../platform/http/client-ip.ts";
import { disconnectSignal } from "../../platform/http/disconnect.ts";
import { fieldsOf } from "../../platform/http/fields-of.ts";
import { sendPage } from "../../platform/http/page.ts";
import { inNetworkShare } from "../../platform/http/route-shares.ts";
import type { Services } from "../../platform/services.ts";
import { UNDO_PATH } from "./offer.ts";
import { donePage, gonePage, offerPage } from "./page.ts";
import { readOffer, undo } from "./undo.ts";

const tokenOf = ({ query }: FastifyRequest) => {
  const { token } = query as { token?: unknown };
  return typeof token === "string" ? token : "";
};
const gone = (services: Services, request: FastifyRequest, reply: FastifyReply) =>
  sendPage(reply, gonePage(acceptedLang(request, services)), { status: 410 });

export function undoRoutes(app: FastifyInstance, services: Services): void {
  // Mail scanners open links, so GET must not change anything.
  app.get(UNDO_PATH, async (request, reply) => {
    const offered = await readOffer(services, tokenOf(request));
    return offered
      ? sendPage(reply, offerPage(offered.lang, offered.changes))
      : gone(services, request, reply);
  });

  app.post(UNDO_PATH, { config: { share: "own" } }, async (request, reply) => {
    const { shares } = services;
    const known = await inNetworkShare(shares, { request, reply }, async () => {
      const offered = await readOffer(services, tokenOf(request));
      if (!offered) reply.status(410);
      return offered !== null;
    });
    if (!known) return gone(services, request, reply);
    // Hashing the password waits in a queue of its own.
    const piece = { caller: networkOf(clientIp(request)), signal: disconnectSignal(reply) };
    return shares.outside.run(piece, () => undoOrExplain(services, request, reply));
  });
}

/** Undoes the changes of a link; a refused password is explained on the page. */
async function undoOrExplain(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const from = {
    ip: clientIp(request),
    agent: (request.headers["user-agent"] ?? "").slice(0, 300),
  };
  const { password } = fieldsOf(request);
  // The page's form always sends the field; a program that only submits the form may omit it.
  const input = { ...from, password: typeof password === "string" ? password : undefined };
  try {
    const undone = await undo(services, tokenOf(request), input);
    return undone
      ? sendPage(reply, donePage(undone.lang, undone.changes))
      : gone(services, request, reply);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const offered = await readOffer(services, tokenOf(request));
    if (!offered) return gone(services, request, reply);
    const sentence = refusalSentence(offered.lang, error.reason);
    return sendPage(reply, offerPage(offered.lang, offered.changes, sentence), { status: 400 });
  }
}
