import { useQueryClient } from "@tanstack/react-query";
import { proxyTemplates } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { type First, ExportDialog as LinesDialog } from "../proxy-file/ExportDialog.tsx";
import { MAX_ROWS } from "../proxy-file/use-export.ts";
import { fieldsOf, historyCalls, type IpAuth, type OpenedIp } from "./pool-ip.ts";

/** The API's path of the file (spec/api#tickets: opened by a ticket). */
const EXPORT_PATH = "/v1/ip/export";
const firsts = {
  user: (ids: readonly string[]) => useFirst("user", ids),
  nouser: (ids: readonly string[]) => useFirst("nouser", ids),
};

/** Exports the selected opened IPs, or all open ones, in a format for programs. */
export function ExportDialog(props: {
  auth: IpAuth;
  /** Empty for all open ones. */
  ids: readonly string[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("pool");
  const { auth, ids } = props;
  return (
    <LinesDialog
      opened={props.opened}
      title={t("export.title")}
      from={{ path: EXPORT_PATH, query: { auth } }}
      ids={ids}
      {...(auth === "nouser" ? { own: t("export.own") } : {})}
      words={{
        which: t("export.which"),
        chosen: t("export.chosen", { count: ids.length, number: formatNumber(ids.length) }),
        all: t("export.all"),
      }}
      useFirst={firsts[auth]}
      onClose={props.onClose}
    />
  );
}

/** Without user name and password, the row's own line has neither. */
const asFirst = (row: OpenedIp): First => ({
  fields: fieldsOf(row),
  ...(row.auth === "nouser" ? { format: proxyTemplates["host:port"] } : {}),
});

/** The first rows of the file as last seen on visited pages; of all, the newest ones. */
function useFirst(auth: IpAuth, ids: readonly string[]): First[] {
  const call = historyCalls[auth];
  const client = useQueryClient();
  const newest = useCall(call, { page: 1, limit: MAX_ROWS, status: "active" });
  if (ids.length === 0) return (newest.data?.items ?? []).map(asFirst);
  const pages = client.getQueriesData<CallResult<"ipHistory">>({ queryKey: [call] });
  const seen = new Map(
    pages.flatMap(([, page]) => page?.items ?? []).map((row) => [row.id, row] as const),
  );
  return ids.slice(0, MAX_ROWS).flatMap((id) => {
    const row = seen.get(id);
    return row ? [asFirst(row)] : [];
  });
}
