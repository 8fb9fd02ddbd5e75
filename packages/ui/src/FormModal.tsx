import { Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A dialog with a form. */
export function FormModal(props: {
  title: string;
  size?: "md" | "lg";
  /** Can only be closed with its own buttons: no cross, no Escape, no click outside. */
  locked?: boolean;
  /** Cannot be closed at the moment. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  const open = !props.locked;
  return (
    <Modal
      opened
      onClose={() => !props.busy && props.onClose()}
      size={props.size ?? "md"}
      withCloseButton={open}
      closeOnEscape={open}
      // A click outside must not discard input.
      closeOnClickOutside={false}
      title={
        <Text fw={640} fz="lg" span>
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close"), disabled: props.busy ?? false }}
    >
      {props.children}
    </Modal>
  );
}
