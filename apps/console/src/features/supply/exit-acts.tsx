import { formatNumber } from "@turnpike/ui/lib/format.ts";
import i18next from "i18next";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";

/** The actions on exits. `typed` is the text that confirms retiring them. */
export function exitActs(
  ids: readonly string[],
  name: string,
  typed: string,
  onDone: () => void = () => {},
): [Act<"exitRest">, Act<"exitMove">, Act<"exitRetire">] {
  const shared = { name, fixed: { ids }, onDone };
  return [
    { call: "exitRest", ...shared, fields: [{ name: "hours", kind: "integer", initial: "24" }] },
    { call: "exitMove", ...shared, fields: [{ name: "node", kind: "text", optional: true }] },
    { call: "exitRetire", ...shared, danger: true, confirmText: typed },
  ];
}

/** The same actions as buttons, for the selected exits. */
export function chosenActs(ids: readonly string[], onDone: () => void) {
  const name = i18next.t("console:exits.chosen", {
    count: ids.length,
    number: formatNumber(ids.length),
  });
  const [rest, move, retire] = exitActs(ids, name, String(ids.length), onDone);
  return (
    <>
      <ActButton act={rest} />
      <ActButton act={move} />
      <ActButton act={retire} />
    </>
  );
}
