import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../lib/call.ts";
import { sessionToken } from "../../lib/session.ts";

const TYPING_MS = 160;
/** A single character matches nearly everything. */
const MIN_LENGTH = 2;
/** The longest text that the call accepts. */
const MAX_LENGTH = 60;

/**
 * Searches the account's items, after a short pause in typing; a request that is no longer needed
 * is cancelled. The palette itself shows errors.
 */
export function useAccountSearch(typed: string) {
  const now = typed.trim().slice(0, MAX_LENGTH);
  const [q] = useDebouncedValue(now, TYPING_MS);
  const isSearching = now.length >= MIN_LENGTH;
  const query = useQuery({
    queryKey: ["find", { q }],
    queryFn: ({ signal }) => callApi("find", { q }, { signal, as: sessionToken() }),
    enabled: isSearching && q.length >= MIN_LENGTH,
    // Without a network it fails immediately and shows an error instead of "nothing found".
    networkMode: "always",
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  return {
    items: isSearching ? (query.data?.items ?? []) : [],
    waiting: isSearching && (q !== now || query.isFetching),
    failed: isSearching && q === now && query.isError && !query.isFetching,
    again: () => void query.refetch(),
  };
}
