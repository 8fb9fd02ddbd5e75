import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { SideDrawer } from "@turnpike/ui/SideDrawer.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  formatBytes,
  formatCountry,
  formatExactMoment,
  formatMs,
  formatNumber,
} from "@turnpike/ui/lib/format.ts";
import { requestLogPath } from "../../lib/request-log-path.ts";
import { exactBytes } from "@turnpike/ui/Bytes.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { OutcomeBadge } from "./log-columns.tsx";
import { type LoggedRequest, outcomeColours } from "./outcomes.ts";
import classes from "./request-log.module.css";

/** The details of a request, and what can be done about its outcome. */
export function RequestDetail(props: { row: LoggedRequest | null; onClose: () => void }) {
  const { t } = useTranslation(["request-log", "ui"]);
  const { row } = props;
  return (
    <SideDrawer opened={row !== null} title={t("detail")} onClose={props.onClose}>
      {row && (
        <Stack gap="lg">
          <Explained row={row} />
          <Details row={row} />
          <Hint row={row} />
        </Stack>
      )}
    </SideDrawer>
  );
}

/** Explains what happened and what to do about it. */
function Explained({ row }: { row: LoggedRequest }) {
  const { t } = useTranslation(["request-log", "parts"]);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <OutcomeBadge outcome={row.outcome} />
        <Text span fw={600} className={classes.mono ?? ""}>
          {row.target || t("noTarget")}
        </Text>
      </Group>
      {row.text && (
        <Alert
          color={outcomeColours[row.outcome]}
          icon={<IconInfoCircle aria-hidden />}
          title={row.text}
        >
          <Stack gap={6}>
            {row.fix && (
              <Text fz="sm">
                <strong>{t("parts:remedy")}</strong> {row.fix}
              </Text>
            )}
            {row.detail && (
              <Text fz="xs" className={classes.mono ?? ""}>
                {row.detail}
              </Text>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function Details({ row }: { row: LoggedRequest }) {
  const { t } = useTranslation("request-log");
  const ended = new Date(Date.parse(row.at) + row.ms).toISOString();
  const bytes = (amount: number) =>
    amount < 1000 ? exactBytes(amount) : `${formatBytes(amount)} (${exactBytes(amount)})`;
  const details: [string, ReactNode][] = [
    [
      t("facts.began"),
      <time key="at" dateTime={row.at}>
        {formatExactMoment(row.at)}
      </time>,
    ],
    [
      t("facts.ended"),
      <time key="end" dateTime={ended}>
        {formatExactMoment(ended)}
      </time>,
    ],
    [t("columns.ms"), <Duration key="ms" ms={row.ms} />],
    [t("columns.account"), <AccountLink key="who" account={row.account} />],
    [t("facts.product"), t(`products.${row.product}`)],
    [t("facts.client"), row.client || "–"],
    [t("facts.protocol"), t(`protocols.${row.protocol}`)],
    [t("columns.target"), row.target || "–"],
    [t("columns.exit"), row.exit === null ? t("addressUnknown") : row.exit || "–"],
    [t("facts.country"), row.country ? `${formatCountry(row.country)} (${row.country})` : "–"],
    [t("down"), bytes(row.downBytes)],
    [t("up"), bytes(row.upBytes)],
    ...(row.reason ? ([[t("facts.reason"), row.reason]] as [string, ReactNode][]) : []),
  ];
  return (
    <dl className={classes.facts}>
      <dt>{t("facts.id")}</dt>
      <dd>
        <Group gap={2} wrap="nowrap">
          <span className={classes.mono}>{row.id}</span>
          <CopyButton value={row.id} label={t("copyId")} />
        </Group>
      </dd>
      {details.map(([name, value]) => (
        <Detail key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Detail(props: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className="numeric">{props.value}</dd>
    </>
  );
}

function Duration({ ms }: { ms: number }) {
  const { t } = useTranslation("request-log");
  if (ms < 1000) return formatMs(ms);
  return t("facts.ms", { text: formatMs(ms), ms: formatNumber(ms) });
}

function AccountLink({ account }: { account: string }) {
  const { t } = useTranslation("request-log");
  if (!account) return "–";
  return (
    <Anchor
      component={Link}
      to={`/cli/request-log?account=${encodeURIComponent(account)}`}
      title={t("allOf", { account })}
    >
      {account}
    </Anchor>
  );
}

/** How programs get the request's id, and a link to pass to support. */
function Hint({ row }: { row: LoggedRequest }) {
  const { t } = useTranslation("request-log");
  return (
    <Stack gap="sm">
      <Text fz="sm" c="dimmed">
        {t("hint")}
      </Text>
      <Group>
        <CopyButton text label={t("copyLink")} value={location.origin + requestLogPath(row.id)} />
      </Group>
    </Stack>
  );
}
