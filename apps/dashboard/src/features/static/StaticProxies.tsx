import { StaticIps } from "./StaticIps.tsx";

/** Long-term static IPs (spec/dashboard#screens). */
export function StaticProxies() {
  return <StaticIps term="static" />;
}
