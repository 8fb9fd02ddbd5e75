import { StaticIps } from "../../parts/static/StaticIps.tsx";

/** Short-term static IPs (spec/dashboard#screens). */
export function StaticShortProxies() {
  return <StaticIps term="short" />;
}
