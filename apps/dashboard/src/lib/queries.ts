/** The contract's calls as hooks: `useCall` reads and keeps, `useCommand` changes something. */
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
import { useRef } from "react";
import { type CallResult, ask, CallFailed, CallRefused, onCancelled } from "./call.ts";
import type { Question } from "./call.ts";
import { onSessionClosed } from "./session.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // A refusal is an answer; a failure has had its toast and is tried again by the person.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    // Nothing is bought by itself once the network is back: without one a change fails at once.
    mutations: { retry: false, networkMode: "always" },
  },
});

onCancelled(() => void queryClient.cancelQueries());
onSessionClosed(() => queryClient.clear());

interface ReadOptions {
  enabled?: boolean;
  /** Asks again after so many milliseconds, while the window is visible. */
  everyMs?: number | false;
  /** Shows the last page while the next is on its way. */
  keepLast?: boolean;
  staleMs?: number;
}

/** Asks and keeps the answer under the call's name and question. */
export function useCall<K extends CallName>(
  name: K,
  question: Question<K>,
  options: ReadOptions = {},
): UseQueryResult<CallResult<K>, Error> {
  return useQuery({
    queryKey: [name, question],
    queryFn: ({ signal }) => ask(name, question, { signal }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepLast ? { placeholderData: keepPreviousData as never } : {}),
  }) as UseQueryResult<CallResult<K>, Error>;
}

export interface CommandOptions {
  /** Calls whose kept answers are stale once this is done. */
  invalidates?: readonly CallName[];
  /**
   * Stays pending until the stale answers have been asked for anew: for a control that shows a
   * kept answer and would fall back to the old one meanwhile. Others resolve at once.
   */
  settles?: boolean;
  /** Returns true where the screen shows the refusal itself, beside a field for example. */
  handles?: (refused: CallRefused) => boolean;
  /** What sends it; `ask` by default. */
  send?: typeof ask;
}

/**
 * A change. `mutateAsync(question)` throws as `ask` does; `mutate(question, {onSuccess})` does not.
 * What is given to `mutate` is dropped once the component is gone; a `then` of `mutateAsync` runs.
 */
export function useCommand<K extends CallName>(
  name: K,
  options: CommandOptions = {},
): UseMutationResult<CallResult<K>, Error, Question<K>> {
  const client = useQueryClient();
  const requestIds = useRequestIds();
  return useMutation({
    mutationKey: [name],
    mutationFn: async (question: Question<K>) => {
      const text = JSON.stringify(question);
      const how = options.handles ? { handles: options.handles } : {};
      try {
        const send = options.send ?? ask;
        const answer = await send(name, question, { ...how, requestId: requestIds.of(text) });
        requestIds.forget();
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailed)) requestIds.forget();
        throw error;
      }
    },
    onError: (error) => {
      // The banner that says how to pay is about what the header shows.
      if (!(error instanceof CallRefused) || error.reason !== "inArrears") return;
      void client.invalidateQueries({ queryKey: ["headerInit"] });
    },
    onSuccess: async () => {
      const stale = options.invalidates ?? [];
      const fresh = stale.map((call) => client.invalidateQueries({ queryKey: [call] }));
      if (options.settles) await Promise.all(fresh);
    },
  });
}

/** Whether such a change is under way, whoever asked for it. */
export const useBusy = (name: CallName): boolean => useIsMutating({ mutationKey: [name] }) > 0;

/**
 * The same question after a lost answer carries the same requestId, so that nothing is paid twice
 * (spec/api#requestid); after an answer, whichever it was, the next question is a new one.
 */
function useRequestIds() {
  const last = useRef<{ text: string; id: string } | null>(null);
  return {
    of(text: string): string {
      if (last.current?.text !== text) last.current = { text, id: freshId() };
      return last.current.id;
    },
    forget() {
      last.current = null;
    },
  };
}

/** 128 random bits; `crypto.randomUUID` is missing on plain-http hosts other than localhost. */
function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
