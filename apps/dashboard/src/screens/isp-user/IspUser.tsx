import { IspPool } from "../../parts/pool/IspPool.tsx";

/** The ISP pool with a name and password (spec §2 /cli/isp-user). */
export function IspUser() {
  return <IspPool auth="user" />;
}
