import { proxyTemplates } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { ExportDialog } from "../proxy-file/ExportDialog.tsx";
import { MAX_ROWS } from "../proxy-file/use-export.ts";
import { fieldsOf, type WhitelistedPort } from "./whitelisted-port.ts";

/** Exports the selected ports; all if `rows` is empty. Null if closed. */
export function ExportPorts(props: {
  rows: readonly WhitelistedPort[] | null;
  /** The ports on the page, with which an export of all begins. */
  seen: readonly WhitelistedPort[];
  onClose: () => void;
}) {
  const { t } = useTranslation("whitelisted-port");
  const rows = useLastValue(props.rows) ?? [];
  // The total, since a search may restrict the page.
  const all = useCall("whitePorts", { page: 1, limit: 1 }, { enabled: props.rows !== null });
  const useFirst = (ids: readonly string[]) =>
    (ids.length === 0 ? props.seen : rows)
      .slice(0, MAX_ROWS)
      .map((row) => ({ fields: fieldsOf(row), format: proxyTemplates["host:port"] }));
  return (
    <ExportDialog
      opened={props.rows !== null}
      title={t("export.title")}
      from={{ path: "/v1/whitePort/export" }}
      ids={rows.map(({ id }) => id)}
      words={{
        which: t("export.which"),
        chosen: t("export.chosen", { count: rows.length }),
        all: t("export.all", { count: all.data?.total ?? 0 }),
      }}
      own={t("export.own")}
      useFirst={useFirst}
      onClose={props.onClose}
    />
  );
}
