import { Button, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { mostWhitePorts, whiteMinutes } from "@turnpike/rules/pool.ts";
import { useTranslation } from "react-i18next";
import { formatMinutes } from "../../lib/format.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Presets } from "../../ui/Presets.tsx";
import { PlaceFields } from "../place/PlaceFields.tsx";
import { MadePorts } from "./MadePorts.tsx";
import { minutePresets, numFits, remarkMaxLength } from "./make-form.ts";
import { useMakePorts } from "./use-make-ports.ts";

/** Where, how many, for how long; what comes of it is shown ready to use. */
export function MakePorts() {
  const { t } = useTranslation("white-port");
  const { form, send, choose, busy, made, close } = useMakePorts();
  const { num, minutes } = form.values;
  const presets = minutePresets.map((value) => ({
    value,
    name: formatMinutes(value),
    note: undefined,
  }));
  const whole = { allowDecimal: false, allowNegative: false, clampBehavior: "none" } as const;
  return (
    <Panel title={t("make.title")} description={t("make.help")}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <PlaceFields value={form.values} errors={form.errors} onChange={choose}>
            <NumberInput
              {...whole}
              label={t("make.num", { most: mostWhitePorts })}
              min={1}
              max={mostWhitePorts}
              {...form.getInputProps("num")}
            />
          </PlaceFields>
          <Stack gap="sm">
            <NumberInput
              {...whole}
              label={t("make.minutes")}
              description={t("make.minutesHelp")}
              min={whiteMinutes.least}
              max={whiteMinutes.most}
              {...form.getInputProps("minutes")}
            />
            <Presets
              four
              label={t("make.usual")}
              presets={presets}
              value={Number(minutes)}
              onChoose={(value) => form.setFieldValue("minutes", value)}
            />
          </Stack>
          <TextInput
            label={t("make.remark")}
            placeholder={t("make.remarkExample")}
            maxLength={remarkMaxLength}
            {...form.getInputProps("remark")}
          />
          <Group gap="sm">
            <Button type="submit" leftSection={<IconPlus size={16} aria-hidden />} loading={busy}>
              {numFits(num) ? t("make.submit", { count: Number(num) }) : t("make.submitNone")}
            </Button>
            <Text fz="xs" c="dimmed" flex="1 1 14rem">
              {t("make.cost")}
            </Text>
          </Group>
        </Stack>
      </form>
      <MadePorts rows={made} onClose={close} />
    </Panel>
  );
}
