import { IspPool } from "./IspPool.tsx";

/** The ISP pool with a name and password (spec/dashboard#screens). */
export function IspUser() {
  return <IspPool auth="user" />;
}
