import { StaticIps } from "./StaticIps.tsx";

/** Short-term static IPs (spec/dashboard#screens). */
export function StaticShortProxies() {
  return <StaticIps term="short" />;
}
