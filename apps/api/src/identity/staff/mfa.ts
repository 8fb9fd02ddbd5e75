/** The second factor of staff members; codes and their limits are those of customers. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { transaction } from "../../platform/db/database.ts";
import { type Actor, appendAudit } from "../../platform/audit/audit.ts";
import { qrCode } from "../../platform/qr-code.ts";
import type { Services } from "../../platform/services.ts";
import { openSecret, withTryLimit } from "../mfa/prove.ts";
import { newRecoveryCodes, plainCode, recoveryLookups } from "../mfa/recovery-codes.ts";
import { newSecret, otpauthUri, stepOf } from "../mfa/totp.ts";
import { isWithin, type RateLimit } from "../session/rate-limit.ts";
import { staffSessionMs } from "./sessions.ts";
import { deleteStaffSession, deleteStaffSessions, setStaffProved } from "./store/session.ts";
import {
  bindStaffMfa,
  insertStaffCodes,
  saveStaffMfaSecret,
  takeStaffCode,
  takeStaffStep,
} from "./store/mfa.ts";
import { staffById, type StaffRow } from "./store/staff.ts";

/** Creates a new secret for an app. @throws Refusal mfaIssues (MFA is bound already) */
export async function startStaffMfa(
  services: Services,
  { staffId, email }: { staffId: string; email: string },
) {
  const { db, seal, world } = services;
  const secret = newSecret(world);
  if (!(await saveStaffMfaSecret(db, staffId, seal.seal(secret)))) throw new Refusal("mfaIssues");
  const otpauth = otpauthUri(secret, {
    issuer: brandOf(services).name,
    label: `${email} (console)`,
  });
  return { secret, otpauth, qr: qrCode(otpauth) };
}

/**
 * Binds the newest secret with its first code; ends other sessions.
 * @throws Refusal mfaNotStarted, mfaIssues, mfaWrong, tooManyTries
 */
export async function confirmStaffMfa(
  services: Services,
  actor: Actor & { staffId: string },
  { code, sessionId }: { code: string; sessionId: string },
): Promise<string[]> {
  const { db, seal, world } = services;
  const { staffId } = actor;
  const row = await staffById(db, staffId);
  if (row?.mfaBoundAt) throw new Refusal("mfaIssues");
  const sealed = row?.secretSealed ?? null;
  const secret = sealed && openSecret(services, { secretSealed: sealed, bound: false });
  if (!sealed || !secret) throw new Refusal("mfaNotStarted");
  const step = await withTryLimit(services, { accountId: staffId, field: "code" }, async () =>
    stepOf(secret, plainCode(code), world.now()),
  );
  return transaction(db, async (tx) => {
    const at = new Date(world.now());
    if (!(await bindStaffMfa(tx, { staffId, sealed, step, at }))) throw new Refusal("mfaIssues");
    const codes = newRecoveryCodes(world);
    const lookups = codes.map((one) => recoveryLookups(seal, staffId, plainCode(one))[0]);
    await insertStaffCodes(tx, staffId, lookups);
    await deleteStaffSessions(tx, staffId, sessionId);
    await appendAudit(services, tx, actor, { action: "staff.mfaBind", subject: actor.name });
    return codes;
  });
}

/**
 * Passes if no second factor is bound, or if the code is right, which is then used up.
 * @throws Refusal mfaNeeded, mfaWrong, mfaIssues, tooManyTries
 */
export async function proveStaffMfa(
  services: Services,
  row: StaffRow,
  typed: string | undefined,
): Promise<void> {
  if (!row.mfaBoundAt) return;
  const field = "mfaCode";
  if (typed === undefined) throw new Refusal("mfaNeeded", { field });
  const { db, seal, world } = services;
  const code = plainCode(typed);
  await withTryLimit(services, { accountId: row.id, field }, async () => {
    const now = world.now();
    const lookups = recoveryLookups(seal, row.id, code);
    const recovery = await takeStaffCode(db, { staffId: row.id, lookups, at: new Date(now) });
    if (recovery !== null) return recovery === "taken" ? true : "used";
    const sealed = row.secretSealed;
    const secret = sealed && openSecret(services, { secretSealed: sealed, bound: true });
    if (!sealed || !secret) throw new Refusal("mfaIssues");
    const step = stepOf(secret, code, now);
    if (step === null) return null;
    return (await takeStaffStep(db, { staffId: row.id, sealed, step })) || "used";
  });
}

/** The wrong codes of one session, as long as it lasts. The one beyond them ends it. */
const wrongOf = (sessionId: string): RateLimit => ({
  key: `staff proof ${sessionId}`,
  tries: 9,
  windowSeconds: staffSessionMs / 1_000,
});

/**
 * Proves the second factor of a live session again, for calls that need it to be fresh. A session in
 * which codes are guessed ends, however slowly: at sign-in, guessing needs the password too. What is
 * guessed elsewhere ends no session.
 * @throws Refusal sessionInvalid, mfaWrong, mfaIssues, tooManyTries
 */
export async function proveAgain(
  services: Services,
  { staffId, sessionId }: { staffId: string; sessionId: string },
  code: string,
): Promise<void> {
  const { db, world } = services;
  const row = await staffById(db, staffId);
  if (!row) throw new Refusal("sessionInvalid");
  try {
    await proveStaffMfa(services, row, code);
  } catch (error) {
    const isWrong = error instanceof Refusal && error.reason === "mfaWrong";
    if (isWrong && !(await isWithin(services, wrongOf(sessionId))))
      await deleteStaffSession(db, sessionId);
    throw error;
  }
  await setStaffProved(db, sessionId, new Date(world.now()));
}
