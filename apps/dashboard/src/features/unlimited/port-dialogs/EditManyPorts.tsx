import { Box, Button, Checkbox, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { firstRotationMinutes, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import { BatchOutcomes } from "../../../ui/batch/BatchOutcomes.tsx";
import { useBatch } from "../../../ui/batch/use-batch.ts";
import { randomName, randomPassword } from "../../credentials/random-credential.ts";
import type { EditProps } from "./EditPortsDialog.tsx";
import {
  changeOfTicked,
  type PortValues,
  portsAtOnce,
  type Section,
  sections,
} from "./edit-port-values.ts";
import { addressOf, type UnlimitedPort } from "../port.ts";
import {
  CountryField,
  CredentialFields,
  FormatField,
  RemarkField,
  RotationField,
  usePortValidators,
} from "./PortFields.tsx";

/** Changes many ports at once: only the ticked fields, with the same values for all. */
export function EditManyPorts(props: EditProps) {
  const { t } = useTranslation("unlimited");
  const edit = useEditMany(props);
  const { batch, ticked } = edit;
  if (batch.opened) return <ManyOutcomes batch={batch} onClose={props.onClose} />;
  return (
    <form onSubmit={edit.send} noValidate>
      <Stack gap="md">
        {sections.map((section) => (
          <Stack key={section} gap="sm">
            <Checkbox
              label={t(`edit.tick.${section}`)}
              checked={ticked.has(section)}
              onChange={() => edit.tick(section)}
            />
            {ticked.has(section) && (
              <Box ps={{ base: 0, xs: 30 }}>
                <SectionFields {...props} section={section} edit={edit} />
              </Box>
            )}
          </Stack>
        ))}
        {edit.untouched && (
          <Text role="alert" fz="sm" c="var(--mantine-color-error)">
            {t("edit.tickOne")}
          </Text>
        )}
        <Text fz="sm" c="dimmed">
          {t("edit.effect")}
        </Text>
        <FormButtons
          submit={t("edit.submitMany", { count: props.rows.length })}
          busy={batch.running}
          onClose={props.onClose}
        />
      </Stack>
    </form>
  );
}

/** The ticked fields and their values, and the batch of calls that saves them. */
function useEditMany({ kind, rows }: EditProps) {
  const [ticked, setTicked] = useState<ReadonlySet<Section>>(new Set());
  const [untouched, setUntouched] = useState(false);
  const form = useManyForm(kind, ticked);
  const batch = useBatch<"upport", UnlimitedPort>("upport");
  const send = form.onSubmit((values) => {
    if (ticked.size === 0) return setUntouched(true);
    const change = changeOfTicked(values, ticked);
    batch.start({
      rows,
      batchSize: portsAtOnce,
      // A call has one `rotationMinutes`: unless it changes, group ports with equal values.
      ...(ticked.has("rotation") ? {} : { groupBy: (row) => row.rotationMinutes }),
      parameters: (part) => ({
        ids: part.map(({ id }) => id),
        rotationMinutes: part[0]?.rotationMinutes ?? firstRotationMinutes,
        ...change,
      }),
    });
  });
  const tick = (section: Section) => {
    setUntouched(false);
    const next = new Set(ticked);
    if (!next.delete(section)) next.add(section);
    setTicked(next);
  };
  return { form, batch, ticked, untouched, send, tick };
}
type EditMany = ReturnType<typeof useEditMany>;

/** The fields of a ticked section. */
function SectionFields(props: EditProps & { section: Section; edit: EditMany }) {
  const { kind, plan, rows, section } = props;
  const { form, ticked } = props.edit;
  switch (section) {
    case "rotation":
      return <RotationField form={form} kind={kind} />;
    case "country": {
      const had = rows.map(({ country }) => country);
      return <CountryField form={form} kind={kind} region={plan.region} had={had} />;
    }
    case "format": {
      const credentials = ticked.has("credentials") ? credentialsOf(form.values) : {};
      return <FormatField form={form} sample={rows[0] && { ...rows[0], ...credentials }} />;
    }
    case "credentials":
      return <CredentialFields form={form} />;
    case "remark":
      return <RemarkField form={form} />;
  }
}

function ManyOutcomes(props: { batch: EditMany["batch"]; onClose: () => void }) {
  const { t } = useTranslation("unlimited");
  const { batch } = props;
  const failed = Object.values(batch.outcomes).some(({ done }) => !done);
  return (
    <BatchOutcomes
      batch={batch}
      name={addressOf}
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

const credentialsOf = ({ account, password }: PortValues) => ({ account, password });

/** Only ticked sections are validated. */
function useManyForm(kind: UnlimitedKind, ticked: ReadonlySet<Section>) {
  const validators = usePortValidators(kind);
  return useForm<PortValues>({
    initialValues: {
      rotationMinutes: firstRotationMinutes,
      country: "",
      format: defaultTemplate,
      account: randomName(),
      password: randomPassword(),
      remark: "",
    },
    validate: {
      rotationMinutes: (typed) =>
        ticked.has("rotation") ? validators.rotationMinutes(typed) : null,
      format: (value) => (ticked.has("format") ? validators.format(value) : null),
      account: (value) => (ticked.has("credentials") ? validators.account(value) : null),
      password: (value) => (ticked.has("credentials") ? validators.password(value) : null),
    },
    validateInputOnBlur: ["account", "password", "rotationMinutes"],
  });
}
