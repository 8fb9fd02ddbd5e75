import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import type { EditProps } from "./EditPortsDialog.tsx";
import { changeOf, type PortChange, valuesOf } from "./edit-port-values.ts";
import type { UnlimitedPort } from "../port.ts";
import { showPorts } from "../use-plan.ts";
import {
  CountryField,
  CredentialFields,
  FormatField,
  RemarkField,
  RotationField,
  usePortValidators,
} from "./PortFields.tsx";

/** Changes one port; sends the rotation and the fields that were changed. */
export function EditPort({ kind, plan, row, onClose }: EditProps & { row: UnlimitedPort }) {
  const { t } = useTranslation("unlimited");
  const [before] = useState(() => valuesOf(row));
  const form = useForm({
    initialValues: before,
    validate: usePortValidators(kind, before),
    validateInputOnBlur: ["account", "password", "rotationMinutes"],
  });
  const options = { handles: toFieldError(form) };
  const ports = useCommand("upport", options);
  const bandwidth = useCommand("upbandwidth", options);
  const save = (change: PortChange) => {
    const done = ({ ports: changed }: { ports: UnlimitedPort[] }) => {
      showPorts(kind, changed);
      toast.success(t("edit.done", { port: row.port }));
      onClose();
    };
    if (kind === "port") void ports.send({ ids: [row.id], ...change }, done);
    else void bandwidth.send({ planId: plan.id, ...change }, done);
  };
  const submit = form.onSubmit((values) => {
    const change = changeOf(values, before);
    if (change) save(change);
    else toast.warning(t("edit.nothing"));
  });
  // The preview shows the values being typed, not the saved ones.
  const { account, password, remark } = form.values;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <RotationField form={form} kind={kind} />
        <CountryField form={form} kind={kind} region={plan.region} had={[row.country]} />
        <CredentialFields form={form} />
        <FormatField form={form} sample={{ ...row, account, password, remark }} />
        <RemarkField form={form} />
        <Text fz="sm" c="dimmed">
          {t("edit.effect")}
        </Text>
        <FormButtons
          submit={t("edit.submit")}
          busy={ports.busy || bandwidth.busy}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
