import { Modal, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CreateForm } from "./CreateForm.tsx";
import { EditForm } from "./EditForm.tsx";

/** The open dialog. */
export type Task =
  /** `first`: the account has no sub-account yet. */
  { kind: "create"; first: boolean } | { kind: "edit"; row: SubAccount };

/** The open dialog, if any. */
export function SubAccountDialogs(props: {
  task: Task | null;
  onClose: () => void;
  onEndpoints: (account: string) => void;
  onBuy: () => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { task, onClose, onBuy } = props;
  switch (task?.kind) {
    case undefined:
      return null;
    case "create":
      return (
        <FormDialog title={t("create.title")} onClose={onClose}>
          <CreateForm
            first={task.first}
            onClose={onClose}
            onEndpoints={props.onEndpoints}
            onBuy={onBuy}
          />
        </FormDialog>
      );
    case "edit":
      return (
        <FormDialog title={t("edit.title", { account: task.row.account })} onClose={onClose}>
          <EditForm row={task.row} onClose={onClose} onBuy={onBuy} />
        </FormDialog>
      );
  }
}

function FormDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation("ui");
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={
        <Text span fw={640} fz="lg">
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {props.children}
    </Modal>
  );
}
