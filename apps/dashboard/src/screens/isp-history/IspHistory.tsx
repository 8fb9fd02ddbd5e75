import { PoolHistory } from "../../parts/pool/PoolHistory.tsx";

/** Records of opened IPs (spec/dashboard#screens). */
export function IspHistory() {
  return <PoolHistory />;
}
