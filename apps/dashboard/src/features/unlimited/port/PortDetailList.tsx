import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import lists from "@turnpike/ui/details.module.css";
import type { PlanPhase, UnlimitedPort } from "../port.ts";
import { PortState } from "./PortState.tsx";
import { AccountCell, Country, EndpointCell, PasswordCell, RotationCell } from "./port-columns.tsx";
import classes from "../ports.module.css";

/** All details of a port. */
export function PortDetailList(props: { row: UnlimitedPort; phase: PlanPhase }) {
  const { t } = useTranslation("unlimited");
  const { row, phase } = props;
  const { domain } = row;
  const details: [string, ReactNode][] = [
    [t("columns.endpoint"), <EndpointCell key="endpoint" {...row} />],
    ...(domain && domain !== row.host
      ? [[t("columns.domain"), <Domain key="domain" domain={domain} />] as [string, ReactNode]]
      : []),
    [t("columns.account"), <AccountCell key="account" {...row} />],
    [t("columns.password"), <PasswordCell key="password" {...row} />],
    [t("columns.state"), <PortState key="state" row={row} phase={phase} />],
    [t("columns.country"), <Country key="country" {...row} />],
    [t("columns.rotation"), <RotationCell key="rotation" {...props} />],
    [
      t("columns.format"),
      <span key="format" className={classes.mono}>
        {row.format}
      </span>,
    ],
    [t("columns.used"), <Bytes key="used" bytes={row.usedBytes} />],
    [t("columns.remark"), row.remark || "–"],
  ];
  return (
    <dl className={`${lists.details} ${classes.facts}`}>
      {details.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Domain({ domain }: { domain: string }) {
  const { t } = useTranslation("unlimited");
  return (
    <span className={classes.copied}>
      <span className={classes.mono}>{domain}</span>
      <CopyButton value={domain} label={t("facts.copyDomain", { domain })} />
    </span>
  );
}
