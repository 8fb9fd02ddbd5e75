/** Routes of the lab's clock and outbox (spec/lab#clock); absent in production. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { notifyClock } from "../../platform/changes/changes.ts";
import { runDueJobs } from "../../platform/jobs.ts";
import { mailBrand } from "../../platform/mail/brand.ts";
import { newestMails } from "../../platform/mail/store.ts";
import type { Services } from "../../platform/services.ts";
import { advanceClock } from "./clock.ts";
import { guardLab, refuseInLab } from "../../platform/http/lab-guard.ts";
import { labOidcRoutes } from "./oidc-routes.ts";
import { outboxPage } from "./outbox-page.ts";
import { sendPage } from "../../platform/http/page.ts";

const MAILS = 200;
/** Ten years: longer than any freeze or expiry, with dates that still can be represented. */
const LONGEST_STEP_SECONDS = 10 * 366 * 86_400;

export async function labRoutes(app: FastifyInstance, services: Services): Promise<void> {
  if (!services.env.lab) return;
  const guarded = { onRequest: guardLab };
  const now = () => ({ now: new Date(services.world.now()).toISOString() });

  app.get("/lab/clock", guarded, async () => now());

  app.post("/lab/clock", guarded, async (request, reply) => {
    const seconds = advanceSeconds(request);
    if (seconds === null) {
      return refuseInLab(reply, 400, new Refusal("badNumber", { field: "advanceSeconds" }));
    }
    await advanceClock(services, seconds);
    await notifyClock(services);
    await runDueJobs(services, services.modules.jobs);
    return now();
  });

  app.get<{ Querystring: { to?: unknown } }>("/lab/mails", guarded, async (request) => {
    const { to } = request.query;
    const address = typeof to === "string" && to !== "" ? to.trim().toLowerCase() : undefined;
    const mails = await newestMails(services, address, MAILS);
    const { from } = mailBrand(services);
    return mails.map(({ to, subject, text, html = null, at }) => ({
      to,
      from,
      subject,
      text,
      html,
      at,
    }));
  });

  app.get("/lab/outbox", guarded, async (_request, reply) =>
    sendPage(reply, outboxPage(await newestMails(services, undefined, MAILS))),
  );

  await labOidcRoutes(app, services);
}

/** The seconds to move forward; null if not a number, negative or more than ten years. */
function advanceSeconds(request: FastifyRequest): number | null {
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const given = fields.advanceSeconds;
  const isNumber = typeof given === "number" || (typeof given === "string" && given.trim() !== "");
  const seconds = isNumber ? Number(given) : Number.NaN;
  return seconds >= 0 && seconds <= LONGEST_STEP_SECONDS ? seconds : null;
}
