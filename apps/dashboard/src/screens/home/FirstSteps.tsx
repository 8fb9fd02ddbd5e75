import { Anchor, Badge, Button, Group, Text, Title } from "@mantine/core";
import { IconArrowRight, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { Panel } from "../../ui/Panel.tsx";
import { type StepName, type StepState, stepNames, stepStates } from "./first-steps.ts";
import classes from "./home.module.css";

const links: Record<Exclude<StepName, "topUp">, string> = {
  buy: "/cli/traffic-use?dialog=buy",
  account: "/cli/traffic-use",
  request: "/cli/traffic-use?tab=endpoints",
};

/** Leads a newcomer to the first request; gone once all is done. */
export function FirstSteps(props: { onTopUp: () => void }) {
  const { t } = useTranslation("home");
  const states = useStepStates();
  if (!states) return null;
  const done = stepNames.filter((name) => states[name] === "done").length;
  if (done === stepNames.length) return null;
  return (
    <Panel
      title={t("steps.title")}
      description={t("steps.description")}
      actions={
        <Badge variant="light" size="lg">
          {t("steps.progress", { done: formatNumber(done), total: formatNumber(stepNames.length) })}
        </Badge>
      }
    >
      <ol className={classes.steps}>
        {stepNames.map((name, place) => (
          <Step key={name} name={name} place={place + 1} state={states[name]} {...props} />
        ))}
      </ol>
    </Panel>
  );
}

/** Undefined until all that the steps depend on has been answered. */
function useStepStates() {
  const index = useCall("indexInit", {}).data;
  const traffic = useCall("trafficInfo", {}).data;
  const accounts = useCall("subUsers", { page: 1, limit: 1 }).data;
  const recharges = useCall("rechargeList", { page: 1, limit: 5 }).data;
  if (!index || !traffic || !accounts || !recharges) return undefined;
  return stepStates({
    walletCents: index.walletCents,
    paidRecharges: recharges.items.filter(({ status }) => status === "paid").length,
    boughtBytes: traffic.balanceBytes + traffic.usedBytes,
    usedBytes: traffic.usedBytes,
    subAccounts: accounts.total,
  });
}

function Step(props: { name: StepName; place: number; state: StepState; onTopUp: () => void }) {
  const { t } = useTranslation("home");
  const { name, state } = props;
  return (
    <li
      className={classes.step}
      data-state={state}
      {...(state === "next" ? { "aria-current": "step" as const } : {})}
    >
      <Group gap="xs" wrap="nowrap">
        <span className={classes.place} data-state={state} aria-hidden>
          {state === "done" ? <IconCheck size={14} stroke={3} /> : formatNumber(props.place)}
        </span>
        <Title order={3}>{t(`steps.${name}.title`)}</Title>
      </Group>
      <Text fz="sm" c="dimmed">
        {t(`steps.${name}.text`)}
      </Text>
      <Group mt="auto" pt={6}>
        {state === "done" ? (
          <Text fz="sm" fw={550} className={classes.done}>
            {t("steps.done")}
          </Text>
        ) : (
          <StepLink {...props} />
        )}
      </Group>
    </li>
  );
}

function StepLink(props: { name: StepName; state: StepState; onTopUp: () => void }) {
  const { t } = useTranslation("home");
  const { name } = props;
  const label = t(`steps.${name}.link`);
  const next = props.state === "next";
  if (name === "topUp") {
    return (
      <Button size="xs" onClick={props.onTopUp}>
        {label}
      </Button>
    );
  }
  if (!next) {
    return (
      <Anchor component={Link} to={links[name]} fz="sm" fw={550}>
        {label}
      </Anchor>
    );
  }
  const arrow = <IconArrowRight size={15} aria-hidden />;
  return (
    <Button component={Link} to={links[name]} size="xs" rightSection={arrow}>
      {label}
    </Button>
  );
}
