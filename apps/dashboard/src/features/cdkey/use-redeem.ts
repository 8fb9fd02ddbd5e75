import type { CallName } from "@turnpike/contract/calls.ts";
import { readCdkey } from "@turnpike/rules/cdkey.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import type { Held } from "./amount-text.ts";

/**
 * Calls whose answers change with a redemption; one's own key may be among those that are listed.
 */
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

/** Refusals that say something about the key; any other is left to the toast. */
const aboutKey: ReadonlySet<CallRefused["reason"]> = new Set<CallRefused["reason"]>([
  "enterCdkey",
  "badField",
  "cdkeyNotFound",
  "cdkeyUsed",
  "cdkeyVoid",
  "tooManyTries",
]);

/** Redeems the key in a field: the result, the fault, and the seconds to wait. */
export function useRedeem() {
  const { t } = useTranslation("cdkey");
  const [fault, setFault] = useState("");
  const [done, setDone] = useState<Held | null>(null);
  const wait = useCountdown();
  const use = useCommand("cdkeyUse", {
    invalidates: redeemedCalls,
    handles: ({ reason, msg, retryAfterSeconds }) => {
      if (!aboutKey.has(reason)) return false;
      if (reason === "tooManyTries") wait.start(retryAfterSeconds);
      setFault(msg);
      return true;
    },
  });
  /** `onDone` empties the field. A key whose check does not fit costs no try. */
  const redeem = (typed: string, onDone: () => void): void => {
    setDone(null);
    const code = readCdkey(typed);
    setFault(code ? "" : t(typed ? "redeem.incomplete" : "redeem.enter"));
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
  return { redeem, busy: use.isPending, done, fault, forget: () => setFault(""), wait };
}
