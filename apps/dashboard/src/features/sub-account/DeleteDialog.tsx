import { Stack, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";

const MAX_NAMES = 8;

/**
 * Warns before deleting that the names can never be used again (spec/traffic-plan#sub-accounts).
 */
export function DeleteDialog(props: {
  rows: SubAccount[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { rows, onClose, onDeleted } = props;
  const remove = useCommand("delSubUser");
  // The main account's remaining traffic was never allotted, so it does not return.
  const returning = rows.reduce((sum, row) => sum + (row.main ? 0 : row.availableBytes), 0);
  const names = rows.slice(0, MAX_NAMES).map(({ account }) => account);
  const more = rows.length - names.length;
  const confirm = () =>
    void remove.send({ ids: rows.map(({ id }) => id) }, ({ deleted }) => {
      toast.success(t("delete.done", { count: deleted }));
      onDeleted();
      onClose();
    });
  return (
    <ConfirmDialog
      opened
      danger
      title={t("delete.title", { count: rows.length })}
      confirm={t("delete.submit", { count: rows.length })}
      busy={remove.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text span fw={600} c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
          {names.join(", ")}
          {more > 0 && ` ${t("delete.more", { count: more })}`}
        </Text>
        <span>{t("delete.forever")}</span>
        {returning > 0 && <span>{t("delete.returns", { amount: gbText(returning) })}</span>}
        {rows.some((row) => row.main) && <span>{t("delete.wasMain")}</span>}
      </Stack>
    </ConfirmDialog>
  );
}
