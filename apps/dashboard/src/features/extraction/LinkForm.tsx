import { Code, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Choice } from "./Choice.tsx";
import {
  formats,
  protocols,
  type SeparatorName,
  separatorMaxLength,
  separatorNames,
} from "./link-draft.ts";
import type { Builder } from "./use-builder.ts";

/** The response's format, the separator between its lines, and the protocol it names. */
export function LinkForm({ builder: { form, choose } }: { builder: Builder }) {
  const { t } = useTranslation("extract");
  const { format, separatorName, protocol } = form.values;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Choice
          label={t("form.format")}
          value={format}
          options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
          onChange={(value) => choose({ format: value as typeof format })}
        />
        <Choice
          label={t("form.protocol")}
          value={protocol}
          options={protocols.map((value) => ({ value, label: t(`protocols.${value}`) }))}
          onChange={(value) => choose({ protocol: value as typeof protocol })}
        />
      </SimpleGrid>
      {format === "txt" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NativeSelect
            label={t("form.separator")}
            value={separatorName}
            onChange={({ currentTarget }) =>
              choose({ separatorName: currentTarget.value as SeparatorName })
            }
            data={separatorNames.map((value) => ({ value, label: t(`separators.${value}`) }))}
          />
          {separatorName === "own" && (
            <TextInput
              label={t("form.own")}
              description={
                <>
                  {t("form.ownHelp")} <Code>\n</Code> <Code>\r</Code> <Code>\t</Code>
                </>
              }
              inputWrapperOrder={["label", "input", "description", "error"]}
              maxLength={separatorMaxLength}
              spellCheck={false}
              autoComplete="off"
              {...form.getInputProps("separator")}
              onChange={(event) => choose({ separator: event.currentTarget.value })}
            />
          )}
        </SimpleGrid>
      )}
    </Stack>
  );
}
