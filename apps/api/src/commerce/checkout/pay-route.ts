/**
 * `GET /pay/:paymentId`: opens a payment's page at its provider and redirects there. Starting a
 * payment sends no request to the provider, so the page is created on the first visit.
 */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { productName, productUnit, shopSentences, langTag } from "@turnpike/locales/shop.ts";
import type { FastifyInstance } from "fastify";
import { contactOf } from "../../identity/account/addresses.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type Page, page, sendPage } from "../../platform/http/page.ts";
import { requireOutside } from "../../platform/outside-questions.ts";
import { inNetworkShare } from "../../platform/http/route-shares.ts";
import { findOrder } from "../order/store.ts";
import { isBeingCharged } from "../saved-card/store/charges.ts";
import { findPage, savePage } from "../payment/store/pages.ts";
import { findPayment, type Payment } from "../payment/store/payments.ts";
import type { Services } from "../../platform/services.ts";
import { returnAddress } from "../payment-provider/addresses.ts";
import type { PageCache } from "./page-cache.ts";
import { unknownPaymentPage, BACK } from "./sandbox-page.ts";
import type { PaymentProvider, Transfer } from "../payment-provider/provider.ts";
import { providerByName } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { applyEvents } from "./settle.ts";

/** Maximum pages being opened at a time at one provider; further visitors are asked to retry. */
const MAX_AT_ONCE = 32;
/** The same limit for a single account. */
const MAX_PER_PAYER = 3;

interface OpeningPage {
  accountId: string;
  provider: string;
  url: Promise<string>;
}

export function payRoute(app: FastifyInstance, services: Services, pages: PageCache): void {
  const { db, env, log, world, shares } = services;
  /** Open requests in progress, one per payment; concurrent visits share the result. */
  const opening = new Map<string, OpeningPage>();

  const options = { config: { share: "own" } } as const;
  app.get<{ Params: { id: string }; Querystring: { returned?: string } }>(
    "/pay/:id",
    options,
    async (request, reply) => {
      const { id } = request.params;
      const found = await inNetworkShare(shares, { request, reply }, async () => {
        const payment = isUuid(id) ? await findPayment(db, id) : null;
        if (!payment) reply.status(404);
        return payment && { payment, ...(await contactOf(db, payment.accountId)) };
      });
      if (!found) return sendPage(reply, unknownPaymentPage("en"), { status: 404 });
      const { payment, lang } = found;
      const { status, provider: name } = payment;
      reply.header("cache-control", "no-store");
      // Back from the provider: its page has changed.
      if (request.query.returned !== undefined) pages.delete(id);
      if (status === "paid" || status === "refunded")
        return reply.redirect(returnAddress(env, id), 303);
      if (await isBeingCharged(db, id)) return reply.redirect(returnAddress(env, id), 303);
      if (status === "expired") return sendPage(reply, expiredPage(lang), { status: 410 });
      const provider = providerByName(paymentEnv(services), name);
      if (provider?.show)
        return sendPage(reply, provider.show(await transferOf(services, payment, lang)));
      if (provider && !provider.pages) return reply.redirect(provider.payUrl(id), 303);
      try {
        return reply.redirect(await pageUrlOf(payment, provider), 303);
      } catch (error) {
        // Whoever asks too much must not fill the log either.
        if (!(error instanceof Refusal))
          log.error({ err: error, payment: id, provider: name }, "payment page open failed");
        reply.header("retry-after", "5");
        return sendPage(reply, providerAwayPage(id, lang), { status: 503 });
      }
    },
  );

  /** @throws Refusal tooManyTries */
  function pageUrlOf(payment: Payment, provider: PaymentProvider | null): Promise<string> {
    const { id, accountId } = payment;
    const cached = pages.get(id, world.now());
    if (cached !== null) return Promise.resolve(cached);
    const shared = opening.get(id);
    if (shared) return shared.url;
    const all = [...opening.values()];
    // One that does not answer keeps nobody from paying at another.
    const there = all.filter((one) => one.provider === payment.provider);
    const own = there.filter((one) => one.accountId === accountId);
    if (there.length >= MAX_AT_ONCE || own.length >= MAX_PER_PAYER)
      throw new Refusal("tooManyTries", { retryAfterSeconds: 5 });
    requireOutside(services, { whom: "payments", accountId });
    const url = openAndCache(payment, provider).finally(() => opening.delete(id));
    opening.set(id, { accountId, provider: payment.provider, url });
    return url;
  }

  async function openAndCache(payment: Payment, provider: PaymentProvider | null): Promise<string> {
    const url = await openPage(services, payment, provider);
    pages.set(payment.id, url, world.now());
    return url;
  }
}

/** The URL to redirect to: the provider's page, or ours if the money is there or on its way. */
async function openPage(
  services: Services,
  payment: Payment,
  provider: PaymentProvider | null,
): Promise<string> {
  const { db, env, world } = services;
  const { id: paymentId, amountCents } = payment;
  const found = await findPage(db, paymentId);
  if (!provider?.pages || !found)
    throw new Error(`payment provider not set up: ${payment.provider}`);
  const { to: email, lang } = await contactOf(db, payment.accountId);
  const description = await describe(services, payment, lang);
  const expiresAt = new Date(found.expiresAt.getTime() - world.offsetMs());
  const before = found.page;
  const request = { paymentId, amountCents, description, email, lang, expiresAt, before };
  const page = await provider.pages.create(request);
  if (page) return (await savePage(db, { paymentId, page, replaces: before })).url;
  // A webhook may be late or lost, so the provider's current events are applied as if it had come.
  const events = await provider.pages.look({ paymentId, page: before });
  await applyEvents(services, provider.name, events);
  return returnAddress(env, paymentId);
}

/** What our own page of a payment shows. */
async function transferOf(services: Services, payment: Payment, lang: Lang): Promise<Transfer> {
  const { amountCents, receivedCents, providerRef } = payment;
  const found = await findPage(services.db, payment.id);
  return {
    amountCents,
    receivedCents,
    reference: providerRef ?? payment.id,
    description: await describe(services, payment, lang),
    lang,
    expiresAt: found?.expiresAt ?? payment.createdAt,
    backUrl: returnAddress(services.env, payment.id),
  };
}

async function describe(services: Services, payment: Payment, lang: Lang): Promise<string> {
  const order = payment.orderId ? await findOrder(services.db, payment.orderId) : null;
  if (!order) return shopSentences(lang).pay.recharge;
  const product = `${productName(lang, order)}, ${order.quantity} ${productUnit(lang, order)}`;
  return `${product} (${order.orderNo})`;
}

/* Our own pages, shown when there is no provider page to redirect to. */

/** The provider could not be reached; nothing was changed. */
function providerAwayPage(paymentId: string, lang: Lang): Page {
  const { away, retry } = shopSentences(lang).pay;
  return notice(lang, away, `<a class="button main" href="/pay/${paymentId}">${retry}</a>`);
}

/** The payment has expired. */
function expiredPage(lang: Lang): Page {
  return notice(lang, shopSentences(lang).pay.over, "");
}

function notice(lang: Lang, sentence: string, action: string): Page {
  const words = shopSentences(lang).pay;
  return page(
    langTag(lang),
    words.title,
    `<div class="card"><h1>${words.title}</h1><p>${sentence}</p><div class="actions">${action}
<a class="button" href="${BACK}">${words.back}</a></div></div>`,
  );
}
