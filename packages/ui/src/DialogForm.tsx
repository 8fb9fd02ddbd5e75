import { Button, Group, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCloseDialog, useKeepsOpen } from "./Dialog.tsx";

/** A form in a dialog, with its buttons. While it is sent, the dialog stays open. */
export function DialogForm(props: {
  submit: string;
  busy?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Label of the other button; "Cancel" by default. */
  back?: string;
  /** Where the other button leads; closes the dialog by default. */
  onBack?: (() => void) | undefined;
  /** The other button starts with the focus, for a question without fields. */
  focusBack?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  const { busy = false } = props;
  const close = useCloseDialog();
  useKeepsOpen(busy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React's events leave a portal: this must not submit a form that the dialog belongs to.
    event.stopPropagation();
    props.onSubmit(event);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {props.children}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={props.onBack ?? close}
            disabled={busy}
            {...(props.focusBack ? { "data-autofocus": true } : {})}
          >
            {props.back ?? t("cancel")}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={props.disabled ?? false}
            {...(props.danger ? { color: "red.9" } : {})}
          >
            {props.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
