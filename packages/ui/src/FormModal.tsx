import { Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** The dialog in which one thing is changed. */
export function FormModal(props: {
  title: string;
  size?: "md" | "lg";
  /** Only its own buttons close it: no cross, no Escape, no click outside. */
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  const open = !props.locked;
  return (
    <Modal
      opened
      onClose={props.onClose}
      size={props.size ?? "md"}
      withCloseButton={open}
      closeOnEscape={open}
      // What was typed is not lost to a click beside it.
      closeOnClickOutside={false}
      title={
        <Text fw={640} fz="lg" span>
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {props.children}
    </Modal>
  );
}
