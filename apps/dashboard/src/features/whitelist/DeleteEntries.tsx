import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { undoToast } from "@turnpike/ui/undo-toast.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { type Entry, useRestoreEntries } from "./use-restore-entries.ts";

/** Asks before addresses lose their access; what one could see can be put back. */
export function DeleteEntries(props: {
  deleting: { ids: readonly string[]; name: string } | null;
  /** Entries as they are shown, to put them back. */
  entries: readonly Entry[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation("white-manage");
  const { deleting, entries, onClose, onDeleted } = props;
  const putBack = useRestoreEntries();
  const remove = useCommand("delTrafficWhite", {
    invalidates: ["trafficWhiteList", "checkTrafficWhite"],
  });
  if (!deleting) return null;
  const count = deleting.ids.length;
  const deletedEntries = entries.filter(({ id }) => deleting.ids.includes(id));
  const tell = (message: string) =>
    deletedEntries.length === count
      ? undoToast(message, () => void putBack(deletedEntries))
      : toast.success(message);
  const confirm = () =>
    remove.mutate(
      { ids: [...deleting.ids] },
      {
        onSuccess: ({ deleted }) => {
          tell(t("delete.done", { count: deleted }));
          onDeleted(deleting.ids);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={deleting.name ? t("delete.one", { ip: deleting.name }) : t("delete.title", { count })}
      confirm={t("delete.submit", { count })}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t("delete.explain")}
    </ConfirmDialog>
  );
}
