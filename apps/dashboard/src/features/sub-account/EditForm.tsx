import { Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { bytesToGb, validateGb, unallottedBytes } from "./allotment.ts";
import { GbField } from "./GbField.tsx";
import { changedLimits, limitNames, limitValues } from "./limit-values.ts";
import { LimitFields, useLimitValidators } from "./LimitFields.tsx";

const isSet = (value: number | string | string[]) => typeof value === "number" || value.length > 0;

/** Changes a sub-account's allotment, limits, remark and state. */
export function EditForm(props: { row: SubAccount; onClose: () => void; onBuy: () => void }) {
  const { t } = useTranslation("traffic-use");
  const { row } = props;
  const info = useCall("trafficInfo", {}).data;
  const restBytes = info && unallottedBytes(info);
  const form = useEditForm(row, restBytes);
  const update = useCommand("upSubUser", {
    handles: toFieldError(form),
  });
  const before = limitValues(row);
  const send = form.onSubmit(({ trafficGb, remark, enabled, ...limits }) => {
    const touched = !row.main && trafficGb !== bytesToGb(row.allocatedBytes);
    void update.send(
      {
        id: row.id,
        remark,
        enabled,
        ...(touched ? { trafficGb: Number(trafficGb) } : {}),
        ...changedLimits(limits, before),
      },
      () => {
        toast.success(t("edit.done", { account: row.account }));
        props.onClose();
      },
    );
  });
  return (
    <DialogForm submit={t("edit.submit")} busy={update.busy} onSubmit={send}>
      {row.main ? (
        <Text fz="sm" c="dimmed">
          {t("accounts.mainHelp")}
        </Text>
      ) : (
        <>
          <GbField {...form.getInputProps("trafficGb")} restBytes={restBytes} onBuy={props.onBuy} />
          <Text fz="sm" c="dimmed">
            {t("edit.used", { amount: gbText(row.usedBytes) })}
          </Text>
        </>
      )}
      <TextInput label={t("columns.remark")} maxLength={200} {...form.getInputProps("remark")} />
      <Switch
        label={t("columns.enabled")}
        description={t("edit.enabledHelp")}
        {...form.getInputProps("enabled", { type: "checkbox" })}
      />
      <LimitFields form={form} limited={limitNames.some((name) => isSet(before[name]))} />
    </DialogForm>
  );
}

function useEditForm(row: SubAccount, restBytes: number | undefined) {
  const { t } = useTranslation("traffic-use");
  const limits = useLimitValidators();
  return useForm({
    initialValues: {
      ...limitValues(row),
      trafficGb: bytesToGb(row.allocatedBytes) as number | string,
      remark: row.remark,
      enabled: row.enabled,
    },
    validate: {
      ...limits,
      trafficGb: (value) => {
        // An unchanged value is not sent, since the main account's number changes by itself.
        if (row.main || value === bytesToGb(row.allocatedBytes)) return null;
        const error = validateGb(value, restBytes, row);
        return error ? t(`gb.${error}`) : null;
      },
    },
  });
}
