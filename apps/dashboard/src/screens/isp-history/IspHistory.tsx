import { PoolHistory } from "../../parts/pool/PoolHistory.tsx";

/** Records of opened IPs (spec §2 /cli/isp-history). */
export function IspHistory() {
  return <PoolHistory />;
}
