/** What the shipped drafts say about this installation (spec/law#drafts). */
import { requestRetentionMs } from "@turnpike/rules/request-log.ts";
import { usageRetentionMs } from "@turnpike/rules/usage.ts";
import { deliveryRetentionMs } from "@turnpike/rules/webhook.ts";
import { LOG_KEPT_MS } from "../../identity/session/jobs.ts";
import { methodsSetUp } from "../../commerce/payment-method/registry.ts";
import { paymentEnv } from "../../commerce/payment-method/stored-keys.ts";
import { providerNames } from "../../identity/sign-in-provider/names.ts";
import { anyList } from "../../inventory/exit/store/lists.ts";
import { anyUpstream } from "../../inventory/upstream/store/upstreams.ts";
import { brandOf, type BrandServices } from "../../platform/brand/brand.ts";
import { MAILS_KEPT_MS } from "../../platform/mail/jobs.ts";
import type { Services } from "../../platform/services.ts";

/** The values of the drafts' placeholders; an empty one drops its section. */
export type Facts = Record<string, string>;

const dayMs = 86_400_000;
const days = (ms: number) => String(Math.round(ms / dayMs));

/** Names that are configured; the lab has stand-ins for all, which are not named. */
const configured = (names: Record<string, unknown>) =>
  Object.entries(names).flatMap(([name, setting]) => (setting ? [name] : []));

/** Reads the facts of the drafts. */
export async function readFacts(
  services: Pick<Services, "db" | "seal"> & BrandServices,
): Promise<Facts> {
  const { db, env } = services;
  const brand = brandOf(services);
  const [upstream, list] = await Promise.all([anyUpstream(db), anyList(db)]);
  const processors = methodsSetUp(paymentEnv(services)).flatMap(({ processor }) => processor ?? []);
  const logins = configured({
    [providerNames.google]: env.GOOGLE_CLIENT_ID,
    [providerNames.github]: env.GITHUB_CLIENT_ID,
    [providerNames.linkedin]: env.LINKEDIN_CLIENT_ID,
  });
  return {
    name: brand.name,
    seller: brand.legalName,
    email: brand.supportEmail,
    traceDays: String(env.TRACE_DAYS),
    requestHours: String(requestRetentionMs / 3_600_000),
    logDays: days(LOG_KEPT_MS),
    mailDays: days(MAILS_KEPT_MS),
    deliveryDays: days(deliveryRetentionMs),
    usageDays: days(usageRetentionMs),
    processors: processors.join(", "),
    logins: logins.join(", "),
    suppliers: upstream || list ? "yes" : "",
  };
}

/** Sections that are left out unless their fact is there. */
const conditional: Record<string, string> = {
  payments: "processors",
  logins: "logins",
  suppliers: "suppliers",
};

/** Whether a draft of this installation has the section. */
export const hasSection = (facts: Facts, section: string): boolean => {
  const fact = conditional[section];
  return fact === undefined || facts[fact] !== "";
};
