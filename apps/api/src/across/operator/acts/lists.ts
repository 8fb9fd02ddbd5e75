/** Acts on lists that were bought from wholesalers (spec/supply#lists). */
import {
  importListIn,
  type ListImport,
  type ListResult,
  type PreparedList,
} from "../../../inventory/exit/list-import.ts";
import { listNamed, setEnd } from "../../../inventory/exit/store/lists.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { defineAct } from "./act.ts";

interface Prepared {
  list: ListImport;
  prepared: PreparedList;
}

/** What the audit log keeps: no lines, which have passwords, and no URL. */
const logged = ({ failed, ...counts }: ListResult) => ({ ...counts, failed: failed.length });

/** Imports a list whose proxies were asked for their addresses. */
export const importList = defineAct<Prepared, ListResult>({
  action: "exits.importList",
  run: async (services, tx, { list, prepared }) => {
    const result = await importListIn(services, tx, list, prepared);
    return { result, subject: list.name, after: logged(result) };
  },
});

/** Writes what a list says now that was read again. */
export const syncList = defineAct<Prepared, ListResult>({
  action: "exits.syncList",
  run: async (services, tx, { list, prepared }) => {
    const result = await importListIn(services, tx, list, prepared);
    return { result, subject: list.name, after: logged(result) };
  },
});

/** Sets until when a list is paid: its exits are not sold after that day. Null: no end. */
export const setListEnd = defineAct<
  { name: string; until: string | null },
  { name: string; until: string | null }
>({
  action: "exits.listEnd",
  run: async (_services, tx, { name, until }) => {
    const before = await listNamed(tx, name);
    if (before === null || !(await setEnd(tx, name, until)))
      throw new ActRefused(`there is no list ${name}`);
    const result = { name, until };
    return { result, subject: name, before: { until: before.endsOn }, after: { until } };
  },
});
