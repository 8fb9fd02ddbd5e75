import { UnlimitedPlans } from "../../parts/unlimited/UnlimitedPlans.tsx";

/** Unlimited proxies by bandwidth (spec §2 /cli/unlimit-bandwidth). */
export function UnlimitBandwidth() {
  return <UnlimitedPlans kind="bandwidth" />;
}
