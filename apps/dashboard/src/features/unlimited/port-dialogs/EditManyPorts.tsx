import { Box, Button, Checkbox, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { defaultTemplate } from "@turnpike/rules/proxy-format.ts";
import { firstRotationMinutes, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/FormButtons.tsx";
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
import { planCallsChanged } from "../use-plan.ts";

/** Changes many ports at once: only what is ticked, for all of them the same. */
export function EditManyPorts({ kind, plan, rows, onClose }: EditProps) {
  const { t } = useTranslation("unlimited");
  const [ticked, setTicked] = useState<ReadonlySet<Section>>(new Set());
  const [untouched, setUntouched] = useState(false);
  const form = useManyForm(kind, ticked);
  const batch = useBatch<"upport", UnlimitedPort>("upport", {
    invalidates: planCallsChanged[kind],
  });
  const send = form.onSubmit((values) => {
    if (ticked.size === 0) return setUntouched(true);
    const change = changeOfTicked(values, ticked);
    batch.start({
      rows,
      atOnce: portsAtOnce,
      // Each call tells one number of minutes: where they stay, ports of the same go together.
      ...(ticked.has("rotation") ? {} : { together: (row) => row.rotationMinutes }),
      question: (part) => ({
        ids: part.map(({ id }) => id),
        rotationMinutes: part[0]?.rotationMinutes ?? firstRotationMinutes,
        ...change,
      }),
    });
  });
  if (batch.opened) {
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
        onClose={onClose}
      />
    );
  }
  const tick = (section: Section) => {
    setUntouched(false);
    const next = new Set(ticked);
    if (!next.delete(section)) next.add(section);
    setTicked(next);
  };
  const sample = rows[0] && {
    ...rows[0],
    ...(ticked.has("credentials") ? credentialsOf(form.values) : {}),
  };
  const fields: Record<Section, ReactNode> = {
    rotation: <RotationField form={form} kind={kind} />,
    country: (
      <CountryField
        form={form}
        kind={kind}
        region={plan.region}
        had={rows.map(({ country }) => country)}
      />
    ),
    format: <FormatField form={form} sample={sample} />,
    credentials: <CredentialFields form={form} />,
    remark: <RemarkField form={form} />,
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {sections.map((section) => (
          <Stack key={section} gap="sm">
            <Checkbox
              label={t(`edit.tick.${section}`)}
              checked={ticked.has(section)}
              onChange={() => tick(section)}
            />
            {ticked.has(section) && <Box ps={{ base: 0, xs: 30 }}>{fields[section]}</Box>}
          </Stack>
        ))}
        {untouched && (
          <Text role="alert" fz="sm" c="var(--mantine-color-error)">
            {t("edit.tickOne")}
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

const credentialsOf = ({ account, password }: PortValues) => ({ account, password });

/** What is not ticked is not judged. */
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
