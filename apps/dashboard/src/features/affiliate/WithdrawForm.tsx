import { Button, Group, Radio, Text, TextInput } from "@mantine/core";
import { judgeWalletAddress } from "@turnpike/rules/wallet-address.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatPercent } from "@turnpike/ui/lib/format.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";
import { MoneyField } from "@turnpike/ui/MoneyField.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import classes from "./affiliate.module.css";
import type { ShareInfo } from "./share-info.ts";
import { validateAmount, centsOf, type Target, type WithdrawValues } from "./withdrawal-plan.ts";
import type { WithdrawFormState } from "./use-withdraw-form.ts";
import { WithdrawSum } from "./WithdrawSum.tsx";

const MAX_ADDRESS_LENGTH = 120;

/** The target, the amount, and what arrives of it, updated while typing. */
export function WithdrawForm(props: {
  form: WithdrawFormState;
  info: ShareInfo;
  busy: boolean;
  onSend: (values: WithdrawValues) => void;
}) {
  const { t } = useTranslation("promotion-plan");
  const { form, info } = props;
  const { target, amount } = form.values;
  const cents = centsOf(amount);
  const submit =
    target === "crypto"
      ? t("withdraw.review")
      : cents === null
        ? t("withdraw.submitNoAmount")
        : t("withdraw.submit", { amount: formatCents(cents) });
  return (
    <DialogForm submit={submit} busy={props.busy} onSubmit={form.onSubmit(props.onSend)}>
      <Where form={form} info={info} />
      <HowMuch form={form} info={info} />
      {target === "crypto" && <WalletAddressFields form={form} />}
      <WithdrawSum
        limits={info}
        target={target}
        cents={cents}
        profitCents={info.withdrawableCents}
      />
    </DialogForm>
  );
}

function Where({ form, info }: { form: WithdrawFormState; info: ShareInfo }) {
  const { t } = useTranslation("promotion-plan");
  const choose = (target: string) => {
    form.clearErrors();
    form.setFieldValue("target", target as Target);
  };
  return (
    <Radio.Group label={t("withdraw.target")} value={form.values.target} onChange={choose}>
      <div className={classes.targets}>
        <TargetCard value="balance" name={t("withdraw.balance")} help={t("withdraw.balanceHelp")} />
        <TargetCard
          value="crypto"
          name={t("withdraw.crypto")}
          help={t("withdraw.cryptoHelp", {
            min: formatRoundCents(info.cryptoMinCents),
            percent: formatPercent(info.feePercent),
            feeMin: formatRoundCents(info.feeMinCents),
          })}
        />
      </div>
    </Radio.Group>
  );
}

function TargetCard(props: { value: Target; name: string; help: string }) {
  return (
    <Radio.Card value={props.value} className={classes.target ?? ""}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={1} />
        <div>
          <Text fw={600} fz="sm">
            {props.name}
          </Text>
          <Text c="dimmed" fz="xs">
            {props.help}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}

function HowMuch({ form, info }: { form: WithdrawFormState; info: ShareInfo }) {
  const { t } = useTranslation("promotion-plan");
  const most = Math.max(0, info.withdrawableCents);
  const { error, ...field } = form.getInputProps("amount");
  // Too low an amount may just be unfinished; too high a one is reported while typing.
  const amountError = validateAmount(form.values, info);
  const tooMuch =
    amountError === "tooMuch" && t("withdraw.faults.tooMuch", { most: formatCents(most) });
  const all = () => {
    form.clearFieldError("amount");
    form.setFieldValue("amount", most / 100);
  };
  return (
    <MoneyField
      data-autofocus
      size="md"
      label={t("withdraw.amount")}
      description={t("withdraw.most", { amount: formatCents(most) })}
      {...field}
      error={error ?? tooMuch}
      rightSectionWidth="auto"
      rightSection={
        <Button size="compact-sm" variant="light" mx={8} disabled={most === 0} onClick={all}>
          {t("withdraw.all")}
        </Button>
      }
    />
  );
}

function WalletAddressFields({ form }: { form: WithdrawFormState }) {
  const { t } = useTranslation("promotion-plan");
  const address = form.values.walletAddress.trim();
  const checked = judgeWalletAddress(address);
  const network = address && checked.ok && checked.network;
  return (
    <>
      <TextInput
        label={t("withdraw.address")}
        description={network ? t(`withdraw.networks.${network}`) : t("withdraw.addressHelp")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_ADDRESS_LENGTH}
        classNames={{ input: classes.address ?? "" }}
        {...form.getInputProps("walletAddress")}
      />
      <TextInput
        label={t("withdraw.contact")}
        description={t("withdraw.contactHelp")}
        maxLength={MAX_ADDRESS_LENGTH}
        {...form.getInputProps("contact")}
      />
    </>
  );
}
