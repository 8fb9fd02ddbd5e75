import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const stay = () => {};

/**
 * A dialog of several steps. What it holds begins anew with each opening; while it is `busy` it
 * does not close, so that nobody misses what came of it.
 */
export function StepDialog(props: {
  opened: boolean;
  title: string;
  size: "md" | "xl";
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  const { busy = false } = props;
  return (
    <Modal.Root
      opened={props.opened}
      onClose={busy ? stay : props.onClose}
      size={props.size}
      centered
      radius="lg"
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A header of its own would count as a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title fw={640} fz="lg">
            {props.title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t("close")} disabled={busy} />
        </Modal.Header>
        <Modal.Body>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
