import { StaticIps } from "../../parts/static/StaticIps.tsx";

/** Long-term static IPs (spec §2 /cli/static-proxies). */
export function StaticProxies() {
  return <StaticIps term="static" />;
}
