import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useArrivedFocus } from "./use-arrived-focus.ts";

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
        <Shown title={props.title} busy={busy}>
          {props.children}
        </Shown>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What is there while it is open. */
function Shown(props: { title: string; busy: boolean; children: ReactNode }) {
  const { t } = useTranslation("ui");
  const { body, close } = useArrivedFocus();
  return (
    <>
      {/* A header of its own would count as a second banner of the page. */}
      <Modal.Header role="none">
        <Modal.Title fw={640} fz="lg">
          {props.title}
        </Modal.Title>
        <Modal.CloseButton ref={close} aria-label={t("close")} disabled={props.busy} />
      </Modal.Header>
      <Modal.Body ref={body}>{props.children}</Modal.Body>
    </>
  );
}
