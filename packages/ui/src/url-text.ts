import { useSearchParams } from "react-router";

/**
 * Short texts kept in the URL (a search, a filter, a tab): `[values, set]`. Changing a filter
 * resets its table to the first page, unless `keepsPage`; empty texts are removed from the URL.
 */
export function useUrlText<const K extends string>(
  names: readonly K[],
  options: { keepsPage?: boolean } = {},
): [Record<K, string>, (changes: Partial<Record<K, string>>) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""]));
  const set = (changes: Partial<Record<K, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, String(value));
          else after.delete(name);
        }
        if (!options.keepsPage) after.delete("page");
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [values as Record<K, string>, set];
}
