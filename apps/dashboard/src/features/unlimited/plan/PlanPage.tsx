import { Button, Stack, Tabs } from "@mantine/core";
import {
  IconActivity,
  IconArrowLeft,
  IconPlug,
  IconPlugOff,
  IconShieldCheck,
} from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { CallRefused } from "../../../lib/call.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons, ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { MonitorQuiet } from "./MonitorQuiet.tsx";
import { PlanHead } from "./PlanHead.tsx";
import { usePlanPhase } from "../plan-time.ts";
import type { PlanPhase, UnlimitedPlan, UnlimitedPort } from "../port.ts";
import { PortDetails, Part } from "../port/PortDetails.tsx";
import { type PortActs, useMovePlan, usePortActs } from "../acts/use-port-acts.tsx";
import { NoPorts, PortList } from "./PortList.tsx";
import { type PlanRead, usePlan } from "../use-plan.ts";
import { useUrlPort } from "../port/use-url-port.ts";
import classes from "../ports.module.css";
import { PortButtons } from "../port/PortButtons.tsx";
import { PortDetailList } from "../port/PortDetailList.tsx";
import { PortTry } from "../port/PortTry.tsx";

const Whitelist = lazyComponent(async () => (await import("./Whitelist.tsx")).Whitelist);
const PlanMonitor = lazyComponent(
  async () => (await import("../../monitor/PlanMonitor.tsx")).PlanMonitor,
);

/** The dialogs' translations load with the page, so opening a dialog does not suspend it. */
const areas = ["unlimited", "lines", "manager", "parts"] as const;
const tabs = ["ports", "whitelist", "monitor"] as const;

export interface PlanPageProps {
  kind: UnlimitedKind;
  planId: string;
  /** Opens the renewal of this plan. */
  onRenew: (plan: UnlimitedPlan) => void;
  /** Orders another plan like this one; not offered if absent. */
  onOrderAgain?: (plan: UnlimitedPlan) => void;
  /** Returns to the list of plans. */
  onBack: () => void;
}

/**
 * One unlimited plan: its ports and their actions, its whitelist, and its monitor
 * (spec/unlimited#ports). Tab, search and page are kept in the URL; `?port=ID` shows one port.
 */
export function PlanPage(props: PlanPageProps) {
  return <Plan key={props.planId} {...props} />;
}

function Plan(props: PlanPageProps) {
  const { t } = useTranslation(areas);
  const read = usePlan(props.kind, props.planId);
  const { plan, error } = read;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mb="xs"
        ms={-8}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={props.onBack}
      >
        {t("back")}
      </Button>
      {plan && <LoadedPlan {...props} read={read} plan={plan} />}
      {!plan && isUnknown(error) && <PlanNotFound />}
      {!plan && error && !isUnknown(error) && <ErrorState error={error} onRetry={read.refetch} />}
      {!plan && !error && <ScreenSkeleton />}
    </>
  );
}

const isUnknown = (error: Error | null) => error instanceof CallRefused && error.code === 404;

function PlanNotFound() {
  const { t } = useTranslation("unlimited");
  return (
    <Panel>
      <EmptyState
        icon={<IconPlugOff size={22} />}
        title={t("plan.gone")}
        text={t("plan.goneHelp")}
      />
    </Panel>
  );
}

interface LoadedPlanProps extends PlanPageProps {
  read: PlanRead;
  plan: UnlimitedPlan;
}

function LoadedPlan(props: LoadedPlanProps) {
  const { kind, plan } = props;
  const acts = usePortActs(kind, plan);
  const move = useMovePlan(kind);
  const phase = usePlanPhase(plan);
  return (
    <Stack gap="lg">
      <PlanHead {...props} phase={phase} onMove={() => move(plan)} />
      <Views {...props} phase={phase} acts={acts} />
    </Stack>
  );
}

function Views(props: LoadedPlanProps & { phase: PlanPhase; acts: PortActs }) {
  const { t } = useTranslation("unlimited");
  const { kind, plan, phase } = props;
  const [view, setView] = useUrlText(["tab"], { keepsPage: true });
  const tab = tabs.find((name) => name === view.tab) ?? "ports";
  return (
    <Tabs
      value={tab}
      onChange={(next) => setView({ tab: next === "ports" ? "" : (next ?? "") })}
      keepMounted={false}
    >
      <Tabs.List mb="md" className={classes.tabs ?? ""}>
        <Tabs.Tab value="ports" leftSection={<IconPlug size={17} aria-hidden />}>
          {t(`tabs.${kind}`)}
        </Tabs.Tab>
        <Tabs.Tab value="whitelist" leftSection={<IconShieldCheck size={17} aria-hidden />}>
          {t("tabs.whitelist")}
        </Tabs.Tab>
        <Tabs.Tab value="monitor" leftSection={<IconActivity size={17} aria-hidden />}>
          {t("tabs.monitor")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="ports">
        {kind === "port" ? <Many {...props} /> : <One {...props} />}
      </Tabs.Panel>
      <Tabs.Panel value="whitelist">
        <Suspense fallback={<LineSkeletons lines={5} height={20} />}>
          <Whitelist key={plan.whitelist.join()} plan={plan} phase={phase} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="monitor">
        <Suspense fallback={<LineSkeletons lines={8} height={20} />}>
          <PlanMonitor plan={plan} whenSilent={<MonitorQuiet plan={plan} />} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

type ViewProps = Parameters<typeof Views>[0];

/** The ports of a port plan. */
function Many({ kind, read, phase, acts }: ViewProps) {
  const opened = useUrlPort(read.rows);
  const shared = { kind, read, phase, acts };
  return (
    <>
      <PortList {...shared} onOpen={opened.open} />
      <PortDetails {...shared} opened={opened} />
    </>
  );
}

/** The one port shared by all connections of a bandwidth plan. */
function One({ kind, read, phase, acts }: ViewProps) {
  const row = read.rows?.[0];
  if (!row) return <NoPorts />;
  return <PortPanel kind={kind} row={row} phase={phase} acts={acts} />;
}

/** The one port of a bandwidth plan, with all details. */
function PortPanel(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  phase: PlanPhase;
  acts: PortActs;
}) {
  const { t } = useTranslation("unlimited");
  const { row, phase } = props;
  return (
    <Panel title={t("ports.one")} actions={<PortButtons {...props} />}>
      <div className={classes.halves}>
        <Part title={t("details.facts")}>
          <PortDetailList row={row} phase={phase} />
        </Part>
        {phase === "running" && (
          <Part title={t("details.try")} help={t("details.tryHelp")}>
            <PortTry row={row} />
          </Part>
        )}
      </div>
    </Panel>
  );
}
