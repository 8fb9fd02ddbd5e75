import { Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconCheck, IconHourglass } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import classes from "./affiliate.module.css";

type Withdrawal = CallResult<"getProfit">["withdrawal"];

/** The withdrawal's result: money in the wallet, or a request that awaits a decision. */
export function WithdrawDone(props: {
  withdrawal: Withdrawal;
  onClose: () => void;
  onRecords: () => void;
}) {
  const { t } = useTranslation(["promotion-plan", "ui"]);
  const { withdrawal } = props;
  const crypto = withdrawal.target === "crypto";
  const records = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg" align="center" ta="center" pt="sm">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        {crypto ? <IconHourglass size={28} /> : <IconCheck size={28} />}
      </ThemeIcon>
      <Stack gap={6} component="output" aria-live="polite" w="100%">
        {crypto ? <Requested {...withdrawal} /> : <Arrived {...withdrawal} />}
      </Stack>
      <Group grow w="100%">
        {crypto ? (
          <Button variant="default" onClick={props.onClose}>
            {t("ui:close")}
          </Button>
        ) : (
          <Button variant="default" component={Link} to="/cli/traffic-use?dialog=buy">
            {t("withdraw.buy")}
          </Button>
        )}
        <Button ref={records} onClick={props.onRecords}>
          {t("withdraw.toRecords")}
        </Button>
      </Group>
    </Stack>
  );
}

function Arrived({ amountCents, feeCents }: Withdrawal) {
  const { t } = useTranslation("promotion-plan");
  const header = useCall("headerInit", {});
  return (
    <>
      <Text fz="xl" fw={640}>
        {t("withdraw.doneBalance", { amount: formatCents(amountCents - feeCents) })}
      </Text>
      <Text c="dimmed" className="numeric">
        {header.data && !header.isFetching
          ? t("withdraw.walletHolds", { amount: formatCents(header.data.walletCents) })
          : t("withdraw.doneBalanceHelp")}
      </Text>
    </>
  );
}

function Requested({ amountCents, feeCents, walletAddress }: Withdrawal) {
  const { t } = useTranslation("promotion-plan");
  return (
    <>
      <Text fz="xl" fw={640}>
        {t("withdraw.doneCrypto", { amount: formatCents(amountCents) })}
      </Text>
      <Text c="dimmed">
        {t("withdraw.doneCryptoHelp", { arrives: formatCents(amountCents - feeCents) })}
      </Text>
      <Text className={classes.address ?? ""} c="dimmed">
        {walletAddress}
      </Text>
    </>
  );
}
