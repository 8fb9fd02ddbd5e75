import { WhitePorts } from "./WhitelistedPorts.tsx";

/** Whitelisted ports of the traffic plan (spec/dashboard#screens). */
export function ApiWhiteModel() {
  return <WhitePorts />;
}
