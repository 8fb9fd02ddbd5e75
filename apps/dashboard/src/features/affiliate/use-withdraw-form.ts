import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { sessionUser } from "../../lib/session.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";
import type { ShareInfo } from "./share-info.ts";
import {
  validateAddress,
  validateAmount,
  validateContact,
  type WithdrawValues,
} from "./withdrawal-plan.ts";

export type WithdrawFormState = ReturnType<typeof useWithdrawForm>;

/** The withdrawal dialog's form: its values and their validation. */
export function useWithdrawForm(info: ShareInfo) {
  const { t } = useTranslation("promotion-plan");
  const limits = {
    most: formatCents(Math.max(0, info.withdrawableCents)),
    min: formatRoundCents(info.cryptoMinCents),
  };
  return useForm<WithdrawValues>({
    initialValues: {
      target: "balance",
      amount: "",
      walletAddress: "",
      contact: sessionUser()?.email ?? "",
    },
    validate: {
      amount: (_, values) => {
        const error = validateAmount(values, info);
        return error && t(`withdraw.faults.${error}`, limits);
      },
      walletAddress: (_, values) => {
        const fault = validateAddress(values, info);
        return fault && t(`withdraw.faults.${fault}`);
      },
      contact: (_, values) => {
        const fault = validateContact(values);
        return fault && t(`withdraw.faults.${fault}`);
      },
    },
  });
}
