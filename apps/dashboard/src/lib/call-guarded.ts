/** Calls that may require a proof of identity: asks the user, then sends the call again. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type CallResult,
  callApi,
  CallCancelled,
  CallRefused,
  type CallOptions,
  type CallParameters,
} from "./call.ts";
import { makeStale } from "./stale.ts";
import { askForProof, closePrompt, type Proof, type PromptKind } from "./proof-prompt.ts";

const MFA_NEEDED = 460;
const MFA_WRONG = 461;
const TOO_MANY_TRIES = 429;

/** The proof that a refusal requires; null if a proof does not help. `given` is what was sent. */
function promptKindOf(refused: CallRefused, sent: Proof): PromptKind | null {
  const { code, reason, field } = refused;
  if (reason === "verifyEmail") return "verify";
  if (code === MFA_NEEDED || (code === MFA_WRONG && sent.mfaCode !== undefined)) return "mfa";
  if (reason === "missingField" && field === "password") return "proof";
  const wasProof = sent.password !== undefined || sent.confirmCode !== undefined;
  if (wasProof && (field === "password" || field === "confirmCode")) return "proof";
  // The message about too many attempts is shown where they were made.
  if (code !== TOO_MANY_TRIES || reason === "tooSoon") return null;
  return sent.mfaCode !== undefined ? "mfa" : wasProof ? "proof" : null;
}

/** Whether the refusal says that the proof was wrong rather than missing. */
const isWrongProof = ({ code, reason }: CallRefused) =>
  code !== MFA_NEEDED && reason !== "missingField" && reason !== "verifyEmail";

/** Verifies the e-mail, asking again while the code is wrong. */
async function verifyEmail(): Promise<void> {
  for (let lastError = ""; ; ) {
    const proof = await askForProof("verify", lastError);
    if (!proof) throw new CallCancelled();
    try {
      await callApi("verifyMail", { code: proof.code ?? "" }, { handles: () => true });
      void makeStale({ after: "verifyMail" });
      return;
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      lastError = error.msg;
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
 * Like `callApi`, but asks the user for a required proof and sends the request again with it, until it
 * is right.
 * @throws CallCancelled if the user gives up
 */
export async function callGuarded<K extends CallName>(
  name: K,
  parameters: CallParameters<K>,
  options: CallOptions = {},
): Promise<CallResult<K>> {
  let input: Proof = {};
  const handles = (refused: CallRefused) =>
    promptKindOf(refused, input) !== null || options.handles?.(refused) === true;
  for (;;) {
    try {
      const answer = await callApi(name, { ...parameters, ...input }, { ...options, handles });
      closePrompt();
      return answer;
    } catch (error) {
      const kind = error instanceof CallRefused ? promptKindOf(error, input) : null;
      if (!(error instanceof CallRefused) || kind === null) {
        closePrompt();
        throw error;
      }
      if (kind === "verify") {
        await verifyEmail();
        continue;
      }
      const proof = await askForProof(kind, isWrongProof(error) ? error.msg : "");
      if (!proof) throw new CallCancelled();
      input = proof;
    }
  }
}
