/** Lists bought from wholesalers: their names, and how they are shown. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { ListImport } from "../../../inventory/exit/list-import.ts";
import type { ListCounts } from "../../../inventory/exit/store/lists.ts";

/** A name for a list that was given none: equal ones are the same list. */
export const listNameFor = ({
  product,
  country,
  provenance,
}: Pick<ListImport, "product" | "country" | "provenance">) =>
  `${product} ${country} ${provenance}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-+|(?<!-)-+$/g, "");

export const isListName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);

/** A list as it is shown, with the days for which it is still paid. */
export const shownList = ({ id: _id, ...list }: ListCounts, now: number) => ({
  ...list,
  daysLeft:
    list.endsOn === null ? null : Math.floor((Date.parse(list.endsOn) + dayMs - now) / dayMs),
});
