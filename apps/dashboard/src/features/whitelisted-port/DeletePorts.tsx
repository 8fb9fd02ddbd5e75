import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { addressOf, type WhitelistedPort } from "./whitelisted-port.ts";

const MAX_NAMES = 6;

/** Asks before closing ports, and says what it means. */
export function DeletePorts(props: {
  rows: readonly WhitelistedPort[] | null;
  onClose: () => void;
  /** Called with the ids of the deleted ports. */
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation("whitelisted-port");
  const rows = useLastValue(props.rows) ?? [];
  const remove = useCommand("whitePortDel", { invalidates: ["whitePorts"] });
  const count = rows.length;
  const more = count - MAX_NAMES;
  const confirm = () => {
    const ids = rows.map(({ id }) => id);
    remove.mutate(
      { ids },
      {
        onSuccess: ({ deleted }) => {
          toast.success(t("delete.done", { count: deleted }));
          props.onDeleted(ids);
          props.onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      opened={props.rows !== null}
      danger
      title={t("delete.title", { count })}
      confirm={t("delete.submit", { count })}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <Text span fw={600} c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
          {rows.slice(0, MAX_NAMES).map(addressOf).join(", ")}
          {more > 0 && ` ${t("delete.more", { count: more })}`}
        </Text>
        <span>{t("delete.explain")}</span>
      </Stack>
    </ConfirmDialog>
  );
}
