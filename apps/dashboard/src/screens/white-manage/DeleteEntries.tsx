import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

/** Asks before addresses lose their access. */
export function DeleteEntries(props: {
  deleting: { ids: readonly string[]; name: string } | null;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation("white-manage");
  const { deleting, onClose, onDeleted } = props;
  const remove = useCommand("delTrafficWhite", {
    invalidates: ["trafficWhiteList", "checkTrafficWhite"],
  });
  if (!deleting) return null;
  const count = deleting.ids.length;
  const confirm = () =>
    remove.mutate(
      { ids: [...deleting.ids] },
      {
        onSuccess: ({ deleted }) => {
          toast.success(t("delete.done", { count: deleted }));
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
