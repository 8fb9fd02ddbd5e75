import { maxOpenedIps, openHours } from "@turnpike/rules/pool.ts";
import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { openParameters, readNumber, readPort, type OpenTarget } from "./open-plan.ts";
import type { IpAuth } from "./pool-ip.ts";

/** Fields validated on blur and on submit. */
type ValidatedField = "num" | "port";

/** What has been selected to open so far, what it costs, and what prevents it. */
export function useOpen(options: { target: OpenTarget; auth: IpAuth; onChange: () => void }) {
  const { target, auth, onChange } = options;
  const balance = useCall("member", {}).data?.ipBalance;
  const [typed, setTyped] = useState<number | string>(1);
  const [hours, setHours] = useState<number>(openHours.least);
  const [typedPort, setPort] = useState<number | string>("");
  const [validated, setValidated] = useState<ReadonlySet<ValidatedField>>(new Set());
  const free = target.kind === "place" ? target.free : undefined;
  const read = target.kind === "chosen" ? readChosen(target.exits.length) : readNumber(typed, free);
  const { port, fits } = readPort(typedPort, read.num ?? 1);
  const validate = (...fields: ValidatedField[]) =>
    setValidated((before) => new Set([...before, ...fields]));
  const changing =
    <V>(set: (value: V) => void, field?: ValidatedField) =>
    (value: V) => {
      set(value);
      setValidated((before) => new Set([...before].filter((one) => one !== field)));
      onChange();
    };
  const firstInvalid = read.why ? "num" : fits ? null : "port";
  return {
    typed,
    hours,
    typedPort,
    num: read.num,
    free,
    port,
    portFits: fits,
    balance,
    /** The number of IPs missing from the balance. */
    missing: balance === undefined ? 0 : Math.max(0, (read.num ?? 1) - balance),
    /** The errors shown at the fields; a number above the available one is reported at once. */
    shown: {
      num: read.why === "free" || validated.has("num") ? read.why : null,
      port: validated.has("port") && !fits,
    },
    firstFault: firstInvalid,
    validate,
    type: changing(setTyped, "num"),
    chooseHours: changing(setHours),
    typePort: changing(setPort, "port"),
    parameters: (num: number) =>
      openParameters({ target, num, hours, auth, port: fits ? port : undefined }),
  } as const;
}
export type Open = ReturnType<typeof useOpen>;

/** There is at least one row; too many for one call are reported where they were selected. */
const readChosen = (count: number) =>
  ({ num: count, why: count > maxOpenedIps ? "outside" : null }) as const;
