import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Cell } from "@turnpike/ui/Cell.tsx";
import type { CardLines } from "@turnpike/ui/DataTable.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { AddressHead, LoginCell, PlaceCell, useTodayColumn } from "../../proxy-table/cells.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { useSecond } from "../../../lib/use-second.ts";
import { formatCountdown } from "../../../lib/time-left.ts";
import { addressOf, type PlanPhase, type UnlimitedPort, untilRotationMs } from "../port.ts";
import { PortState } from "./PortState.tsx";
import classes from "../ports.module.css";

/** The columns of the table of ports (spec/unlimited#ports). */
export function usePortColumns(phase: PlanPhase): ListColumn<UnlimitedPort>[] {
  const { t } = useTranslation("unlimited");
  return [
    { key: "endpoint", title: t("columns.endpoint"), show: EndpointCell },
    {
      key: "state",
      title: t("columns.state"),
      show: (row) => <PortState row={row} phase={phase} />,
    },
    { key: "country", title: t("columns.country"), show: Placed },
    { key: "login", title: t("columns.login"), show: Login },
    {
      key: "rotation",
      title: t("columns.rotation"),
      show: (row) => <RotationCell row={row} phase={phase} />,
    },
    useTodayColumn<UnlimitedPort>(),
    {
      key: "used",
      extra: true,
      title: t("columns.used"),
      align: "right",
      show: (row) => <Bytes bytes={row.usedBytes} />,
    },
    { key: "remark", extra: true, wrap: true, title: t("columns.remark"), show: Remark },
  ];
}

export function EndpointCell(row: UnlimitedPort) {
  const { t } = useTranslation("unlimited");
  const address = addressOf(row);
  return (
    <span className={classes.copied}>
      <span className={classes.mono}>{address}</span>
      <CopyButton value={address} label={t("row.copyEndpoint", { address })} />
    </span>
  );
}

export function AccountCell({ account, port }: UnlimitedPort) {
  const { t } = useTranslation("unlimited");
  return (
    <span className={classes.copied}>
      <span className={classes.mono}>{account}</span>
      <CopyButton value={account} label={t("row.copyAccount", { port })} />
    </span>
  );
}

export function PasswordCell({ password, port }: UnlimitedPort) {
  const { t } = useTranslation("unlimited");
  return (
    <SecretText
      value={password}
      showLabel={t("row.showPassword", { port })}
      hideLabel={t("row.hidePassword", { port })}
      copyLabel={t("row.copyPassword", { port })}
    />
  );
}

function Login(row: UnlimitedPort) {
  const { t } = useTranslation("unlimited");
  const { port } = row;
  return (
    <LoginCell
      account={row.account}
      password={row.password}
      labels={{
        copyAccount: t("row.copyAccount", { port }),
        show: t("row.showPassword", { port }),
        hide: t("row.hidePassword", { port }),
        copyPassword: t("row.copyPassword", { port }),
      }}
    />
  );
}

function Placed(row: UnlimitedPort) {
  const place = Country(row);
  return <PlaceCell country={row.country} place={place} />;
}

/** The row as a card on phones. */
export function usePortCard(phase: PlanPhase): (row: UnlimitedPort) => CardLines {
  return (row) => ({
    head: <AddressHead country={row.country} address={addressOf(row)} />,
    line: [
      <Cell key="state" render={(one) => <PortState row={one} phase={phase} />} row={row} />,
      phase === "running" && <NextRotation key="next" row={row} />,
      <Bytes key="today" unit="mb" bytes={row.dayUsedBytes} />,
      row.remark,
    ],
  });
}

/** The country in the user's language, whatever language the answer was requested in. */
export function Country({ country }: UnlimitedPort) {
  const { t } = useTranslation("unlimited");
  return country ? formatCountry(country) : t("row.anyCountry");
}

export function RotationCell(props: { row: UnlimitedPort; phase: PlanPhase }) {
  const { t } = useTranslation("unlimited");
  const { row, phase } = props;
  return (
    <div className={classes.two}>
      <span>{t("row.every", { count: row.rotationMinutes })}</span>
      <span className={`${classes.second} numeric`}>
        {phase === "running" ? <NextRotation row={row} /> : t("row.stopped")}
      </span>
    </div>
  );
}

function Remark({ remark }: UnlimitedPort) {
  return (
    <Text fz="sm" maw={200} lineClamp={1} title={remark} span>
      {remark || "–"}
    </Text>
  );
}

/** Minutes and seconds until the exit changes next, counted down by the server's clock. */
function NextRotation(props: { row: UnlimitedPort }) {
  const { t } = useTranslation("unlimited");
  const left = untilRotationMs(props.row, productClock.at(useSecond()));
  if (left === null) return t("row.stopped");
  return t("row.next", { time: formatCountdown(left) });
}
