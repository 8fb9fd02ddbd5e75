import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { useCall } from "../../../lib/queries.ts";
import { type First, ExportDialog as LinesDialog } from "../../proxy-file/ExportDialog.tsx";
import { MAX_ROWS } from "../../proxy-file/use-export.ts";
import { fieldsOf, type StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";

const paths = { static: "/v1/static/export", short: "/v1/staticShort/export" } as const;
const firsts = {
  static: (ids: readonly string[]) => useFirst("static", ids),
  short: (ids: readonly string[]) => useFirst("short", ids),
};

/** Exports the selected static IPs, or all that have not expired. */
export function ExportDialog(props: {
  term: Term;
  /** Empty for all that have not expired. */
  ids: readonly string[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-edit");
  const { term, ids, opened, onClose } = props;
  const active = useCall(termCalls[term].index, {}, { enabled: opened }).data?.active;
  return (
    <LinesDialog
      opened={opened}
      title={t("export.title")}
      from={{ path: paths[term] }}
      ids={ids}
      words={{
        which: t("export.which"),
        chosen: t("export.chosen", { count: ids.length }),
        all: active === undefined ? t("export.all") : t("export.allOf", { count: active }),
      }}
      useFirst={firsts[term]}
      onClose={onClose}
    />
  );
}

const asFirst = (row: StaticIp): First => ({ fields: fieldsOf(row) });

/** The first rows of the file as last seen on visited pages; of all, the newest ones. */
function useFirst(term: Term, ids: readonly string[]): First[] {
  const { list } = termCalls[term];
  const client = useQueryClient();
  const newest = useCall(list, { page: 1, limit: MAX_ROWS, status: "active" });
  // An export of all omits IPs that have no open port yet.
  if (ids.length === 0) {
    return (newest.data?.items ?? []).filter(({ port }) => port !== 0).map(asFirst);
  }
  const pages = client.getQueriesData<CallResult<"staticUseList">>({ queryKey: [list] });
  const seen = new Map(
    pages.flatMap(([, page]) => page?.items ?? []).map((row) => [row.id, row] as const),
  );
  return ids.slice(0, MAX_ROWS).flatMap((id) => {
    const row = seen.get(id);
    return row ? [asFirst(row)] : [];
  });
}
