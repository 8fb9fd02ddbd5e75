import { useTranslation } from "react-i18next";
import { firstRows, openExport } from "../../proxy-file/open-export.tsx";
import { fieldsOf, type StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";

const paths = { static: "/v1/static/export", short: "/v1/staticShort/export" } as const;
const rowsOf = (term: Term) =>
  firstRows<StaticIp>({
    call: termCalls[term].list,
    newest: { status: "active" },
    asFirst: (row) => ({ fields: fieldsOf(row) }),
    // An export of all omits IPs that have no open port yet.
    isListed: ({ port }) => port !== 0,
  });
const useRows = { static: rowsOf("static"), short: rowsOf("short") };

/** Exports the given static IPs; without any, all that have not expired. */
export function useExport(term: Term): (rows: readonly StaticIp[]) => void {
  const { t } = useTranslation("static-edit");
  return (rows) =>
    openExport({
      title: t("export.title"),
      from: { path: paths[term] },
      ids: rows.map(({ id }) => id),
      words: {
        which: t("export.which"),
        chosen: t("export.chosen", { count: rows.length }),
        all: (count) => (count === undefined ? t("export.all") : t("export.allOf", { count })),
      },
      useRows: useRows[term],
    });
}
