/** Sign-in, and registration, by a third party (spec/sign-in#linked-logins, spec/quality#a9). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { addressesOf } from "../account/addresses.ts";
import { accountByInviteCode, registerAccount } from "../account/register.ts";
import { recordSignUp } from "../legal/consent.ts";
import { passCaptcha } from "../captcha/captcha.ts";
import { refuseDisposable } from "../disposable-mail/judge.ts";
import { refuseSignUpFrom } from "../account/sign-up-country.ts";
import { markEmailVerified } from "../account/verified-email.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { SignInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { signUpLimits } from "../credential/rate-limits.ts";
import { openSession } from "../session/open-session.ts";
import { countTry, refuseWhenReached } from "../session/rate-limit.ts";
import { type ProviderResponse, identify, refuseIncomplete, checkResponse } from "./identify.ts";
import { useStart, openSealed, refuseUsedStart } from "./start.ts";
import { findIdentity, insertIdentity } from "./store.ts";
import { providers } from "@turnpike/contract/identity.ts";
import { z } from "zod";

/**
 * An authorization code can be exchanged only once. If the MFA code is still missing then, the
 * caller receives the provider's response sealed, and sends it again together with the MFA code
 * (gLogin).
 */
const PROOF_MS = 5 * 60_000;

const provedPerson = z.object({
  provider: z.enum(providers),
  /** The nonce of the sign-in's start, which is marked as used when the proof succeeds. */
  nonce: z.string(),
  person: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    label: z.string(),
  }),
});
type ProvedPerson = z.output<typeof provedPerson>;
const sealedProof = provedPerson.extend({ is: z.literal("proof"), endsAt: z.number() });

function sealProof({ seal, world }: Services, person: ProvedPerson): string {
  return seal.seal(JSON.stringify({ ...person, is: "proof", endsAt: world.now() + PROOF_MS }));
}

/** @throws Refusal providerRefused if it is not ours, has expired, or was used before */
async function openProof(services: Services, text: string): Promise<ProvedPerson> {
  const proof = openSealed(services, text, sealedProof);
  if (!proof || proof.endsAt <= services.world.now())
    throw new Refusal("providerRefused", { field: "proof" });
  await refuseUsedStart(services, proof.nonce);
  return proof;
}

export interface SignInRequest extends ProviderResponse {
  proof?: string | undefined;
  inviteCode?: string | undefined;
  mfaCode?: string | undefined;
  captcha?: string | undefined;
}
interface ExistingSignIn {
  proved: ProvedPerson;
  accountId: string;
  /** The proof that the caller sent, if any. */
  proof?: string | undefined;
  mfaCode?: string | undefined;
}
export interface SignInResult {
  token: string;
  accountId: string;
  created: boolean;
}

/** Signs in the person that the provider identifies; creates their account the first time. */
export async function signInWithProvider(
  services: Services,
  providers: SignInProviders,
  request: SignInRequest,
  caller: Caller,
): Promise<SignInResult> {
  if (request.proof === undefined) refuseIncomplete(services, request);
  const inviterId = await findInviter(services, request.inviteCode, caller.ip);
  const proved = await provePerson(services, providers, request, caller);
  const identity = await findIdentity(services.db, proved.person);
  if (identity)
    return signInExisting(services, { ...request, proved, accountId: identity.accountId }, caller);
  try {
    return await register(services, { ...request, proved, inviterId }, caller);
  } catch (error) {
    // Of two concurrent first sign-ins, the later one finds the account that the other created.
    const other = await findIdentity(services.db, proved.person);
    if (!other || !(error instanceof Refusal) || error.reason !== "linkBySignIn") throw error;
    return signInExisting(services, { ...request, proved, accountId: other.accountId }, caller);
  }
}

async function provePerson(
  services: Services,
  providers: SignInProviders,
  request: SignInRequest,
  caller: Caller,
): Promise<ProvedPerson> {
  if (request.proof !== undefined) return openProof(services, request.proof);
  // Without a configured provider no response can be checked.
  const candidates =
    request.credential === undefined ? Object.values(providers) : [providers.google];
  if (candidates.every((one) => one === null)) throw new Refusal("providerNotConfigured");
  const checked = await checkResponse(services, request, { accountId: "" });
  const person = await identify(services, providers, checked, caller.ip);
  return { provider: checked.provider, nonce: checked.nonce, person };
}

