import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { type Export, saveExport } from "./export-file.ts";
import type { StaticIp } from "./static-ip.ts";
import { type Term, termCalls } from "./term.ts";

/** The call that opens each download: it is busy while a file is on its way. */
export const EXPORT = "ticket";
const ROWS_SHOWN = 3;

/** Saves a file and says so; `parts` tells how far one of several parts is. */
export function useExport(onSaved: () => void) {
  const { t } = useTranslation("parts");
  const [parts, setParts] = useState<{ done: number; of: number } | null>(null);
  const run = useMutation({
    mutationKey: [EXPORT],
    mutationFn: (wanted: Export) =>
      saveExport(wanted, (done, of) => setParts(of > 1 ? { done, of } : null)),
    onSuccess: (name) => {
      toast.success(t("payments.saved", { name }));
      onSaved();
    },
    onSettled: () => setParts(null),
  });
  return { busy: run.isPending, parts, save: (wanted: Export) => run.mutate(wanted) };
}

/** How many have not expired. */
export const useExportCount = (term: Term): number | undefined =>
  useCall(termCalls[term].index, {}).data?.active;

/** The first of those that will stand in the file, as far as they have been seen. */
export function usePreviewRows(term: Term, ids: readonly string[]): StaticIp[] {
  const { list } = termCalls[term];
  const client = useQueryClient();
  const newest = useCall(list, { page: 1, limit: ROWS_SHOWN, status: "active" });
  // What has no open port yet stands in no file of all.
  if (ids.length === 0) return (newest.data?.items ?? []).filter(({ port }) => port !== 0);
  const pages = client.getQueriesData<Answered<"staticUseList">>({ queryKey: [list] });
  const seen = new Map(
    pages.flatMap(([, page]) => page?.items ?? []).map((row) => [row.id, row] as const),
  );
  return ids.slice(0, ROWS_SHOWN).flatMap((id) => seen.get(id) ?? []);
}
