import { leadOf } from "../manager/lead.ts";
import { UseHere } from "../manager/UseHere.tsx";
import { MyEntry } from "./MyEntry.tsx";
import { fieldsOf, type IpAuth, type OpenedIp } from "./pool-ip.ts";

/** Local ports for the ticked opened IPs, as long as those last; `toldMs`: when they were told. */
export function UseOpenedHere(props: { auth: IpAuth; rows: readonly OpenedIp[]; toldMs: number }) {
  const { auth, toldMs } = props;
  return (
    <UseHere
      rows={props.rows}
      leadOf={(row) =>
        leadOf(fieldsOf(row), {
          id: row.id,
          ip: row.ip,
          // The clock of this computer may be another than the product's.
          endsAtMs: toldMs + row.remainingSeconds * 1000,
        })
      }
      listPath={`/cli/isp-${auth}?tab=local`}
      note={auth === "nouser" && <MyEntry />}
    />
  );
}
