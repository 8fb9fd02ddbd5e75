import { Button, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { IconLinkPlus } from "@turnpike/ui/icons.ts";
import type { LinkPlan } from "@turnpike/contract/extraction.ts";
import { maxOpenedIps, openHours, whiteMinutes, apiPorts } from "@turnpike/rules/pool.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMinutes, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { PlaceFields } from "../place/PlaceFields.tsx";
import { Choice } from "./Choice.tsx";
import type { Draft } from "./link-draft.ts";
import { LinkForm } from "./LinkForm.tsx";
import type { Builder } from "./use-builder.ts";

const REMARK_MAX = 100;
const plans: readonly LinkPlan[] = ["ip", "traffic"];
const minutePresets = [10, 30, 60, 1_440] as const;

/** The parameters of a link; the preview beside the form follows each change. */
export function LinkBuilder({ builder }: { builder: Builder }) {
  const { t } = useTranslation("extract");
  const { form, send, busy, choose } = builder;
  const draft = form.values;
  return (
    <Panel title={t("builder.title")} description={t("builder.help")}>
      <form onSubmit={send} noValidate>
        <Stack gap="lg">
          <PlanChoice plan={draft.plan} onChange={choose} />
          <PlaceFields
            area
            of={draft.plan === "ip" ? "pool" : "traffic"}
            value={draft}
            errors={form.errors}
            onChange={choose}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <NumberInput
              label={t("builder.num", { most: formatNumber(maxOpenedIps) })}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="none"
              min={1}
              max={maxOpenedIps}
              {...form.getInputProps("num")}
              onChange={(num) => choose({ num })}
            />
            {draft.plan === "ip" ? (
              <Hours value={draft.hours} onChange={(hours) => choose({ hours })} />
            ) : (
              <Minutes value={draft.minutes} error={form.errors.minutes} onChange={choose} />
            )}
          </SimpleGrid>
          {draft.plan === "traffic" && (
            <MinutePresets value={Number(draft.minutes)} onChange={choose} />
          )}
          <PortField builder={builder} />
          <LinkForm builder={builder} />
          <TextInput
            label={t("builder.remark")}
            placeholder={t("builder.remarkExample")}
            maxLength={REMARK_MAX}
            {...form.getInputProps("remark")}
          />
          <Button
            data-needs="buy"
            type="submit"
            size="md"
            leftSection={<IconLinkPlus size={18} aria-hidden />}
            loading={busy}
          >
            {t("builder.submit")}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

/** The plan that the exits come from; the plans' places differ. */
function PlanChoice(props: { plan: LinkPlan; onChange: (by: Partial<Draft>) => void }) {
  const { t } = useTranslation("extract");
  return (
    <Choice
      label={t("builder.plan")}
      help={t(`builder.planHelp.${props.plan}`)}
      value={props.plan}
      options={plans.map((value) => ({ value, label: t(`plans.${value}`) }))}
      onChange={(plan) =>
        props.onChange({ plan: plan as LinkPlan, country: "", state: "", city: "" })
      }
    />
  );
}

function MinutePresets(props: { value: number; onChange: (by: Partial<Draft>) => void }) {
  const { t } = useTranslation("extract");
  return (
    <Presets
      four
      label={t("builder.usual")}
      presets={minutePresets.map((value) => ({
        value,
        name: formatMinutes(value),
        note: undefined,
      }))}
      value={props.value}
      onChoose={(minutes) => props.onChange({ minutes })}
    />
  );
}

function Hours(props: { value: number; onChange: (hours: number) => void }) {
  const { t } = useTranslation("extract");
  const { least, most } = openHours;
  const all = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  return (
    <Choice
      label={t("builder.hours")}
      value={String(props.value)}
      options={all.map((value) => ({ value, label: value }))}
      onChange={(value) => props.onChange(Number(value))}
    />
  );
}

function Minutes(props: {
  value: number | string;
  error: ReactNode;
  onChange: (by: Partial<Draft>) => void;
}) {
  const { t } = useTranslation("extract");
  return (
    <NumberInput
      label={t("builder.minutes", { most: formatNumber(whiteMinutes.most) })}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      min={whiteMinutes.least}
      max={whiteMinutes.most}
      value={props.value}
      error={props.error}
      onChange={(minutes) => props.onChange({ minutes })}
    />
  );
}

/** Any port of the gateway, or consecutive ports from a chosen first one. */
function PortField({ builder: { form, choose, link } }: { builder: Builder }) {
  const { t } = useTranslation("extract");
  const { anyPort } = form.values;
  const { first, last, recommended } = apiPorts;
  const range = link.port !== null && link.num > 1;
  return (
    <Stack gap="sm">
      <Choice
        label={t("port.label")}
        help={anyPort ? t("port.anyHelp") : t("port.ownHelp")}
        value={anyPort ? "any" : "own"}
        options={[
          { value: "any", label: t("port.any") },
          { value: "own", label: t("port.own") },
        ]}
        onChange={(value) => choose({ anyPort: value === "any" })}
      />
      {!anyPort && (
        <NumberInput
          label={t("port.first", { first, last })}
          description={
            range && link.port !== null
              ? t("port.range", { from: link.port, to: link.port + link.num - 1 })
              : t("port.recommended", { port: recommended })
          }
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          min={first}
          max={last}
          {...form.getInputProps("port")}
          onChange={(port) => choose({ port })}
        />
      )}
    </Stack>
  );
}
