import { IspPool } from "../../parts/pool/IspPool.tsx";

/** The ISP pool for whitelisted addresses (spec §2 /cli/isp-nouser). */
export function IspNouser() {
  return <IspPool auth="nouser" />;
}
