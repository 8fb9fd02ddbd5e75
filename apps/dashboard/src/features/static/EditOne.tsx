import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { besideField } from "../../ui/form.ts";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { CredentialFields, RemarkField, useEditJudges, WhitelistField } from "./EditFields.tsx";
import { changeOf, valuesOf } from "./edit-values.ts";
import type { StaticIp } from "./static-ip.ts";
import { staticCallsChanged, type Term, termCalls } from "./term.ts";

/** Changes one static IP; what was not touched is not sent. */
export function EditOne(props: { term: Term; row: StaticIp; onClose: () => void }) {
  const { t } = useTranslation("static-edit");
  const { term, row, onClose } = props;
  const [before] = useState(() => valuesOf(row));
  const { credential, whitelist } = useEditJudges();
  const form = useForm({
    initialValues: before,
    validate: { account: credential, password: credential, whitelist },
    validateInputOnBlur: ["account", "password"],
  });
  const update = useCommand(termCalls[term].update, {
    invalidates: staticCallsChanged[term],
    handles: besideField(form),
  });
  const send = form.onSubmit((values) => {
    const change = changeOf(values, before);
    if (Object.keys(change).length === 0) return toast.warning(t("edit.nothing"));
    update.mutate(
      { id: row.id, ...change },
      {
        onSuccess: () => {
          toast.success(t("edit.done", { host: row.host }));
          onClose();
        },
      },
    );
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
        <FormButtons submit={t("edit.submit")} busy={update.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}
