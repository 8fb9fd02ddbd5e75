/** Who is signed in, and what they may do. The session itself is a cookie that scripts cannot read. */
import { calls } from "./calls.gen.ts";
import type { CallName, CallResult } from "./call.ts";
import { queryClient, useCall } from "./queries.ts";

export type Me = CallResult<"whoAmI">["me"];

/** The signed-in person as the API reported them; undefined while loading. */
export const useMe = (): Me | undefined => useCall("whoAmI", {}).data?.me;

/** Stores who signed in, so that `whoAmI` need not be called again. */
export function cacheMe(me: Me): void {
  queryClient.setQueryData(["whoAmI", {}], { me });
}

/** Whether the person's role permits a call; actions it does not permit are not shown. */
export function useCanCall(): (call: CallName) => boolean {
  const granted: readonly string[] = useMe()?.permissions ?? [];
  return (call) => {
    const { access } = calls[call];
    return access === "staff" || access === "visitor" || granted.includes(access);
  };
}
