import { UnlimitedPlans } from "./UnlimitedPlans.tsx";

/** Unlimited proxies by port (spec/dashboard#screens). */
export function UnlimitProxies() {
  return <UnlimitedPlans kind="port" />;
}
