import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import type { EditProps } from "./EditPortsDialog.tsx";
import { changeOf, type PortChange, valuesOf } from "./edit-port-values.ts";
import type { UnlimitedPort } from "../port.ts";
import {
  CountryField,
  CredentialFields,
  FormatField,
  RemarkField,
  RotationField,
  usePortValidators,
} from "./PortFields.tsx";
import { useShowPorts } from "../use-plan.ts";

/** Changes one port; sends the rotation and the fields that were changed. */
export function EditPort({ kind, plan, row, onClose }: EditProps & { row: UnlimitedPort }) {
  const { t } = useTranslation("unlimited");
  const [before] = useState(() => valuesOf(row));
  const form = useForm({
    initialValues: before,
    validate: usePortValidators(kind, before.password),
    validateInputOnBlur: ["account", "password", "rotationMinutes"],
  });
  const handles = toFieldError(form);
  const ports = useCommand("upport", { handles });
  const bandwidth = useCommand("upbandwidth", { handles });
  const send = (change: PortChange) =>
    kind === "port"
      ? ports.mutateAsync({ ids: [row.id], ...change })
      : bandwidth.mutateAsync({ planId: plan.id, ...change });
  const showPorts = useShowPorts(kind);
  const save = async (change: PortChange) => {
    try {
      showPorts((await send(change)).ports);
      toast.success(t("edit.done", { port: row.port }));
      onClose();
    } catch {
      // The error is shown at its field or in a toast.
    }
  };
  const submit = form.onSubmit((values) => {
    const change = changeOf(values, before);
    if (change) void save(change);
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
          busy={ports.isPending || bandwidth.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
