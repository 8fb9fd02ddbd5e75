import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/**
 * Asks for confirmation before an irreversible action. While `busy`, the button shows a loader and
 * the dialog cannot be closed.
 */
export function ConfirmDialog(props: {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("ui");
  const { busy = false } = props;
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={
        <Text fw={640} fz="lg" span>
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close"), disabled: busy }}
    >
      <Stack gap="lg">
        <Text component="div" c="dimmed">
          {props.children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={close} data-autofocus>
            {t("cancel")}
          </Button>
          <Button
            {...(props.danger ? { color: "red.9" } : {})}
            loading={busy}
            onClick={props.onConfirm}
          >
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
