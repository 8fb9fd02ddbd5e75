import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Asks before something that cannot be taken back. `onConfirm` may wait; the button shows it. */
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
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={
        <Text fw={640} fz="lg" span>
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="lg">
        <Text component="div" c="dimmed">
          {props.children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {t("cancel")}
          </Button>
          <Button
            {...(props.danger ? { color: "red.9" } : {})}
            loading={props.busy ?? false}
            onClick={props.onConfirm}
          >
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
