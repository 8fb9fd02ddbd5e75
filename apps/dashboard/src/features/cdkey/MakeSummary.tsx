import { Anchor, Text } from "@mantine/core";
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAmountText } from "./amount-text.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import classes from "./cdkey.module.css";
import { BUY_IPS } from "./buy-links.ts";
import { bytesOf, isInsufficient, type Plan } from "./make-plan.ts";

const buyAt = { ip: BUY_IPS, traffic: "/cli/traffic-use?dialog=buy" } as const;

/** What the keys take from the balance and what is left. `each` adds the amount per key. */
export function MakeSummary(props: { kind: CdkeyKind; plan: Plan | undefined; each?: boolean }) {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  const { kind, plan } = props;
  const short = isInsufficient(plan);
  /** Traffic balances may have fractions of a GB. */
  const balanceText = (value: number | undefined) => {
    if (value === undefined) return "–";
    return kind === "ip" ? amountText({ kind, amount: value }) : gbText(bytesOf(value));
  };
  return (
    <div className={classes.summary}>
      <dl className={classes.lines}>
        {props.each && <Line name={t("make.eachHolds")}>{plan ? amountText(plan) : "–"}</Line>}
        <Line name={t("make.total")}>{plan ? amountText({ kind, amount: plan.total }) : "–"}</Line>
        <Line name={t("make.balance")}>{balanceText(plan?.balance)}</Line>
        <Line name={t("make.after")} short={short}>
          {balanceText(plan?.after)}
        </Line>
      </dl>
      {kind === "traffic" && !props.each && (
        <Text fz="xs" c="dimmed" mt={6}>
          {t("make.allotted")}
        </Text>
      )}
      <div role="status">
        {short && (
          <Text fz="sm" mt={8} c="var(--mantine-color-error)">
            {t(`make.insufficient.${kind}`)}.{" "}
            <Anchor component={Link} to={buyAt[kind]} fz="inherit" fw={550}>
              {t(`make.buy.${kind}`)}
            </Anchor>
          </Text>
        )}
      </div>
    </div>
  );
}

function Line(props: { name: string; short?: boolean; children: ReactNode }) {
  return (
    <div className={classes.line} data-short={props.short || undefined}>
      <dt>{props.name}</dt>
      <dd className="numeric">{props.children}</dd>
    </div>
  );
}
