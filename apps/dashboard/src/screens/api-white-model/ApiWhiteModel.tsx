import { WhitePorts } from "../../parts/white-port/WhitePorts.tsx";

/** Whitelisted ports of the traffic plan (spec/dashboard#screens). */
export function ApiWhiteModel() {
  return <WhitePorts />;
}
