/**
 * The sandbox's page to enter a card at, `GET /lab/card/:id`, and `POST {url}/complete`, which
 * chooses what the card does (spec/lab#cards).
 */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { langTag, shopSentences } from "@turnpike/locales/shop.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { contactOf } from "../../identity/account/addresses.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { guardLab, refuseInLab } from "../../platform/http/lab-guard.ts";
import { page, sendPage } from "../../platform/http/page.ts";
import type { Services } from "../../platform/services.ts";
import { cardsAddress } from "../payment-provider/addresses.ts";
import { SANDBOX } from "../payment-provider/sandbox.ts";
import { cardOutcomes, sandboxCard } from "../payment-provider/sandbox-cards.ts";
import { saveCard } from "./save.ts";
import { findSetup, saveSetupPage } from "./store/setups.ts";

interface Path {
  Params: { id: string };
}

export function cardSandboxRoutes(app: FastifyInstance, services: Services): void {
  const { db, env } = services;
  const found = async (id: string) => {
    const setup = isUuid(id) ? await findSetup(db, id) : null;
    return setup?.provider === SANDBOX && setup.savedAt === null ? setup : null;
  };
  app.get<Path>("/lab/card/:id", { onRequest: guardLab }, async (request, reply) => {
    const setup = await found(request.params.id);
    if (!setup) return reply.redirect(cardsAddress(env), 303);
    const { lang } = await contactOf(db, setup.accountId);
    return sendPage(reply, cardPage(setup.id, lang, cardsAddress(env)));
  });

  app.post<Path>("/lab/card/:id/complete", { onRequest: guardLab }, async (request, reply) => {
    const setup = await found(request.params.id);
    if (!setup) return refuseInLab(reply, 404, new Refusal("cardNotFound"));
    const outcome = cardOutcomes.find((one) => one === field(request, "outcome"));
    if (!outcome) return refuseInLab(reply, 400, new Refusal("badField", { field: "outcome" }));
    const { id: ref, accountId } = setup;
    const fingerprint = field(request, "fingerprint") || ref;
    const card = sandboxCard(outcome, { ref, fingerprint, country: field(request, "country") });
    await transaction(db, (tx) => saveSetupPage(tx, { setup, page: null, customerRef: accountId }));
    await saveCard(services, setup, { ...card, country: card.country || null });
    if (field(request, "back")) return reply.redirect(cardsAddress(env), 303);
    return reply.send({ status: "saved" });
  });
}

function cardPage(setupId: string, lang: Lang, home: string) {
  const words = shopSentences(lang).pay;
  const button = (outcome: string, word: string) =>
    `<button${outcome === "paid" ? ' class="main"' : ""} name="outcome" value="${outcome}">${word}</button>`;
  const { cardPays, cardDeclines, cardWantsPerson } = words;
  return page(
    langTag(lang),
    words.cardTitle,
    `<div class="card"><h1>${words.cardTitle}</h1><p class="note">${words.sandbox}</p>
<form method="post" action="/lab/card/${setupId}/complete"><input type="hidden" name="back" value="1">
${button("paid", cardPays)}${button("failed", cardDeclines)}${button("person", cardWantsPerson)}</form>
<a class="button" href="${home}">${words.back}</a></div>`,
  );
}

function field(request: FastifyRequest, name: string): string {
  const value = ((request.body ?? {}) as Record<string, unknown>)[name];
  return typeof value === "string" ? value.slice(0, 200) : "";
}
