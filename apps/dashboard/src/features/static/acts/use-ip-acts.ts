import type { StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";
import { useDelete } from "./use-delete.tsx";
import { useEdit } from "./use-edit.tsx";
import { useExport } from "./use-export.ts";
import { useReplace } from "./use-replace.tsx";

type Rows = readonly StaticIp[];

/** What can be done with static IPs, each in a dialog. */
export type IpActs = Record<
  "edit" | "renew" | "replace" | "delete" | "export",
  (rows: Rows) => void
>;

export function useIpActs(of: {
  term: Term;
  onRenew: (rows: Rows) => void;
  /** Called with the ids of the deleted IPs. */
  onDeleted: (ids: readonly string[]) => void;
}): IpActs {
  const { term } = of;
  return {
    edit: useEdit(term),
    renew: of.onRenew,
    replace: useReplace(term),
    delete: useDelete(term, of.onDeleted),
    export: useExport(term),
  };
}
