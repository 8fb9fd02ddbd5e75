import { useTranslation } from "react-i18next";
import { StatusDot, type Tone } from "@turnpike/ui/StatusDot.tsx";
import { type PlanPhase, type PortState as State, stateOf, type UnlimitedPort } from "../port.ts";

const tones: Record<State, Tone> = {
  open: "good",
  notOpen: "warn",
  refuses: "off",
  closed: "off",
};
const reasons = {
  open: null,
  notOpen: "row.opening",
  refuses: "row.refusesHelp",
  closed: "row.closedHelp",
} as const satisfies Record<State, string | null>;

/** Whether the port accepts clients; if not, the reason shows on hover, focus and touch. */
export function PortState(props: { row: UnlimitedPort; phase: PlanPhase }) {
  const { t } = useTranslation("unlimited");
  const state = stateOf(props.row, props.phase);
  const reason = reasons[state];
  return (
    <StatusDot tone={tones[state]} hint={reason && t(reason)}>
      {t(`row.${state}`)}
    </StatusDot>
  );
}
