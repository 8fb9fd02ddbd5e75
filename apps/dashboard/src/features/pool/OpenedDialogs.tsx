import { useKept } from "../../lib/use-kept.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import type { Task } from "./OpenedBatch.tsx";
import type { IpAuth } from "./pool-ip.ts";
import { TryDialog } from "./TryDialog.tsx";

/** The dialogs over opened IPs; null: none is open. */
export function OpenedDialogs(props: {
  auth: IpAuth;
  task: Task | null;
  toldMs: number;
  onClose: () => void;
  /** Told which ones are gone. */
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { auth, task, toldMs, onClose } = props;
  const kept = useKept(task);
  if (!kept) return null;
  const is = (kind: Task["kind"]) => task?.kind === kind;
  return (
    <>
      <DeleteDialog
        opened={is("delete")}
        rows={kept.rows}
        toldMs={toldMs}
        onClose={onClose}
        onDeleted={props.onDeleted}
      />
      <ExportDialog
        auth={auth}
        opened={is("export")}
        ids={kept.rows.map(({ id }) => id)}
        onClose={onClose}
      />
      <TryDialog opened={is("try")} row={kept.rows[0]} toldMs={toldMs} onClose={onClose} />
    </>
  );
}
