import { UnlimitedPlans } from "./UnlimitedPlans.tsx";

/** Unlimited proxies by bandwidth (spec/dashboard#screens). */
export function UnlimitBandwidth() {
  return <UnlimitedPlans kind="bandwidth" />;
}
