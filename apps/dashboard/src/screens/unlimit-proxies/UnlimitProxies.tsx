import { UnlimitedPlans } from "../../parts/unlimited/UnlimitedPlans.tsx";

/** Unlimited proxies by port (spec/dashboard#screens). */
export function UnlimitProxies() {
  return <UnlimitedPlans kind="port" />;
}
