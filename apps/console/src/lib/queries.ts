/** The contract's calls as hooks: `useCall` reads and caches, `useCallMutation` changes something. */
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { yieldToBrowser } from "@turnpike/ui/lib/yield-to-browser.ts";
import { callApi, type CallName, type CallResult, type CallInput } from "./call.ts";

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
  /** For how long an answer is not asked for again; 5 seconds by default. */
  freshMs?: number;
  /** Shows the previous page while the next one loads. */
  keepLast?: boolean;
}

/** Calls the API and caches the answer by the call's name and input. */
export function useCall<K extends CallName>(
  name: K,
  input: CallInput<K>,
  options: ReadOptions = {},
): UseQueryResult<CallResult<K>, Error> {
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      // A screen starts several requests at once, which takes milliseconds each.
      await yieldToBrowser();
      return callApi(name, input, signal);
    },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.freshMs === undefined ? {} : { staleTime: options.freshMs }),
    ...(options.keepLast ? { placeholderData: keepPreviousData as never } : {}),
  }) as UseQueryResult<CallResult<K>, Error>;
}

/** Sends a change. Afterwards all visible data is refetched, unless it is `quiet`. */
export function useCallMutation<K extends CallName>(
  name: K,
  { quiet = false } = {},
): UseMutationResult<CallResult<K>, Error, CallInput<K>> {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [name],
    mutationFn: (question: CallInput<K>) => callApi(name, question),
    onSuccess: () => {
      if (!quiet) void client.invalidateQueries();
    },
  });
}
