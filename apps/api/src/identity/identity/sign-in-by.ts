/** Sign-in, and registration, by a third party (spec/sign-in#linked-logins, spec/quality#a9). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { accountByInviteCode, registerAccount } from "../account/register.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { SignInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { signUpLimits } from "../credential/rate-limits.ts";
import { openSession } from "../session/open-session.ts";
import { countTry, refuseWhenReached } from "../session/rate-limit.ts";
import { type Given, identify, refuseIncomplete, checkResponse } from "./identify.ts";
import { openProof, type Proved, sealProof } from "./proof.ts";
import { useStart } from "./start.ts";
import { findIdentity, insertIdentity } from "./store.ts";

export interface Wish extends Given {
  proof?: string | undefined;
  inviteCode?: string | undefined;
  mfaCode?: string | undefined;
}
interface Entering {
  proved: Proved;
  accountId: string;
  /** What the proof was, where it came as one. */
  proof?: string | undefined;
  mfaCode?: string | undefined;
}
export interface Entered {
  token: string;
  accountId: string;
  created: boolean;
}

/** Answers the session of whoever the provider names, or of the account made for them. */
export async function signInBy(
  services: Services,
  providers: SignInProviders,
  wish: Wish,
  asker: Asker,
): Promise<Entered> {
  if (wish.proof === undefined) refuseIncomplete(services, wish);
  const inviterId = await findInviter(services, wish.inviteCode, asker.ip);
  const proved = await prove(services, providers, wish, asker);
  const known = await findIdentity(services.db, proved.person);
  if (known) return enter(services, { ...wish, proved, accountId: known.accountId }, asker);
  try {
    return await register(services, { proved, inviterId }, asker);
  } catch (error) {
    // Of two first sign-ins at once the later one finds the account that the other made.
    const made = await findIdentity(services.db, proved.person);
    if (!made || !(error instanceof Refusal) || error.reason !== "linkBySignIn") throw error;
    return enter(services, { ...wish, proved, accountId: made.accountId }, asker);
  }
}

async function prove(
  services: Services,
  providers: SignInProviders,
  wish: Wish,
  asker: Asker,
): Promise<Proved> {
  if (wish.proof !== undefined) return openProof(services, wish.proof);
  // What a provider that is not set up would have said cannot be judged.
  const asked = wish.credential === undefined ? Object.values(providers) : [providers.google];
  if (asked.every((one) => one === null)) throw new Refusal("providerNotConfigured");
  const brought = await checkResponse(services, wish, { accountId: "" });
  const person = await identify(services, providers, brought, asker.ip);
  return { provider: brought.provider, nonce: brought.nonce, person };
}

/** Unknown codes are counted: otherwise they could be guessed here (credential/sign-up.ts). */
async function findInviter(services: Services, code: string | undefined, ip: string) {
  if (code === undefined) return null;
  const limits = signUpLimits(ip);
  await refuseWhenReached(services, limits);
  const inviterId = await accountByInviteCode(services.db, code);
  if (inviterId) return inviterId;
  await countTry(services, limits);
  throw new Refusal("unknownInviteCode", { field: "inviteCode" });
}

async function enter(services: Services, given: Entering, asker: Asker): Promise<Entered> {
  const { proved, accountId, mfaCode } = given;
  const guarded = await mfaBound(services.db, accountId);
  try {
    await requireMfa(services, { accountId, mfaCode });
    const token = await transaction(services.db, async (tx) => {
      await useStart(services, tx, proved.nonce);
      const opened = await openSession(services, tx, { accountId, asker, event: proved.provider });
      // Unlinked, or guarded, since it was looked up: the account's row is locked from here on.
      const still = await findIdentity(tx, proved.person);
      if (still?.accountId !== accountId) throw new Refusal("providerRefused");
      if (!guarded && (await mfaBound(tx, accountId)))
        throw new Refusal("mfaNeeded", { field: "mfaCode" });
      return opened;
    });
    return { token, accountId, created: false };
  } catch (error) {
    if (!(error instanceof Refusal) || !/^mfa(Needed|Wrong)$/.test(error.reason)) throw error;
    const proof = given.proof ?? sealProof(services, proved);
    throw new Refusal(error.reason, { ...error.details, proof });
  }
}

/** Makes an account without a password. An account that has the e-mail is never linked silently. */
async function register(
  services: Services,
  { proved, inviterId }: { proved: Proved; inviterId: string | null },
  asker: Asker,
): Promise<Entered> {
  const { email, emailVerified, ...who } = proved.person;
  if (email === null || !emailVerified) throw new Refusal("providerEmailUnverified");
  if (!services.env.lab) await countTry(services, signUpLimits(asker.ip));
  return transaction(services.db, async (tx) => {
    await useStart(services, tx, proved.nonce);
    const { lang } = asker;
    const account = { email, passwordHash: null, inviterId, lang };
    const accountId = await registerAccount(services, tx, account);
    if (!accountId) throw new Refusal("linkBySignIn");
    const now = new Date(services.world.now());
    if (!(await insertIdentity(tx, { ...who, accountId, provider: proved.provider, now })))
      throw new Refusal("linkBySignIn");
    const token = await openSession(services, tx, { accountId, asker, event: proved.provider });
    const values = { email, url: `${services.env.publicUrl}/cli/home` };
    await queueMail(services, tx, { to: email, lang, mail: "welcome", values });
    return { token, accountId, created: true };
  });
}
