import { readCdkey } from "@turnpike/rules/cdkey.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallRefused } from "../../lib/call.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import type { Held } from "./amount-text.ts";

/** Refusals that concern the key, shown at the field; all others appear as toasts. */
const aboutKey: ReadonlySet<CallRefused["reason"]> = new Set<CallRefused["reason"]>([
  "enterCdkey",
  "badField",
  "cdkeyNotFound",
  "cdkeyUsed",
  "cdkeyVoid",
  "tooManyTries",
]);

/** Redeems the key in a field: returns the result, the error, and the seconds to wait. */
export function useRedeem() {
  const { t } = useTranslation("cdkey");
  const [error, setError] = useState("");
  const [done, setDone] = useState<Held | null>(null);
  const wait = useCountdown();
  const use = useCommand("cdkeyUse", {
    handles: ({ reason, msg, retryAfterSeconds }) => {
      if (!aboutKey.has(reason)) return false;
      if (reason === "tooManyTries") wait.start(retryAfterSeconds);
      setError(msg);
      return true;
    },
  });
  /** `onDone` empties the field. A key with a wrong check character is not sent to the API. */
  const redeem = (typed: string, onDone: () => void): void => {
    setDone(null);
    const code = readCdkey(typed);
    setError(code ? "" : t(typed ? "redeem.incomplete" : "redeem.enter"));
    if (!code) return;
    void use.send({ code }, ({ kind, amount }) => {
      setDone({ kind, amount });
      onDone();
    });
  };
  return { redeem, busy: use.busy, done, fault: error, forget: () => setError(""), wait };
}
