import { Alert, Modal, Stack, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { CreateForm } from "./CreateForm.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EditForm } from "./EditForm.tsx";
import { useForm } from "@mantine/form";
import { CredentialField } from "../credentials/CredentialField.tsx";
import { useCredentialValidators } from "../credentials/use-credential-validators.ts";
import { randomPassword } from "../credentials/random-credential.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";

/** The open dialog. */
export type Task =
  /** `first`: the account has no sub-account yet. */
  | { kind: "create"; first: boolean }
  | { kind: "edit" | "password" | "main"; row: SubAccount }
  | { kind: "delete"; rows: SubAccount[] };

/** The open dialog, if any. */
export function SubAccountDialogs(props: {
  task: Task | null;
  onClose: () => void;
  onDeleted: () => void;
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
    case "password":
      return (
        <FormDialog title={t("password.title", { account: task.row.account })} onClose={onClose}>
          <PasswordForm row={task.row} onClose={onClose} />
        </FormDialog>
      );
    case "main":
      return <MainDialog row={task.row} onClose={onClose} />;
    case "delete":
      return <DeleteDialog rows={task.rows} onClose={onClose} onDeleted={props.onDeleted} />;
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

/**
 * Explains the main sub-account before making one the main (spec/traffic-plan#main-sub-account).
 */
function MainDialog(props: { row: SubAccount; onClose: () => void }) {
  const { t } = useTranslation("traffic-use");
  const { row, onClose } = props;
  const [refusal, setRefusal] = useState("");
  const make = useCommand("upSubUserLevel", {
    handles: (refused) => {
      setRefusal(refused.msg);
      return true;
    },
  });
  const confirm = () =>
    void make.send({ id: row.id }, () => {
      toast.success(t("main.done", { account: row.account }));
      onClose();
    });
  return (
    <ConfirmDialog
      opened
      title={t("main.title", { account: row.account })}
      confirm={t("main.submit")}
      busy={make.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>{t("main.explain")}</span>
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** Sets a sub-account's password. */
function PasswordForm(props: { row: SubAccount; onClose: () => void }) {
  const { t } = useTranslation(["traffic-use", "parts"]);
  const { row } = props;
  const form = useForm({
    initialValues: { password: randomPassword() },
    validate: {
      password: useCredentialValidators().password,
    },
  });
  const change = useCommand("upSubUserPasswd", {
    handles: toFieldError(form),
  });
  const send = form.onSubmit(
    ({ password }) =>
      void change.send({ id: row.id, password }, () => {
        toast.success(t("password.done", { account: row.account }));
        props.onClose();
      }),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <CredentialField
          kind="password"
          label={t("password.new")}
          {...form.getInputProps("password")}
          onGenerate={(value) => form.setFieldValue("password", value)}
        />
        <Text fz="sm" c="dimmed">
          {t("password.help")}
        </Text>
        <FormButtons submit={t("password.submit")} busy={change.busy} onClose={props.onClose} />
      </Stack>
    </form>
  );
}
