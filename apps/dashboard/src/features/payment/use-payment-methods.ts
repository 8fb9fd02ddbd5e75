import { useState } from "react";
import { useCall } from "../../lib/queries.ts";

export type Method = "wallet" | "card" | "crypto";

/** The payment methods and the wallet's balance; cents are undefined while they load. */
export function usePaymentMethods() {
  const [preferred, chooseMethod] = useState<Method>("wallet");
  const { walletCents, paymentMethods = [] } = useCall("headerInit", {}).data ?? {};
  const methods: Method[] = ["wallet", ...paymentMethods];
  const method = methods.includes(preferred) ? preferred : "wallet";
  return { method, methods, chooseMethod, walletCents };
}
