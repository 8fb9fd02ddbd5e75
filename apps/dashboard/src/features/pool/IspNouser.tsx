import { IspPool } from "./IspPool.tsx";

/** The ISP pool for whitelisted addresses (spec/dashboard#screens). */
export function IspNouser() {
  return <IspPool auth="nouser" />;
}
