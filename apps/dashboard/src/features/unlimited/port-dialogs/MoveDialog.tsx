import { Badge, Group, Radio, Stack, Text } from "@mantine/core";
import { IconWorldOff } from "@turnpike/ui/icons.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy, useCommand } from "../../../lib/use-command.ts";
import { formatCountry, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import type { UnlimitedPlan } from "../port.ts";
import classes from "../ports.module.css";
import { kindCalls } from "../use-plan.ts";

interface Props {
  kind: UnlimitedKind;
  plan: UnlimitedPlan;
  onClose: () => void;
}

/** Moves a plan to another region that is available to it. */
export function MoveDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation("unlimited");
  const busy = useBusy(kindCalls[props.kind].region);
  return (
    <StepDialog
      opened={opened}
      title={t("move.title")}
      size="md"
      busy={busy}
      onClose={props.onClose}
    >
      <Regions {...props} />
    </StepDialog>
  );
}

function Regions(props: Props) {
  const { t } = useTranslation("unlimited");
  const { kind, plan } = props;
  const regions = useCall(kindCalls[kind].region, { planId: plan.id });
  if (regions.isError) {
    return <ErrorState error={regions.error} onRetry={() => void regions.refetch()} />;
  }
  if (!regions.data) return <LineSkeletons lines={6} height={24} />;
  const others = regions.data.regions.filter(({ region }) => region !== plan.region);
  if (others.length === 0) {
    return (
      <EmptyState
        icon={<IconWorldOff size={22} />}
        title={t("move.none")}
        text={t("move.noneHelp")}
      />
    );
  }
  return <Form {...props} others={others} />;
}

function Form({ kind, plan, others, onClose }: Props & { others: UnlimitedRegionShown[] }) {
  const { t } = useTranslation("unlimited");
  const [region, setRegion] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { region: name } = kindCalls[kind];
  const command = useCommand<"portRegion" | "bandwidthRegion">(name);
  const chosen = others.find((one) => one.region === region);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return setMissing(true);
    void command.send({ planId: plan.id, region: chosen.region }, () => {
      toast.success(t("move.done", { region: chosen.name }));
      onClose();
    });
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
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
        <FormButtons submit={t("move.submit")} busy={command.busy} onClose={onClose} />
      </Stack>
    </form>
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
