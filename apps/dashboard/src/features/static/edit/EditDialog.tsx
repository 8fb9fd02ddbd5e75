import { useTranslation } from "react-i18next";
import { useBusy, useCommand } from "../../../lib/use-command.ts";
import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import { EditMany } from "./EditMany.tsx";
import type { StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";
import { CredentialFields, RemarkField, useEditValidators, WhitelistField } from "./EditFields.tsx";
import { changeOf, valuesOf } from "./edit-values.ts";

/** Changes user name, password, whitelist or remark of one or many IPs. */
export function EditDialog(props: {
  term: Term;
  rows: readonly StaticIp[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-edit");
  const { term, rows, opened, onClose } = props;
  const busy = useBusy(termCalls[term].update);
  const [first] = rows;
  const one = rows.length === 1 ? first : undefined;
  return (
    <StepDialog
      opened={opened}
      title={one ? t("edit.title", { host: one.exitIp }) : t("edit.many", { count: rows.length })}
      size="md"
      busy={busy}
      onClose={onClose}
    >
      {one ? (
        <EditOne term={term} row={one} onClose={onClose} />
      ) : (
        <EditMany term={term} rows={rows} onClose={onClose} />
      )}
    </StepDialog>
  );
}

/** Changes one static IP; sends only fields that were changed. */
function EditOne(props: { term: Term; row: StaticIp; onClose: () => void }) {
  const { t } = useTranslation("static-edit");
  const { term, row, onClose } = props;
  const [before] = useState(() => valuesOf(row));
  const validators = useEditValidators(before);
  const form = useForm({
    initialValues: before,
    validate: validators,
    validateInputOnBlur: ["account", "password"],
  });
  const update = useCommand(termCalls[term].update, {
    handles: toFieldError(form),
  });
  const send = form.onSubmit((values) => {
    const change = changeOf(values, before);
    if (Object.keys(change).length === 0) return toast.warning(t("edit.nothing"));
    void update.send({ id: row.id, ...change }, () => {
      toast.success(t("edit.done", { host: row.exitIp }));
      onClose();
    });
  });
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <CredentialFields form={form} />
        <WhitelistField form={form} />
        <RemarkField form={form} />
        <Text fz="sm" c="dimmed">
          {t("edit.effect")}
        </Text>
        <FormButtons submit={t("edit.submit")} busy={update.busy} onClose={onClose} />
      </Stack>
    </form>
  );
}
