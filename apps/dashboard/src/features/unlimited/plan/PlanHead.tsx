import { Alert, Button } from "@mantine/core";
import { IconCalendarPlus, IconClockOff, IconRepeat, IconWorld } from "@turnpike/ui/icons.ts";
import { portMbps } from "@turnpike/rules/unlimited.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { formatTimeLeft } from "../../../lib/time-left.ts";
import type { PlanPageProps } from "./PlanPage.tsx";
import { PlanStatusCell } from "../PlanStatusCell.tsx";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import type { PlanPhase, UnlimitedPlan } from "../port.ts";
import classes from "../ports.module.css";

interface Props extends PlanPageProps {
  plan: UnlimitedPlan;
  phase: PlanPhase;
  onMove: () => void;
}

/** What the plan is, how long it runs, its hosts, and its actions. */
export function PlanHead(props: Props) {
  const { t } = useTranslation("unlimited");
  const { kind, plan, phase } = props;
  const region = plan.regionName;
  const mbps = formatNumber(plan.quantity);
  const title =
    kind === "port"
      ? t("plan.port", { region, count: plan.quantity })
      : t("plan.bandwidth", { region, mbps });
  const help =
    kind === "port"
      ? t("plan.portHelp", { mbps: formatNumber(portMbps) })
      : t("plan.bandwidthHelp", { mbps });
  return (
    <div>
      <PageHeader title={title} description={help} actions={<PlanButtons {...props} />} />
      {phase !== "running" && <Ended {...props} />}
      <Details {...props} />
    </div>
  );
}

function PlanButtons({ plan, phase, onMove, onRenew, onOrderAgain }: Props) {
  const { t } = useTranslation("unlimited");
  if (phase !== "running") {
    if (!onOrderAgain) return null;
    return (
      <Button
        data-needs="buy"
        leftSection={<IconRepeat size={18} aria-hidden />}
        onClick={() => onOrderAgain(plan)}
      >
        {t("plan.again")}
      </Button>
    );
  }
  return (
    <>
      <Button
        data-needs="proxies"
        variant="default"
        leftSection={<IconWorld size={17} aria-hidden />}
        onClick={onMove}
      >
        {t("plan.move")}
      </Button>
      <Button
        data-needs="buy"
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
        onClick={() => onRenew(plan)}
      >
        {t("plan.renew")}
      </Button>
    </>
  );
}

/** Why the plan can no longer be changed, and what happens next. */
function Ended({ plan, phase }: Props) {
  const { t } = useTranslation("unlimited");
  const left = Date.parse(plan.closesAt) - useNow();
  return (
    <Alert
      mb="lg"
      color="gray"
      icon={<IconClockOff aria-hidden />}
      title={t("expired.title", { at: formatDateTime(plan.expiresAt) })}
    >
      {phase === "ended"
        ? t("expired.closing", { time: formatTimeLeft(left) })
        : t("expired.closed")}
    </Alert>
  );
}

function Details({ kind, plan, phase }: Props) {
  const { t } = useTranslation("unlimited");
  const nowMs = useNow();
  return (
    <Panel>
      <dl className={classes.plan} aria-label={t("facts.label")}>
        <Detail name={t("facts.status")}>
          <PlanStatusCell plan={plan} nowMs={nowMs} />
        </Detail>
        <Detail name={t("facts.connect")}>
          <Hosts plan={plan} />
        </Detail>
        <Detail name={t("facts.speed")}>
          {t("facts.mbps", { mbps: formatNumber(plan.mbps) })}
        </Detail>
        {kind === "port" && (
          <Detail name={t("facts.open")}>
            {t("facts.openOf", {
              open: formatNumber(phase === "running" ? plan.open : 0),
              ports: formatNumber(plan.ports),
            })}
          </Detail>
        )}
        <Detail name={t("facts.used")}>
          <Bytes bytes={plan.usedBytes} />
        </Detail>
      </dl>
    </Panel>
  );
}

function Detail(props: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{props.name}</dt>
      <dd className="numeric">{props.children}</dd>
    </div>
  );
}

/** The host, and its domain name if it has one. */
function Hosts({ plan }: { plan: UnlimitedPlan }) {
  const { t } = useTranslation("unlimited");
  const { host, domain } = plan;
  return (
    <>
      <span className={classes.copied}>
        <span className={classes.mono}>{host}</span>
        <CopyButton value={host} label={t("facts.copyHost", { host })} />
      </span>
      {domain && domain !== host && (
        <span className={classes.copied}>
          <span className={classes.mono}>{domain}</span>
          <CopyButton value={domain} label={t("facts.copyDomain", { domain })} />
        </span>
      )}
    </>
  );
}
