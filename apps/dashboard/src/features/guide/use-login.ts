import { useState } from "react";
import type { CallRefused } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { randomName, randomPassword } from "../credentials/random-credential.ts";

const fresh = () => ({ account: randomName(), password: randomPassword() });

/** A pair that was made up, and what makes the main sub-account of it. */
export function useLogin(onMade: () => void) {
  const [pair, setPair] = useState(fresh);
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const add = useCommand("addSubUser", {
    invalidates: ["subUsers", "availableSubUsers", "subAccounts", "trafficInfo"],
    settles: true,
    handles: (refused) => {
      setRefusal(refused);
      // A name that somebody has is no use a second time.
      if (refused.field === "account") setPair(fresh());
      return true;
    },
  });
  const make = () => {
    setRefusal(null);
    add.mutate({ ...pair, main: true }, { onSuccess: onMade });
  };
  return { pair, make, refusal, busy: add.isPending, remake: () => setPair(fresh()) };
}