/** Counts unknown codes, as they could be guessed here otherwise (credential/sign-up.ts). */
async function findInviter(services: Services, code: string | undefined, ip: string) {
  if (code === undefined) return null;
  const limits = signUpLimits(ip);
  await refuseWhenReached(services, limits);
  const inviterId = await accountByInviteCode(services.db, code);
  if (inviterId) return inviterId;
  await countTry(services, limits);
  throw new Refusal("unknownInviteCode", { field: "inviteCode" });
}

async function signInExisting(
  services: Services,
  request: ExistingSignIn,
  caller: Caller,
): Promise<SignInResult> {
  const { proved, accountId, mfaCode } = request;
  const hadMfa = await mfaBound(services.db, accountId);
  try {
    await requireMfa(services, { accountId, mfaCode });
    const token = await transaction(services.db, async (tx) => {
      await useStart(services, tx, proved.nonce);
      const opened = await openSession(services, tx, { accountId, caller, event: proved.provider });
      // The login may have been unlinked, or MFA bound, since the look-up. The row is locked now.
      const current = await findIdentity(tx, proved.person);
      if (current?.accountId !== accountId) throw new Refusal("providerRefused");
      if (!hadMfa && (await mfaBound(tx, accountId)))
        throw new Refusal("mfaNeeded", { field: "mfaCode" });
      const { email, emailVerified } = proved.person;
      if (emailVerified && email === (await addressesOf(tx, accountId)).email)
        await markEmailVerified(services, tx, accountId);
      return opened;
    });
    return { token, accountId, created: false };
  } catch (error) {
    throw withProof(services, request, error);
  }
}

interface NewSignIn {
  proved: ProvedPerson;
  inviterId: string | null;
  proof?: string | undefined;
  captcha?: string | undefined;
}

/**
 * Counts as a sign-up. The provider's response may be used up already, so the refusal has a proof.
 */
async function passAsSignUp(services: Services, request: NewSignIn, ip: string): Promise<void> {
  try {
    const answer = request.captcha;
    const counted = await passCaptcha(services, { purpose: "signup", ip, answer });
    await counted.settle(true);
  } catch (error) {
    throw withProof(services, request, error);
  }
}

/** A refusal for what is missing, with the proof that is sent again together with it. */
function withProof(
  services: Services,
  { proof, proved }: Pick<NewSignIn, "proof" | "proved">,
  error: unknown,
): unknown {
  if (!(error instanceof Refusal) || !/^(mfa(Needed|Wrong)|captchaNeeded)$/.test(error.reason))
    return error;
  const sealed = proof ?? sealProof(services, proved);
  return new Refusal(error.reason, { ...error.details, proof: sealed });
}

/** Creates an account without a password. Never links an existing account with the same e-mail. */
async function register(
  services: Services,
  request: NewSignIn,
  caller: Caller,
): Promise<SignInResult> {
  const { proved, inviterId } = request;
  const { email, emailVerified, ...who } = proved.person;
  if (email === null || !emailVerified) throw new Refusal("providerEmailUnverified");
  await refuseSignUpFrom(services, caller.ip);
  refuseDisposable(services, email);
  await passAsSignUp(services, request, caller.ip);
  if (!services.env.lab) await countTry(services, signUpLimits(caller.ip));
  return transaction(services.db, async (tx) => {
    await useStart(services, tx, proved.nonce);
    const { lang } = caller;
    const account = { email, passwordHash: null, inviterId, lang, emailVerified: true };
    const accountId = await registerAccount(services, tx, account);
    if (!accountId) throw new Refusal("linkBySignIn");
    const now = new Date(services.world.now());
    if (!(await insertIdentity(tx, { ...who, accountId, provider: proved.provider, now })))
      throw new Refusal("linkBySignIn");
    await recordSignUp(services, tx, { accountId, caller });
    const token = await openSession(services, tx, { accountId, caller, event: proved.provider });
    const values = { email, url: `${services.env.publicUrl}/cli/home` };
    await queueMail(services, tx, { to: email, lang, mail: "welcome", values });
    return { token, accountId, created: true };
  });
}
