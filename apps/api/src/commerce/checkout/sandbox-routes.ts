/**
 * The sandbox's page and its events: `POST {payUrl}/complete`, `/refund`, `/dispute` and `/warning`
 * (spec/lab#payments).
 */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import { disputeStates } from "@turnpike/rules/dispute.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contactOf } from "../../identity/account/addresses.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { guardLab, refuseInLab } from "../../platform/http/lab-guard.ts";
import { sendPage } from "../../platform/http/page.ts";
import { findDisputesOf } from "../dispute/store.ts";
import { findOrder } from "../order/store.ts";
import { savePayer } from "../payment/store/pages.ts";
import { findPayment, type Payment } from "../payment/store/payments.ts";
import { applyEvent } from "./settle.ts";
import type { Services } from "../../platform/services.ts";
import { BACK, sandboxPage, unknownPaymentPage } from "./sandbox-page.ts";
import { updateOf, outcomes, SANDBOX } from "../payment-provider/sandbox.ts";

interface Path {
  Params: { id: string };
}

export function sandboxRoutes(app: FastifyInstance, services: Services): void {
  app.get<Path>("/lab/pay/:id", { onRequest: guardLab }, async (request, reply) => {
    const payment = await findSandboxPayment(services, request.params.id);
    if (!payment) return sendPage(reply, unknownPaymentPage("en"), { status: 404 });
    const { lang } = await contactOf(services.db, payment.accountId);
    const bought = await describe(services, payment, lang);
    const disputes = await findDisputesOf(services.db, payment.id);
    return sendPage(reply, sandboxPage({ payment, bought, disputes, lang }));
  });

  app.post<Path>("/lab/pay/:id/complete", { onRequest: guardLab }, async (request, reply) => {
    const payment = await findSandboxPayment(services, request.params.id);
    if (!payment) return refuseInLab(reply, 404, new Refusal("paymentNotFound"));
    const name = field(request, "outcome");
    const outcome = outcomes.find((one) => one === name);
    if (!outcome) return refuseInLab(reply, 400, new Refusal("badField", { field: "outcome" }));
    const payer = field(request, "payer");
    const { id: paymentId } = payment;
    const country = field(request, "cardCountry") || null;
    if (payer) await savePayer(services.db, { provider: SANDBOX, paymentId, payer, country });
    const status = await applyEvent(services, {
      id: `${payment.id} ${outcome}`,
      provider: SANDBOX,
      paymentId: payment.id,
      update: updateOf(outcome, payment.amountCents),
    });
    return answer(request, reply, status ?? payment.status);
  });

  app.post<Path>("/lab/pay/:id/refund", { onRequest: guardLab }, async (request, reply) => {
    const payment = await findSandboxPayment(services, request.params.id);
    if (!payment) return refuseInLab(reply, 404, new Refusal("paymentNotFound"));
    // Only money that was paid can be refunded.
    if (payment.creditedCents === 0) return answer(request, reply, payment.status);
    const status = await applyEvent(services, {
      id: `${payment.id} refunded`,
      provider: SANDBOX,
      paymentId: payment.id,
      update: {
        what: "refunded",
        refund: { ref: `${payment.id} refunded`, cents: null, ours: null },
      },
    });
    return answer(request, reply, status ?? payment.status);
  });
  disputeRoutes(app, services);
}

/** Acts as the card's bank: `POST {payUrl}/dispute` and `/warning`. */
function disputeRoutes(app: FastifyInstance, services: Services): void {
  const update = async (request: FastifyRequest<Path>, reply: FastifyReply, to: UpdateBuilder) => {
    const payment = await findSandboxPayment(services, request.params.id);
    if (!payment) return refuseInLab(reply, 404, new Refusal("paymentNotFound"));
    // Only money that was paid can be disputed.
    if (payment.creditedCents === 0) return answer(request, reply, payment.status);
    const update = to(payment, request);
    if (!update) return refuseInLab(reply, 400, new Refusal("badField", { field: "outcome" }));
    const { id: paymentId, status: before } = payment;
    const event = { id: paymentId, provider: SANDBOX, paymentId, update };
    return answer(request, reply, (await applyEvent(services, event)) ?? before);
  };
  app.post<Path>("/lab/pay/:id/dispute", { onRequest: guardLab }, (request, reply) =>
    update(request, reply, disputeUpdate),
  );
  app.post<Path>("/lab/pay/:id/warning", { onRequest: guardLab }, (request, reply) =>
    update(request, reply, ({ id }) => ({
      what: "fraudWarning",
      ref: `${id} warning`,
      reason: field(request, "reason") || "misc",
    })),
  );
}

type UpdateBuilder = (payment: Payment, request: FastifyRequest) => PaymentUpdate | null;

/** `outcome` is the state, `cents` a part; `dispute` tells a payment's disputes apart. */
const disputeUpdate: UpdateBuilder = ({ id }, request) => {
  const outcome = field(request, "outcome") || "open";
  const state = disputeStates.find((one) => one === outcome);
  if (!state) return null;
  const ref = `${id} dispute ${field(request, "dispute")}`.trimEnd();
  const part = field(request, "cents");
  const cents = /^\d{1,12}$/.test(part) ? Number(part) : null;
  const reason = field(request, "reason") || "general";
  const dispute = { ref, state, cents, withdrawnCents: null, reason, dueAt: null };
  return { what: "disputed", dispute };
};

/** Scripts get the status as JSON; the page's form is redirected back to the dashboard. */
function answer(request: FastifyRequest, reply: FastifyReply, status: Payment["status"]) {
  if (field(request, "back")) return reply.redirect(BACK, 303);
  return reply.send({ status });
}

function field(request: FastifyRequest, name: string): string {
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

async function findSandboxPayment(services: Services, id: string): Promise<Payment | null> {
  const payment = isUuid(id) ? await findPayment(services.db, id) : null;
  return payment?.provider === SANDBOX ? payment : null;
}

async function describe(services: Services, payment: Payment, lang: Lang): Promise<string | null> {
  const order = payment.orderId ? await findOrder(services.db, payment.orderId) : null;
  if (!order) return null;
  return `${productName(lang, order)}, ${order.quantity}\u00a0${productUnit(lang, order)}`;
}
