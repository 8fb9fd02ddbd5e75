/** Who is signed in, and what they may do. The session itself is a cookie that scripts cannot read. */
import { calls } from "./calls.gen.ts";
import type { CallName, CallResult } from "./call.ts";
import { queryClient, useCall } from "./queries.ts";

export type Me = CallResult<"whoAmI">["me"];

/** What the API answered about the person who is signed in; undefined while it is on its way. */
export const useMe = (): Me | undefined => useCall("whoAmI", {}).data?.me;

/** After a sign-in: who it is, without asking again. */
export function keepMe(me: Me): void {
  queryClient.setQueryData(["whoAmI", {}], { me });
}

/** Whether the person's role permits a call: what it does not permit is not offered. */
export function useMay(): (call: CallName) => boolean {
  const granted: readonly string[] = useMe()?.permissions ?? [];
  return (call) => {
    const { access } = calls[call];
    return access === "staff" || access === "visitor" || granted.includes(access);
  };
}
