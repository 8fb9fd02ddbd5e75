import { useState } from "react";
import { useCall } from "../../lib/queries.ts";

export type Method = "wallet" | "card" | "crypto";

/** How one can pay here, and what the wallet holds; cents undefined while they are on their way. */
export function usePaymentMethods() {
  const [preferred, chooseMethod] = useState<Method>("wallet");
  const { walletCents, paymentMethods = [] } = useCall("headerInit", {}).data ?? {};
  const methods: Method[] = ["wallet", ...paymentMethods];
  const method = methods.includes(preferred) ? preferred : "wallet";
  return { method, methods, chooseMethod, walletCents };
}
