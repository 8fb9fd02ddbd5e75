/** Calls that may require a proof of identity: asks the user, then sends the call again. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type CallResult,
  ask,
  CallCancelled,
  CallRefused,
  type CallOptions,
  type Question,
} from "../../lib/call.ts";
import { askForProof, closePrompt, type Proof, type PromptKind } from "./prompt.ts";

const MFA_NEEDED = 460;
const MFA_WRONG = 461;
const TOO_MANY_TRIES = 429;

/** The proof that a refusal requires; null if a proof does not help. `given` is what was sent. */
function kindOf(refused: CallRefused, given: Proof): PromptKind | null {
  const { code, reason, field } = refused;
  if (reason === "verifyEmail") return "verify";
  if (code === MFA_NEEDED || (code === MFA_WRONG && given.mfaCode !== undefined)) return "mfa";
  if (reason === "missingField" && field === "password") return "proof";
  const wasProof = given.password !== undefined || given.confirmCode !== undefined;
  if (wasProof && (field === "password" || field === "confirmCode")) return "proof";
  // The message about too many attempts is shown where they were made.
  if (code !== TOO_MANY_TRIES) return null;
  return given.mfaCode !== undefined ? "mfa" : wasProof ? "proof" : null;
}

/** Whether the refusal says that the proof was wrong rather than missing. */
const isFault = ({ code, reason }: CallRefused) =>
  code !== MFA_NEEDED && reason !== "missingField" && reason !== "verifyEmail";

/** Verifies the e-mail, asking again while the code is wrong. */
async function verifyEmail(): Promise<void> {
  for (let fault = ""; ; ) {
    const proof = await askForProof("verify", fault);
    if (!proof) throw new CallCancelled();
    try {
      await ask("verifyMail", { code: proof.code ?? "" }, { handles: () => true });
      return;
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      fault = error.msg;
    }
  }
}

/** Asks for the code that verifies the e-mail; returns false if the user gave up. */
export async function askToVerify(): Promise<boolean> {
  try {
    await verifyEmail();
    return true;
  } catch {
    return false;
  } finally {
    closePrompt();
  }
}

/**
 * Like `ask`, but asks the user for a required proof and sends the request again with it, until it
 * is right.
 * @throws CallCancelled if the user gives up
 */
export async function askGuarded<K extends CallName>(
  name: K,
  question: Question<K>,
  how: CallOptions = {},
): Promise<CallResult<K>> {
  let input: Proof = {};
  const handles = (refused: CallRefused) =>
    kindOf(refused, input) !== null || how.handles?.(refused) === true;
  for (;;) {
    try {
      const answer = await ask(name, { ...question, ...input }, { ...how, handles });
      closePrompt();
      return answer;
    } catch (error) {
      const kind = error instanceof CallRefused ? kindOf(error, input) : null;
      if (!(error instanceof CallRefused) || kind === null) {
        closePrompt();
        throw error;
      }
      if (kind === "verify") {
        await verifyEmail();
        continue;
      }
      const proof = await askForProof(kind, isFault(error) ? error.msg : "");
      if (!proof) throw new CallCancelled();
      input = proof;
    }
  }
}
