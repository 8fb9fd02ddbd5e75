import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useQueryClient } from "@tanstack/react-query";
import { useLastValue } from "../../../lib/use-last-value.ts";
import { MAX_ROWS } from "../../proxy-file/use-export.ts";
import { ExportDialog } from "../../proxy-file/ExportDialog.tsx";
import type { CallResult } from "../../../lib/call.ts";
import { EditPortsDialog } from "./EditPortsDialog.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { fieldsOf, type UnlimitedPlan, type UnlimitedPort } from "../port.ts";

/** The task of the open dialog; `export` without rows means all of the plan. */
export type Task = { kind: "edit" | "export"; rows: readonly UnlimitedPort[] } | { kind: "move" };

const none: readonly UnlimitedPort[] = [];

/** The open dialog, if any; a closing one keeps showing its content. */
export function PortDialogs(props: {
  kind: UnlimitedKind;
  plan: UnlimitedPlan;
  task: Task | null;
  onClose: () => void;
}) {
  const { kind, plan, task, onClose } = props;
  const lastTask = useLastValue(task);
  const rowsOf = (name: "edit" | "export") => (lastTask?.kind === name ? lastTask.rows : none);
  const opened = (name: Task["kind"]) => task?.kind === name;
  const shared = { kind, plan, onClose };
  return (
    <>
      <EditPortsDialog {...shared} rows={rowsOf("edit")} opened={opened("edit")} />
      <Export {...shared} rows={rowsOf("export")} opened={opened("export")} />
      <MoveDialog {...shared} opened={opened("move")} />
    </>
  );
}

function Export(props: {
  plan: UnlimitedPlan;
  rows: readonly UnlimitedPort[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("unlimited");
  const { plan, rows, opened, onClose } = props;
  return (
    <ExportDialog
      opened={opened}
      title={t("export.title")}
      from={{ path: "/v1/unlimit/export", query: { planId: plan.id } }}
      ids={rows.map(({ id }) => id)}
      words={{
        which: t("export.which"),
        chosen: t("export.chosen", { count: rows.length }),
        all: t("export.all", { count: plan.ports }),
      }}
      own={t("export.own")}
      useFirst={useFirst}
      onClose={onClose}
    />
  );
}

/** The first selected ports; without a selection, the first ones on the open page. */
function useFirst(ids: readonly string[]) {
  const seen = useSeenPorts();
  const chosen = ids.length === 0 ? seen : seen.filter(({ id }) => ids.includes(id));
  return chosen.slice(0, MAX_ROWS).map((row) => ({ fields: fieldsOf(row), format: row.format }));
}

/** All ports on visited pages, without duplicates, as last seen. */
function useSeenPorts(): UnlimitedPort[] {
  const client = useQueryClient();
  const pages = (["portOrder", "bandwidthOrder"] as const).flatMap((call) =>
    client.getQueriesData<CallResult<"portOrder">>({ queryKey: [call] }),
  );
  const rows = pages.flatMap(([, page]) => page?.items ?? []);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
