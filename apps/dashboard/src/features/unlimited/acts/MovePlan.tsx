import { Badge, Group, Radio, Stack, Text } from "@mantine/core";
import { IconWorldOff } from "@turnpike/ui/icons.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/use-command.ts";
import { formatCountry, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import type { UnlimitedPlan } from "../port.ts";
import classes from "../ports.module.css";
import { kindCalls } from "../use-plan.ts";

interface Props {
  kind: UnlimitedKind;
  plan: UnlimitedPlan;
  onClose: () => void;
}

/** The regions that a plan may move to. */
export function MovePlan(props: Props) {
  const { t } = useTranslation("unlimited");
  const { kind, plan } = props;
  const regions = useCall(kindCalls[kind].region, { planId: plan.id });
  return (
    <Loaded of={regions} lines={6} height={24}>
      {(answer) => {
        const others = answer.regions.filter(({ region }) => region !== plan.region);
        if (others.length > 0) return <Form {...props} others={others} />;
        return (
          <EmptyState
            icon={<IconWorldOff size={22} />}
            title={t("move.none")}
            text={t("move.noneHelp")}
          />
        );
      }}
    </Loaded>
  );
}

function Form({ kind, plan, others, onClose }: Props & { others: UnlimitedRegionShown[] }) {
  const { t } = useTranslation("unlimited");
  const [region, setRegion] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { region: name } = kindCalls[kind];
  const command = useCommand<"portRegion" | "bandwidthRegion">(name);
  const chosen = others.find((one) => one.region === region);
  const send = () => {
    if (!chosen) return setMissing(true);
    void command.send({ planId: plan.id, region: chosen.region }, () => {
      toast.success(t("move.done", { region: chosen.name }));
      onClose();
    });
  };
  return (
    <DialogForm submit={t("move.submit")} busy={command.busy} onSubmit={send}>
      <Radio.Group
        label={t("move.help")}
        value={region}
        error={missing && !chosen && t("move.choose")}
        onChange={setRegion}
      >
        <Stack gap={8} mt={8}>
          {others.map((one) => (
            <Region key={one.region} kind={kind} region={one} />
          ))}
        </Stack>
      </Radio.Group>
      <Text fz="sm" c="dimmed">
        {t("move.effect")} {t("move.countryEffect")}
        {chosen && chosen.host !== plan.host && ` ${t("move.hostEffect", { host: chosen.host })}`}
      </Text>
    </DialogForm>
  );
}

/** A region's free capacity and its exits' countries. */
function Region({ kind, region }: { kind: UnlimitedKind; region: UnlimitedRegionShown }) {
  const { t } = useTranslation("unlimited");
  const { stock, countries } = region;
  const names = countries.map(({ code }) => formatCountry(code)).sort((a, b) => a.localeCompare(b));
  return (
    <Radio.Card value={region.region} className={classes.region ?? ""}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} />
        <Stack gap={2} flex={1} miw={0}>
          <Group justify="space-between" gap="xs">
            <Text span fw={600}>
              {region.name}
            </Text>
            <Badge color="gray">
              {kind === "port"
                ? t("move.freePorts", { count: stock })
                : t("move.freeMbps", { mbps: formatNumber(stock) })}
            </Badge>
          </Group>
          <Text span fz="sm" c="dimmed" lineClamp={2} title={names.join(", ")}>
            {t("move.countries", { count: names.length })}: {names.join(", ")}
          </Text>
        </Stack>
      </Group>
    </Radio.Card>
  );
}
