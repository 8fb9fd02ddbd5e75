import { StaticIps } from "../../parts/static/StaticIps.tsx";

/** Short-term static IPs (spec §2 /cli/static-short-proxies). */
export function StaticShortProxies() {
  return <StaticIps term="short" />;
}
