/** The contract's calls as hooks: `useCall` reads and caches, `useSend` changes something. */
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
    // Changes are never resent when the network returns: offline, they fail at once.
    mutations: { retry: false, networkMode: "always" },
  },
});

interface ReadOptions {
  enabled?: boolean;
  /** Refetches at this interval in milliseconds while the window is visible. */
  everyMs?: number;
  /** Shows the previous page while the next one loads. */
  keepLast?: boolean;
}

/** Calls the API and caches the answer by the call's name and input. */
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

/** Sends a change. Afterwards all visible data is refetched, unless it is `quiet`. */
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
