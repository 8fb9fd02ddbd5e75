import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi, type CallRefused } from "../../lib/call.ts";
import { endSession, sessionToken, sessionUser } from "../../lib/session.ts";
import { tryCall } from "./try-call.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import { useEmailFromRoute } from "./use-email-from-route.ts";

export type Step = "address" | "code" | "password" | "mfa" | "done";
export type Recovery = ReturnType<typeof useRecovery>;

/** The minimum time between two mails to one address (spec/sign-in#mailed-codes). */
const BETWEEN_MAILS_SECONDS = 60;

/** Setting the password has ended the session here too if it was the same account's. */
async function dropEndedSession(): Promise<void> {
  const token = sessionToken();
  if (!token) return;
  const refused = await callApi("member", {}, { as: token }).catch((error: unknown) => error);
  if ((refused as Partial<CallRefused>).code === 300) endSession(token, "ended");
}

/** The step in which a refusal of the new password can be corrected. */
function stepOf({ code, reason }: CallRefused): Step | undefined {
  if (reason === "wrongCode") return "code";
  if (code === 410) return "address";
  if (reason === "mfaNeeded") return "mfa";
  return code === 400 ? "password" : undefined;
}

/** The steps and their values. An error is shown in the step that can correct it. */
export function useRecovery() {
  const { t } = useTranslation("forgot");
  const passedEmail = useEmailFromRoute();
  const [email, setEmail] = useState(() => passedEmail || (sessionUser()?.email ?? ""));
  const [code, setCode] = useState("");
  const [password, setPasswordText] = useState("");
  const [step, setStep] = useState<Step>("address");
  const [fault, setFault] = useState<string | null>(null);
  const resend = useCountdown();
  const goTo = (next: Step, why: string | null = null) => {
    setFault(why);
    setStep(next);
  };
  /** Shows a refusal in the step it belongs to; returns it if it belongs to no other step. */
  const place = (refused: CallRefused): CallRefused | undefined => {
    const next = stepOf(refused);
    if (next === undefined) return refused;
    if (next !== "password" && next !== "mfa") setCode("");
    goTo(next, next === "mfa" ? null : refused.msg);
    return undefined;
  };
  return {
    step,
    email,
    code,
    password,
    fault,
    resend,
    goTo,
    /** Typing clears the error. */
    typeCode: (text: string) => {
      setCode(text);
      setFault(null);
    },
    typePassword: (text: string) => {
      setPasswordText(text);
      setFault(null);
    },
    /** Requests a code; a refusal is returned to be shown at the address or the button. */
    sendCode: async (to: string): Promise<{ sent: boolean; refused?: CallRefused }> => {
      const { answer, refused } = await tryCall("mailCode", { scene: "forgot", email: to });
      const seconds = answer?.retryAfterSeconds ?? refused?.retryAfterSeconds;
      if (seconds !== undefined) resend.start(seconds);
      setEmail(to);
      if (answer) goTo("code");
      // A code was sent a moment ago.
      else if (refused?.code === 429 && (seconds ?? 0) <= BETWEEN_MAILS_SECONDS)
        goTo("code", t("code.justSent"));
      else if (refused) return { sent: false, refused };
      return { sent: answer !== undefined };
    },
    /** Sets the password; a refusal is returned to be shown in the current step. */
    setPassword: async (mfaCode?: string): Promise<CallRefused | undefined> => {
      const { answer, refused } = await tryCall("repwd", { email, code, password, mfaCode });
      if (refused) return place(refused);
      if (!answer) return undefined;
      await dropEndedSession();
      goTo("done");
      return undefined;
    },
  };
}
