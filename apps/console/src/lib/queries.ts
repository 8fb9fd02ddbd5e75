/** The contract's calls as hooks: `useCall` reads and keeps, `useSend` changes something. */
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { ask, type CallName, type CallResult, type Question } from "./call.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    // Nothing is changed by itself once the network is back: without one it fails at once.
    mutations: { retry: false, networkMode: "always" },
  },
});

interface ReadOptions {
  enabled?: boolean;
  /** Asks again after so many milliseconds, while the window is visible. */
  everyMs?: number;
  /** Shows the last page while the next is on its way. */
  keepLast?: boolean;
}

/** Asks and keeps the answer under the call's name and question. */
export function useCall<K extends CallName>(
  name: K,
  question: Question<K>,
  options: ReadOptions = {},
): UseQueryResult<CallResult<K>, Error> {
  return useQuery({
    queryKey: [name, question],
    queryFn: ({ signal }) => ask(name, question, signal),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.keepLast ? { placeholderData: keepPreviousData as never } : {}),
  }) as UseQueryResult<CallResult<K>, Error>;
}

/** A change; whatever is shown is asked for anew once it is done, unless it is `quiet`. */
export function useSend<K extends CallName>(
  name: K,
  { quiet = false } = {},
): UseMutationResult<CallResult<K>, Error, Question<K>> {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [name],
    mutationFn: (question: Question<K>) => ask(name, question),
    onSuccess: () => {
      if (!quiet) void client.invalidateQueries();
    },
  });
}
