/** Exports proxies of a list as a file, in any format. */
import { useQueryClient } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import type { CallParameters } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import type { Export } from "./export-file.ts";

const ExportForm = lazyComponent(async () => (await import("./ExportForm.tsx")).ExportForm);

export interface ExportOf {
  from: Export["from"];
  /** Empty for all. */
  ids: readonly string[];
  words: { which: string; chosen: string; all: (total: number | undefined) => string };
  /** The label of each proxy's own format, if they have one. */
  own?: string;
  useRows: UseRows;
}

/** A proxy, with its own format if it has one. */
export interface First {
  fields: ProxyFields;
  format?: string;
}
/** The first proxies of the file, as far as they have been loaded, and how many there are in all. */
export type UseRows = (ids: readonly string[]) => { first: First[]; total: number | undefined };

export const openExport = ({ title, ...of }: ExportOf & { title: string }): void =>
  openDialog({ title, body: (close) => <ExportForm {...of} onClose={close} /> });

/** How many lines the preview shows. */
const MAX_ROWS = 3;

/** The rows of a list's call as last seen on visited pages; of all, the newest ones. */
export function firstRows<Row extends { id: string }>(of: {
  call: CallName;
  /** The call's fields for the rows of a file of all. */
  newest: object;
  asFirst: (row: Row) => First;
  /** Whether a file of all has it. */
  isListed?: (row: Row) => boolean;
}): UseRows {
  const { call, asFirst, isListed = () => true } = of;
  type Page = { items: readonly Row[]; total: number };
  const parameters = { page: 1, limit: MAX_ROWS, ...of.newest } as CallParameters<CallName>;
  return function useRows(ids) {
    const client = useQueryClient();
    const newest = useCall(call, parameters).data as Page | undefined;
    const pages = client.getQueriesData<Page>({ queryKey: [call] });
    const seen = new Map(
      pages.flatMap(([, page]) => page?.items ?? []).map((row) => [row.id, row] as const),
    );
    const rows =
      ids.length === 0
        ? (newest?.items.filter(isListed) ?? [])
        : ids.slice(0, MAX_ROWS).flatMap((id) => seen.get(id) ?? []);
    return { first: rows.map(asFirst), total: newest?.total };
  };
}
