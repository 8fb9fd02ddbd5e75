import { Box, Button, Checkbox, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import { BatchOutcomes } from "../../../ui/batch/BatchOutcomes.tsx";
import { useBatch } from "../../../ui/batch/use-batch.ts";
import { randomName, randomPassword } from "../../credentials/random-credential.ts";
import { CredentialFields, RemarkField, useEditValidators, WhitelistField } from "./EditFields.tsx";
import { changeOfTicked, rowsAtOnce, type Ticked } from "./edit-values.ts";
import type { StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";

/** Changes many IPs at once: only the ticked fields, with the same values for all. */
export function EditMany(props: { term: Term; rows: readonly StaticIp[]; onClose: () => void }) {
  const { t } = useTranslation("static-edit");
  const { term, rows, onClose } = props;
  const form = useManyForm();
  const batch = useBatch<"staticUpdate" | "shortUpdate", StaticIp>(termCalls[term].update);
  const send = form.onSubmit(({ credentials, whitelistToo, remarkToo, ...values }) => {
    const ticked: Ticked = { credentials, whitelist: whitelistToo, remark: remarkToo };
    const change = changeOfTicked(values, ticked);
    if (Object.keys(change).length === 0) {
      return form.setFieldError("credentials", t("edit.tickOne"));
    }
    batch.start({
      rows,
      batchSize: rowsAtOnce,
      parameters: (part) => ({ ids: part.map(({ id }) => id), ...change }),
    });
  });
  if (batch.opened) return <ManyOutcomes batch={batch} onClose={onClose} />;
  const tick = (name: "credentials" | "whitelistToo" | "remarkToo", fields: ReactNode) => (
    <Section
      label={t(`edit.${name}`)}
      {...form.getInputProps(name, { type: "checkbox" })}
      checked={form.values[name]}
    >
      {fields}
    </Section>
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {tick("credentials", <CredentialFields form={form} />)}
        {tick("whitelistToo", <WhitelistField form={form} />)}
        {tick("remarkToo", <RemarkField form={form} />)}
        {form.errors.credentials && (
          <Text role="alert" fz="sm" c="var(--mantine-color-error)">
            {form.errors.credentials}
          </Text>
        )}
        <Text fz="sm" c="dimmed">
          {t("edit.effect")}
        </Text>
        <FormButtons
          submit={t("edit.submitMany", { count: rows.length })}
          busy={batch.running}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

type EditBatch = ReturnType<typeof useBatch<"staticUpdate" | "shortUpdate", StaticIp>>;

function ManyOutcomes(props: { batch: EditBatch; onClose: () => void }) {
  const { t } = useTranslation("static-edit");
  const { batch } = props;
  const failed = Object.values(batch.outcomes).some(({ done }) => !done);
  return (
    <BatchOutcomes
      batch={batch}
      name={(row) => row.exitIp}
      result={() => t("edit.changed")}
      actions={
        failed && (
          <Button variant="default" onClick={batch.close}>
            {t("edit.back")}
          </Button>
        )
      }
      onClose={props.onClose}
    />
  );
}

/** An optional change; its fields appear once it is ticked. */
function Section(props: {
  label: string;
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
}) {
  const { label, checked, onChange } = props;
  return (
    <Stack gap="sm">
      <Checkbox label={label} checked={checked} onChange={onChange} />
      {checked && <Box ps={{ base: 0, xs: 30 }}>{props.children}</Box>}
    </Stack>
  );
}

function useManyForm() {
  const validators = useEditValidators();
  return useForm({
    initialValues: {
      credentials: false,
      whitelistToo: false,
      remarkToo: false,
      account: randomName(),
      password: randomPassword(),
      whitelist: "",
      remark: "",
    },
    validate: {
      account: (value, { credentials }) => (credentials ? validators.account(value) : null),
      password: (value, { credentials }) => (credentials ? validators.password(value) : null),
      whitelist: (value, { whitelistToo }) => (whitelistToo ? validators.whitelist(value) : null),
    },
    validateInputOnBlur: ["account", "password"],
  });
}
