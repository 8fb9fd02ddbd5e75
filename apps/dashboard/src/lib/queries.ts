/** Reading: the contract's calls as a hook that caches their answers. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { type CallParameters, type CallResult, callApi, onCancelled } from "./call.ts";
import { staleAfter } from "./changes.ts";
import { onSessionClosed } from "./session.ts";
import { onStale } from "./stale.ts";
import { yieldToBrowser } from "@turnpike/ui/lib/yield-to-browser.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // A refusal is a final answer; a failure was shown in a toast and is retried by the user.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    // Without a network, changes fail at once: nothing is done later without the user.
    mutations: { retry: false, networkMode: "always" },
  },
});

onCancelled(() => void queryClient.cancelQueries());
onSessionClosed(() => queryClient.clear());
onStale((stale) => {
  if (stale === "all") return queryClient.invalidateQueries();
  const calls = "after" in stale ? staleAfter(stale.after) : stale;
  return Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })));
});

export interface ReadOptions<K extends CallName> {
  enabled?: boolean;
  /** Polling interval in milliseconds while the window is visible, or its function of the answer. */
  everyMs?: number | false | ((answer: CallResult<K> | undefined) => number);
  /** Shows the previous page while the next one loads. */
  keepLast?: boolean;
  staleMs?: number;
}

/** Sends the call and caches the answer under its name and parameters. */
export function useCall<K extends CallName>(
  name: K,
  question: CallParameters<K>,
  options: ReadOptions<K> = {},
): UseQueryResult<CallResult<K>, Error> {
  const { everyMs } = options;
  return useQuery({
    queryKey: [name, question],
    queryFn: async ({ signal }) => {
      // A screen starts ten requests at once, which takes milliseconds each.
      await yieldToBrowser();
      return callApi(name, question, { signal });
    },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(everyMs === undefined ? {} : { refetchInterval: intervalOf(everyMs) }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepLast ? { placeholderData: keepPreviousData as never } : {}),
  }) as UseQueryResult<CallResult<K>, Error>;
}

const intervalOf = <A>(everyMs: number | false | ((answer: A | undefined) => number)) =>
  typeof everyMs === "function"
    ? ({ state }: { state: { data: unknown } }) => everyMs(state.data as A | undefined)
    : everyMs;
