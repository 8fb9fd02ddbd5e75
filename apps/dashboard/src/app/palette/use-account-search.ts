import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/call.ts";
import { sessionToken } from "../../lib/session.ts";

const TYPING_MS = 160;
/** A single character matches nearly everything. */
const LEAST = 2;
/** The longest text that the call accepts. */
const MOST = 60;

/**
 * Searches the account's items, after a short pause in typing; a request that is no longer needed
 * is cancelled. The palette itself shows errors.
 */
export function useAccountSearch(typed: string) {
  const now = typed.trim().slice(0, MOST);
  const [q] = useDebouncedValue(now, TYPING_MS);
  const asks = now.length >= LEAST;
  const query = useQuery({
    queryKey: ["find", { q }],
    queryFn: ({ signal }) => ask("find", { q }, { signal, as: sessionToken() }),
    enabled: asks && q.length >= LEAST,
    // Without a network it fails immediately and shows an error instead of "nothing found".
    networkMode: "always",
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  return {
    items: asks ? (query.data?.items ?? []) : [],
    waiting: asks && (q !== now || query.isFetching),
    failed: asks && q === now && query.isError && !query.isFetching,
    again: () => void query.refetch(),
  };
}
