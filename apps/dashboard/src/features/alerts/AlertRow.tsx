import { NumberInput, type NumberInputProps, Switch, Text } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import { bytesPerGb } from "@turnpike/rules/bytes.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MoneyField } from "@turnpike/ui/MoneyField.tsx";
import { may } from "@turnpike/ui/lib/may.ts";
import { type AlertName, bounds, suggestedThresholds, thresholdOf } from "./alert-values.ts";
import { useThresholdText } from "./alert-text.ts";
import classes from "./alerts.module.css";

interface Props {
  name: AlertName;
  user: User | undefined;
  on: boolean;
  at: number | string;
  error: ReactNode;
  onSwitch: (on: boolean) => void;
  onType: (at: number | string) => void;
}

/** One alert: its switch, and its threshold while it is on. */
export function AlertRow(props: Props) {
  const { t } = useTranslation("setting-alerts");
  const text = useThresholdText();
  const { name, user, on, at } = props;
  const left = user && leftOf(name, user);
  const threshold = thresholdOf(name, at);
  const below = on && left !== undefined && threshold !== undefined && left < threshold;
  const help = left === undefined ? "…" : t(`${name}.help`, { amount: text(name, left) });
  return (
    <li className={classes.row}>
      <div className={classes.switch}>
        <Switch
          label={t(`${name}.switch`)}
          description={name === "expiry" ? t("expiry.help") : help}
          checked={on}
          disabled={!may("manage")}
          onChange={(event) => props.onSwitch(event.currentTarget.checked)}
        />
        <div role="status">
          {below && (
            <Text fz="sm" className={classes.below ?? ""}>
              {t("below")}
            </Text>
          )}
        </div>
      </div>
      {on && <Threshold {...props} />}
    </li>
  );
}

/** The current balance in the threshold's unit (GB or dollars). */
function leftOf(name: AlertName, user: User): number | undefined {
  if (name === "traffic") return Math.floor((user.trafficBytes * 1000) / bytesPerGb) / 1000;
  return name === "wallet" ? user.walletCents / 100 : undefined;
}

const order: NonNullable<NumberInputProps["inputWrapperOrder"]> = [
  "label",
  "input",
  "description",
  "error",
];

function Threshold({ name, at, error, onType }: Props) {
  const { t } = useTranslation("setting-alerts");
  const text = useThresholdText();
  const field = {
    className: classes.field ?? "",
    label: t(`${name}.field`),
    description: t("suggested", { amount: text(name, suggestedThresholds[name]) }),
    inputWrapperOrder: order,
    descriptionProps: { fz: "xs" },
    errorProps: { fz: "sm" },
    value: at,
    error,
    onChange: onType,
  };
  if (name === "wallet") return <MoneyField {...field} />;
  return (
    <NumberInput
      {...field}
      decimalScale={bounds[name].decimals}
      allowedDecimalSeparators={[".", ","]}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      {...(name === "traffic" ? { suffix: ` ${t("gb")}` } : {})}
    />
  );
}
