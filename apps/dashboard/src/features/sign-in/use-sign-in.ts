import { isEmail } from "@turnpike/rules/credentials.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { CallRefused } from "../../lib/call.ts";
import { takeNext } from "../../lib/next-path.ts";
import { openSession } from "../../lib/session.ts";
import { tryCall } from "./try-call.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import { useFields } from "./use-fields.ts";
import { useEmailFromRoute } from "./use-email-from-route.ts";

export type SignIn = ReturnType<typeof useSignIn>;

/** The form's fields, validated before the API is called. */
function useSignInFields() {
  const { t } = useTranslation("login");
  return useFields(
    { email: useEmailFromRoute(), password: "", agree: false },
    {
      email: (value) => (isEmail(value.trim()) ? null : t("badEmail")),
      password: (value) => (value.trim() ? null : t("enterPassword")),
      agree: (value) => (value ? null : t("mustAgree")),
    },
  );
}

/** The field for the mailed code: shown from when an e-mail requires it until that is changed. */
function useMailedField(email: string) {
  const { t } = useTranslation("login");
  const [needed, setNeeded] = useState("");
  const [value, setValue] = useState("");
  const [error, setError] = useState<string | null>(null);
  const isNeeded = needed !== "" && needed === email;
  const fail = (words: string) => {
    setValue("");
    setError(words);
  };
  return {
    /** Sent with the password; undefined if there is none. */
    code: isNeeded && value ? value : undefined,
    field: isNeeded
      ? {
          email,
          value,
          fault: error,
          onChange: (text: string) => {
            setValue(text);
            setError(null);
          },
        }
      : null,
    /** Shows a refusal that concerns the code; false for any other. */
    showRefusal: (refused: CallRefused): boolean => {
      if (refused.mailCode) {
        if (isNeeded) fail(t("mailed.missing"));
        setNeeded(email);
        return true;
      }
      if (!isNeeded || (refused.reason !== "wrongPasswordOrCode" && refused.code !== 410))
        return false;
      fail(refused.msg);
      return true;
    },
  };
}

/** Both steps of a sign-in: the password, and the MFA code if the account has MFA. */
export function useSignIn() {
  const navigate = useNavigate();
  const fields = useSignInFields();
  const wait = useCountdown();
  const mailed = useMailedField(fields.values.email.trim());
  const [isPending, setPending] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  /** Returns a refusal that neither step has shown yet. */
  const send = async (mfaCode?: string): Promise<CallRefused | undefined> => {
    // Passwords contain no spaces; surrounding ones were pasted by accident.
    const password = fields.values.password.trim();
    const parameters = { ...fields.values, password, code: mailed.code, mfaCode };
    const { answer, refused } = await tryCall("signin", parameters);
    if (!answer) return refused;
    openSession(answer.session, answer.user);
    await navigate(takeNext());
    return undefined;
  };
  const back = (refused?: CallRefused) => {
    setNeedsCode(false);
    if (refused) fields.fail("password", refused.msg);
  };
  return {
    fields,
    wait,
    mailed: mailed.field,
    isPending,
    needsCode,
    submit: fields.submit(async () => {
      setPending(true);
      const refused = await send();
      setPending(false);
      if (!refused) return;
      if (refused.code === 460) setNeedsCode(true);
      else if (mailed.showRefusal(refused)) return;
      else if (refused.code === 429) wait.start(refused.retryAfterSeconds);
      else if (refused.reason === "wrongPassword" || !fields.showRefusal(refused))
        fields.fail("password", refused.msg);
    }),
    sendCode: async (mfaCode: string): Promise<CallRefused | undefined> => {
      const refused = await send(mfaCode);
      if (refused && mailed.showRefusal(refused)) {
        back();
        return undefined;
      }
      if (refused?.reason !== "wrongPassword") return refused;
      back(refused);
      return undefined;
    },
    back: () => back(),
  };
}
