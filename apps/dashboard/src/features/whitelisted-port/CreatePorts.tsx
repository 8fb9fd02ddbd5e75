import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@turnpike/ui/icons.ts";
import { maxWhitelistedPorts, whiteMinutes } from "@turnpike/rules/pool.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { formatMinutes, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { PlaceFields } from "../place/PlaceFields.tsx";
import { useCall } from "../../lib/queries.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { anyPlace, changedPlace, type Place, placeParameters } from "../place/place.ts";
import type { CallParameters } from "../../lib/call.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { CreatedPorts } from "./CreatedPorts.tsx";

/** A type alias, since a form's values must be a plain record of its fields. */
type CreateValues = { [Field in keyof Place]: string } & {
  /** The gateway's region; empty for any. */
  region: string;
  num: number | string;
  minutes: number | string;
  remark: string;
};
const firstValues: CreateValues = { ...anyPlace, region: "", num: 5, minutes: 30, remark: "" };

/** Usual durations, in minutes. */
const minutePresets = [10, 30, 60, 1_440] as const;
const remarkMaxLength = 100;

const within = (typed: number | string, least: number, most: number): boolean => {
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isSafeInteger(value) && value >= least && value <= most;
};
const numFits = (typed: number | string): boolean => within(typed, 1, maxWhitelistedPorts);
const minutesFit = (typed: number | string): boolean =>
  within(typed, whiteMinutes.least, whiteMinutes.most);

/** The request for valid values. */
function createParameters(values: CreateValues): CallParameters<"whitePortAdd"> {
  return {
    ...placeParameters(values),
    region: values.region || undefined,
    num: Number(values.num),
    minutes: Number(values.minutes),
    remark: values.remark.trim() || undefined,
  };
}

/** Place, number and duration of ports; shows the created ports ready to use. */
export function CreatePorts() {
  const { t } = useTranslation("whitelisted-port");
  const { form, send, choose, busy } = useCreatePorts();
  const { num, minutes } = form.values;
  const whole = { allowDecimal: false, allowNegative: false, clampBehavior: "none" } as const;
  return (
    <Panel title={t("make.title")} description={t("make.help")}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <PlaceFields value={form.values} errors={form.errors} onChange={choose}>
            <NumberInput
              {...whole}
              label={t("make.num", { most: maxWhitelistedPorts })}
              min={1}
              max={maxWhitelistedPorts}
              {...form.getInputProps("num")}
            />
          </PlaceFields>
          <RegionField {...form.getInputProps("region")} />
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
              presets={usualMinutes()}
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
            <Button
              data-needs="proxies"
              type="submit"
              leftSection={<IconPlus size={16} aria-hidden />}
              loading={busy}
            >
              {numFits(num) ? t("make.submit", { count: Number(num) }) : t("make.submitNone")}
            </Button>
            <Text fz="xs" c="dimmed" flex="1 1 14rem">
              {t("make.cost")}
            </Text>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

const usualMinutes = () =>
  minutePresets.map((value) => ({ value, name: formatMinutes(value), note: undefined }));

/** The gateway's region, if there is a choice: nearest first. */
function RegionField(props: ReturnType<UseFormReturnType<CreateValues>["getInputProps"]>) {
  const { t } = useTranslation("whitelisted-port");
  const { data } = useCall("trafficInfo", {}, { staleMs: 60_000 });
  const nodes = (data?.endpoints ?? []).filter(({ node }) => node !== "");
  const regions = [...new Map(nodes.map((node) => [node.region, node.regionName]))];
  if (regions.length < 2) return null;
  return (
    <Select
      label={t("make.region")}
      allowDeselect={false}
      data={[
        { value: "", label: t("make.anyRegion") },
        ...regions.map(([value, label]) => ({ value, label })),
      ]}
      {...props}
    />
  );
}

/** The form that creates ports; a dialog shows them. */
function useCreatePorts() {
  const { t } = useTranslation("whitelisted-port");
  const form = useForm({
    initialValues: firstValues,
    validate: {
      num: (typed) => (numFits(typed) ? null : t("make.badNum", { most: maxWhitelistedPorts })),
      minutes: (typed) =>
        minutesFit(typed) ? null : t("make.badMinutes", { most: formatNumber(whiteMinutes.most) }),
    },
  });
  const command = useCommand("whitePortAdd", {
    handles: toFieldError(form),
  });
  const send = form.onSubmit(
    (values) =>
      void command.send(createParameters(values), ({ items }) =>
        openDialog({
          title: t("made.title", { count: items.length }),
          size: "xl",
          body: (close) => <CreatedPorts rows={items} onClose={close} />,
        }),
      ),
  );
  // Errors of the fields are cleared with their values.
  const choose = (by: Partial<Place>) => form.setValues(changedPlace(form.values, by));
  return { form, send, choose, busy: command.busy };
}
