import { useLastValue } from "../../../lib/use-last-value.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EditDialog } from "../edit/EditDialog.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { RenewDialog } from "../renew/RenewDialog.tsx";
import { ReplaceDialog } from "./ReplaceDialog.tsx";
import { ResetCredentialsDialog } from "../edit/ResetCredentialsDialog.tsx";
import type { StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

/** The task of the open dialog; `export` without rows means all. */
export type Task =
  | { kind: "edit" | "renew" | "replace" | "delete" | "export"; rows: readonly StaticIp[] }
  | { kind: "reset" };

const none: readonly StaticIp[] = [];

/** The open dialog, if any; a closing one keeps showing its content. */
export function IpDialogs(props: {
  term: Term;
  task: Task | null;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { term, task, onClose } = props;
  const lastTask = useLastValue(task);
  const of = (kind: Task["kind"]) => ({
    rows: lastTask?.kind === kind && lastTask.kind !== "reset" ? lastTask.rows : none,
    opened: task?.kind === kind,
    onClose,
  });
  const { rows: exported, ...exporting } = of("export");
  return (
    <>
      <EditDialog term={term} {...of("edit")} />
      <ReplaceDialog term={term} {...of("replace")} />
      <DeleteDialog term={term} {...of("delete")} onDeleted={props.onDeleted} />
      <ExportDialog term={term} {...exporting} ids={exported.map(({ id }) => id)} />
      {term === "static" && (
        <>
          <RenewDialog {...of("renew")} />
          <ResetCredentialsDialog opened={task?.kind === "reset"} onClose={onClose} />
        </>
      )}
    </>
  );
}
