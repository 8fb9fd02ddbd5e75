import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import classes from "./affiliate.module.css";
import { centsOf, type WithdrawalLimits, type WithdrawValues } from "./withdrawal-plan.ts";
import { WithdrawSum } from "./WithdrawSum.tsx";

/** Coins cannot be called back: shows all of it again, the address in groups to compare. */
export function WithdrawReview(props: {
  values: WithdrawValues;
  limits: WithdrawalLimits;
  busy: boolean;
  onConfirm: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation("promotion-plan");
  const { amount, contact, walletAddress } = props.values;
  const cents = centsOf(amount) ?? 0;
  return (
    <DialogForm
      submit={t("withdraw.confirm", { amount: formatCents(cents) })}
      busy={props.busy}
      back={t("withdraw.back")}
      onBack={props.onBack}
      onSubmit={() => props.onConfirm()}
    >
      <div>
        <Text fw={600}>{t("withdraw.reviewTitle")}</Text>
        <Text c="dimmed" fz="sm">
          {t("withdraw.reviewHelp")}
        </Text>
      </div>
      <Compared name={t("withdraw.address")}>
        <div className={classes.compare}>
          <span className="visually-hidden">{walletAddress.trim()}</span>
          <div aria-hidden>
            {groupsOf(walletAddress.trim()).map(({ at, text }) => (
              <span key={at}>{text}</span>
            ))}
          </div>
        </div>
      </Compared>
      <Compared name={t("withdraw.contact")}>
        <Text className={classes.breaks ?? ""}>{contact.trim()}</Text>
      </Compared>
      <WithdrawSum limits={props.limits} target="crypto" cents={cents} />
    </DialogForm>
  );
}

function Compared(props: { name: string; children: ReactNode }) {
  return (
    <Stack gap={4}>
      <Text fz="sm" c="dimmed">
        {props.name}
      </Text>
      {props.children}
    </Stack>
  );
}

const GROUP = 4;

/** An address in groups of four characters, which are easier to compare. */
function groupsOf(address: string): { at: number; text: string }[] {
  const count = Math.ceil(address.length / GROUP);
  return Array.from({ length: count }, (_, index) => ({
    at: index,
    text: address.slice(index * GROUP, (index + 1) * GROUP),
  }));
}
