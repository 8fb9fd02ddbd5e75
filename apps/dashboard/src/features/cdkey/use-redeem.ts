import type { CallName } from "@turnpike/contract/calls.ts";
import { readCdkey } from "@turnpike/rules/cdkey.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import type { Held } from "./amount-text.ts";

/** Calls whose answers change with a redemption; the key may be one of the account's own. */
const redeemedCalls = [
  "cdkeyRecord",
  "cdkeys",
  "member",
  "headerInit",
  "indexInit",
  "trafficInfo",
  "subUsers",
  "availableSubUsers",
] as const satisfies readonly CallName[];

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
    invalidates: redeemedCalls,
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
    use.mutate(
      { code },
      {
        onSuccess: ({ kind, amount }) => {
          setDone({ kind, amount });
          onDone();
        },
      },
    );
  };
  return { redeem, busy: use.isPending, done, fault: error, forget: () => setError(""), wait };
}
