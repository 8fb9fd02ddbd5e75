/** A list of a paged call's rows: page, order and filters in the URL, and the selected rows. */
import type { CallName } from "@turnpike/contract/calls.ts";
import {
  type ListOptions,
  type ListState,
  type PagedAnswer,
  useListPlace,
  useListState,
} from "@turnpike/ui/list/use-list.ts";
import { PAGE_SIZES } from "@turnpike/ui/table-url.ts";
import { allRows } from "@turnpike/ui/list/ExportButton.tsx";
import { type CallParameters, callApi, type CallResult } from "../../lib/call.ts";
import { type ReadOptions, useCall } from "../../lib/queries.ts";
import { sessionUser } from "../../lib/session.ts";

/** One row of a list that a call returns. */
export type Item<K extends CallName> =
  CallResult<K> extends { items: readonly (infer Row)[] } ? Row : never;

interface Options<K extends CallName> extends Omit<ListOptions, "views"> {
  /** Fields of the call that are not filters. */
  fixed?: Partial<CallParameters<K>>;
  everyMs?: ReadOptions<K>["everyMs"];
  /** Offers named views under this name of the table. */
  views?: string;
  rowId?: (row: Item<K>) => string;
}

/** The list, with the call's whole answer. */
export interface List<K extends CallName> extends ListState<Item<K>> {
  data: CallResult<K> | undefined;
  /** All rows that the filters find, of all pages: for an exported file. */
  allRows: () => Promise<Item<K>[]>;
  /** The answer belongs to the page or filters before. */
  stale: boolean;
  /** When it was received, by this computer's clock. */
  answeredAtMs: number;
}

export function useList<K extends CallName>(call: K, options: Options<K> = {}): List<K> {
  const { fixed, everyMs, views, rowId } = options;
  const place = useListPlace({
    pageSize: PAGE_SIZES[0],
    ...options,
    ...(views ? { views: { table: views, owner: sessionUser()?.id ?? "" } } : {}),
  } as ListOptions);
  const parameters = { ...fixed, ...place.input, ...place.pageInput } as CallParameters<K>;
  const answer = useCall(call, parameters, { keepLast: true, ...(everyMs ? { everyMs } : {}) });
  const list = useListState(place, answer as unknown as PagedAnswer<Item<K>>, rowId);
  return {
    ...list,
    data: answer.data,
    allRows: () =>
      allRows(async (page) => {
        const asked = { ...fixed, ...place.input, ...page } as unknown as CallParameters<K>;
        return (await callApi(call, asked)) as unknown as { items: Item<K>[]; total: number };
      }),
    // Read on demand: a list that shows neither is not rendered again by an unchanged answer.
    get stale() {
      return answer.isPlaceholderData;
    },
    get answeredAtMs() {
      return answer.dataUpdatedAt;
    },
  };
}
