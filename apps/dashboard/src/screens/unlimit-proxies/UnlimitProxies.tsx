import { UnlimitedPlans } from "../../parts/unlimited/UnlimitedPlans.tsx";

/** Unlimited proxies by port (spec §2 /cli/unlimit-proxies). */
export function UnlimitProxies() {
  return <UnlimitedPlans kind="port" />;
}
