/**
 * Checks at Stripe Identity (spec/identity#stripe). Only what Stripe says when it is asked approves;
 * an event, a return to our page or an error never does.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxIdentityTries } from "@turnpike/rules/identity.ts";
import { lockAccount, lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { leavePlace } from "../../platform/http/fair-share.ts";
import { requireOutside } from "../../platform/outside-questions.ts";
import type { Services } from "../../platform/services.ts";
import { providerByName } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import type { IdentityProvider, IdentitySession } from "../payment-provider/identities.ts";
import { BY_STRIPE, decideIdentity, identityUrl } from "./decide.ts";
import {
  accountOfRef,
  findCheck,
  type IdentityCheck,
  lockCheck,
  saveCheck,
} from "./store/checks.ts";
import { queueRedaction } from "./store/redactions.ts";

const PROVIDER = "stripe";

/** Whether an outside provider checks, rather than the staff. */
export const hasProvider = ({ env }: Pick<Services, "env">): boolean =>
  env.IDENTITY_PROVIDER === PROVIDER;

/** Null if its keys are not set. */
export const identityProvider = (services: Services): IdentityProvider | null =>
  providerByName(paymentEnv(services), PROVIDER)?.identities ?? null;

/**
 * Returns the page where a person goes on with the check, beginning one if none is open.
 * @throws Refusal tooMany, identityClosed, notReady, tooManyTries
 */
export async function openSession(services: Services, accountId: string): Promise<string> {
  const provider = identityProvider(services);
  const check = await findCheck(services.db, accountId);
  const page = identityUrl(services);
  const stage = check?.stage ?? "none";
  // The page says how far it is, or takes the documents that the staff asked for.
  if (stage === "approved" || stage === "more") return page;
  if (stage === "pending" && check?.provider !== PROVIDER) return page;
  try {
    if (!provider) throw new Error("Stripe is not set up");
    requireOutside(services, { whom: "payments", accountId });
    leavePlace();
    return await resume(services, provider, { accountId, check, page });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    services.log.warn({ err: error, accountId }, "identity check not started");
    throw new Refusal("notReady");
  }
}

async function resume(
  services: Services,
  provider: IdentityProvider,
  { accountId, check, page }: { accountId: string; check: IdentityCheck | null; page: string },
): Promise<string> {
  const ref = check?.provider === PROVIDER ? check.providerRef : null;
  const known = ref === null ? null : await provider.look(ref);
  if (ref !== null && known) await applySession(services, ref, known);
  if (known?.status === "processing" || known?.status === "verified") return page;
  const tries = (await findCheck(services.db, accountId))?.tries ?? 0;
  if (tries >= maxIdentityTries) throw new Refusal("tooMany", { limit: maxIdentityTries });
  if (known?.status === "open" && known.url !== null) return known.url;
  // Two at once begin one check; after a decision it is another one.
  const key = `identity-${accountId}-${check?.providerRef ?? ""}-${check?.decidedAt?.getTime() ?? 0}`;
  const begun = await provider.begin({ accountId, key, returnUrl: page });
  await transaction(services.db, (tx) => keep(tx, { accountId, check, ref: begun.ref }));
  return begun.url;
}

/** Stores a check that was begun. @throws Refusal identityClosed, sessionInvalid */
async function keep(
  tx: Tx,
  { accountId, check, ref }: { accountId: string; check: IdentityCheck | null; ref: string },
): Promise<void> {
  await lockOpenAccount(tx, accountId);
  const now = await lockCheck(tx, { accountId, provider: PROVIDER });
  if (now.providerRef === ref) return;
  const isSame = now.decidedAt?.getTime() === check?.decidedAt?.getTime();
  if (!isSame || now.providerRef !== (check?.providerRef ?? null))
    throw new Refusal("identityClosed");
  if (now.providerRef !== null) await queueRedaction(tx, now.providerRef);
  await saveCheck(tx, { ...now, provider: PROVIDER, providerRef: ref });
}

/** Takes over what the provider says now of a check of ours. */
export async function lookAtCheck(services: Services, ref: string): Promise<void> {
  if ((await accountOfRef(services.db, ref)) === null) return;
  const session = await identityProvider(services)?.look(ref);
  if (session) await applySession(services, ref, session);
}

/** Does nothing if the staff has decided, or if another check was begun, since. */
async function applySession(
  services: Services,
  ref: string,
  { status, failed }: IdentitySession,
): Promise<void> {
  await transaction(services.db, async (tx) => {
    const accountId = await accountOfRef(tx, ref);
    const account = accountId === null ? null : await lockAccount(tx, accountId);
    if (accountId === null || !account || account.closed) return;
    const check = await lockCheck(tx, { accountId, provider: PROVIDER });
    const { stage, provider, providerRef, tries } = check;
    if (provider !== PROVIDER || providerRef !== ref || stage === "approved" || stage === "more")
      return;
    const decided = { accountId, by: BY_STRIPE, note: "" };
    if (status === "verified")
      await decideIdentity(services, tx, { ...decided, decision: "approve", reason: null });
    else if (status === "processing" && stage !== "pending")
      await saveCheck(tx, {
        ...check,
        stage: "pending",
        handedInAt: new Date(services.world.now()),
      });
    else if (status === "open" && failed !== null && stage !== "rejected") {
      await saveCheck(tx, { ...check, tries: tries + 1 });
      await decideIdentity(services, tx, { ...decided, decision: "reject", reason: failed });
    } else if ((status === "ended" || status === "open") && stage === "pending")
      await saveCheck(tx, { ...check, stage: "none", handedInAt: null });
  });
}
