import { WhitePorts } from "../../parts/white-port/WhitePorts.tsx";

/** Whitelisted ports of the traffic plan (spec §2 /cli/api-white-model). */
export function ApiWhiteModel() {
  return <WhitePorts />;
}
