/**
 * `GET /pay/:paymentId`: opens a payment's page at its provider and leads there. Starting a payment
 * asks nobody outside, so the page is made here, when somebody goes to pay.
 */
import { type Lang } from "@turnpike/contract/refusals.ts";
import { productName, productUnit, shopSentences } from "@turnpike/locales/shop.ts";
import type { FastifyInstance } from "fastify";
import { contactOf } from "../../identity/account/addresses.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { sendPage } from "../../platform/http/page.ts";
import { findOrder } from "../order/store.ts";
import { findPageFacts, keepPage } from "../payment/store/pages.ts";
import { findPayment, type Payment } from "../payment/store/payments.ts";
import type { Services } from "../../platform/services.ts";
import { returnAddress } from "../payment-provider/addresses.ts";
import type { KeptPages } from "./page-cache.ts";
import { unknownPaymentPage } from "./sandbox-page.ts";
import { awayPage, overPage } from "./notice-pages.ts";
import { type PaymentProvider, providerNamed } from "../payment-provider/provider.ts";
import { tell } from "./provider-events.ts";

/** Providers are asked about so many payments at a time; whoever comes then tries again. */
const MOST_AT_ONCE = 32;
/** Of them of one account. */
const MOST_OF_ONE = 3;

interface Underway {
  accountId: string;
  url: Promise<string>;
}

export function payRoute(app: FastifyInstance, services: Services, pages: KeptPages): void {
  const { db, env, log, world } = services;
  /** One question per payment at a time: who asks meanwhile shares its answer. */
  const underway = new Map<string, Underway>();

  app.get<{ Params: { id: string } }>("/pay/:id", async (request, reply) => {
    const { id } = request.params;
    const payment = isUuid(id) ? await findPayment(db, id) : null;
    if (!payment) return sendPage(reply, unknownPaymentPage("en"), { status: 404 });
    const { status, provider: name } = payment;
    reply.header("cache-control", "no-store");
    if (status === "paid" || status === "refunded")
      return reply.redirect(returnAddress(env, id), 303);
    const { lang } = await contactOf(db, payment.accountId);
    if (status === "expired") return sendPage(reply, overPage(lang), { status: 410 });
    const provider = providerNamed(env, name);
    if (provider && !provider.pages) return reply.redirect(provider.payUrl(id), 303);
    try {
      return reply.redirect(await addressOf(payment, provider), 303);
    } catch (error) {
      log.error(
        { err: error, payment: id, provider: name },
        "a payment's page could not be opened",
      );
      reply.header("retry-after", "5");
      return sendPage(reply, awayPage(id, lang), { status: 503 });
    }
  });

  function addressOf(payment: Payment, provider: PaymentProvider | null): Promise<string> {
    const { id, accountId } = payment;
    const kept = pages.find(id, world.now());
    if (kept !== null) return Promise.resolve(kept);
    const shared = underway.get(id);
    if (shared) return shared.url;
    const own = [...underway.values()].filter((one) => one.accountId === accountId);
    if (underway.size >= MOST_AT_ONCE || own.length >= MOST_OF_ONE)
      throw new Error("too many pages are being opened");
    const url = ask(payment, provider).finally(() => underway.delete(id));
    underway.set(id, { accountId, url });
    return url;
  }

  async function ask(payment: Payment, provider: PaymentProvider | null): Promise<string> {
    const url = await open(services, payment, provider);
    pages.keep(payment.id, url, world.now());
    return url;
  }
}

/** The provider's page, or our own where the money is there already or on its way. */
async function open(
  services: Services,
  payment: Payment,
  provider: PaymentProvider | null,
): Promise<string> {
  const { db, env, world } = services;
  const { id: paymentId, amountCents } = payment;
  const facts = await findPageFacts(db, paymentId);
  if (!provider?.pages || !facts) throw new Error(`${payment.provider} is not set up`);
  const { to: email, lang } = await contactOf(db, payment.accountId);
  const description = await describe(services, payment, lang);
  const expiresAt = new Date(facts.expiresAt.getTime() - world.offsetMs());
  const before = facts.page;
  const wanted = { paymentId, amountCents, description, email, lang, expiresAt, before };
  const made = await provider.pages.open(wanted);
  if (made) return (await keepPage(db, { paymentId, made, instead: before })).url;
  // A webhook may be late or lost; what the provider knows is told as if it had come.
  await tell(services, provider.name, await provider.pages.look({ paymentId, page: before }));
  return returnAddress(env, paymentId);
}

async function describe(services: Services, payment: Payment, lang: Lang): Promise<string> {
  const order = payment.orderId ? await findOrder(services.db, payment.orderId) : null;
  if (!order) return shopSentences(lang).pay.recharge;
  const bought = `${productName(lang, order.sku)}, ${order.quantity} ${productUnit(lang, order.kind)}`;
  return `${bought} (${order.orderNo})`;
}
