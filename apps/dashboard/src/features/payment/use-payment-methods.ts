import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";

export type Method = PayMethod;
/** A way to pay as a purchase offers it. */
export interface OfferedMethod<M extends Method = Method> {
  id: M;
  title: string;
  /** The smallest sum that can be paid so. */
  minCents: number;
}

/** The wallet as a way to pay. */
export function useWalletMethod(): OfferedMethod {
  const { t } = useTranslation("parts");
  return { id: "wallet", title: t("payments.methods.wallet"), minCents: 0 };
}

const none: CallResult<"paymentMethods">["items"] = [];

/** The payment methods and the wallet's balance; cents are undefined while they load. */
export function usePaymentMethods() {
  const [preferred, chooseMethod] = useState<Method>("wallet");
  const { walletCents } = useCall("headerInit", {}).data ?? {};
  const outside = useCall("paymentMethods", {}).data?.items ?? none;
  const methods: OfferedMethod[] = [useWalletMethod(), ...outside];
  const method = methods.some(({ id }) => id === preferred) ? preferred : "wallet";
  return { method, methods, chooseMethod, walletCents };
}
