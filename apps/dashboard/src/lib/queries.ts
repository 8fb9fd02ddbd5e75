/** The contract's calls as hooks: `useCall` reads and caches, `useCommand` changes something. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { makeRequestIds } from "@turnpike/ui/lib/request-ids.ts";
import { useState } from "react";
import { type CallResult, callApi, CallFailed, CallRefused, onCancelled } from "./call.ts";
import type { CallParameters } from "./call.ts";
import { onSessionClosed } from "./session.ts";
import { yieldToBrowser } from "@turnpike/ui/lib/yield-to-browser.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // A refusal is a final answer; a failure was shown in a toast and is retried by the user.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    // Without a network, changes fail at once: nothing is bought later without the user.
    mutations: { retry: false, networkMode: "always" },
  },
});

onCancelled(() => void queryClient.cancelQueries());
onSessionClosed(() => queryClient.clear());

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

/** Marks the cached answers of calls as stale; visible ones are refetched. */
export function makeStale(calls: readonly CallName[]): void {
  for (const call of calls) void queryClient.invalidateQueries({ queryKey: [call] });
}

export interface CommandOptions {
  /** Calls whose cached answers this change makes stale. */
  invalidates?: readonly CallName[];
  /**
   * Stays pending until the stale answers have been refetched: for a control that shows a cached
   * answer and would show the old one meanwhile. Otherwise resolves at once.
   */
  awaitRefetch?: boolean;
  /** Returns true if the screen shows the refusal itself, such as at a field. */
  handles?: (refused: CallRefused) => boolean;
  /** The function that sends the call; `callApi` by default. */
  send?: typeof callApi;
}

/**
 * A change. `mutateAsync(parameters)` throws like `callApi`; `mutate(parameters, {onSuccess})` does not.
 * Callbacks of `mutate` are dropped on unmount; a `then` of `mutateAsync` runs.
 */
export function useCommand<K extends CallName>(
  name: K,
  options: CommandOptions = {},
): UseMutationResult<CallResult<K>, Error, CallParameters<K>> {
  const client = useQueryClient();
  const [requestIds] = useState(makeRequestIds);
  return useMutation({
    mutationKey: [name],
    mutationFn: async (parameters: CallParameters<K>) => {
      const how = options.handles ? { handles: options.handles } : {};
      try {
        const send = options.send ?? callApi;
        const answer = await send(name, parameters, {
          ...how,
          requestId: requestIds.idFor(parameters),
        });
        requestIds.forget();
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailed)) requestIds.forget();
        throw error;
      }
    },
    onError: (error) => {
      // Refreshes the header's data, which the arrears banner shows.
      if (!(error instanceof CallRefused) || error.reason !== "inArrears") return;
      void client.invalidateQueries({ queryKey: ["headerInit"] });
    },
    onSuccess: async () => {
      const stale = options.invalidates ?? [];
      const refetches = stale.map((call) => client.invalidateQueries({ queryKey: [call] }));
      if (options.awaitRefetch) await Promise.all(refetches);
    },
  });
}

/** Whether such a change is in progress, wherever it was started. */
export const useBusy = (name: CallName): boolean => useIsMutating({ mutationKey: [name] }) > 0;
