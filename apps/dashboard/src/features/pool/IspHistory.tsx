import { PoolHistory } from "./PoolHistory.tsx";

/** Records of opened IPs (spec/dashboard#screens). */
export function IspHistory() {
  return <PoolHistory />;
}
