import { Badge, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type PlanPhase, type PortState as State, stateOf, type UnlimitedPort } from "../port.ts";
import classes from "../ports.module.css";

const colours: Record<State, string> = {
  open: "pike",
  notOpen: "amber",
  refuses: "gray",
  closed: "gray",
};
const reasons = {
  open: null,
  notOpen: "row.opening",
  refuses: "row.refusesHelp",
  closed: "row.closedHelp",
} as const satisfies Record<State, string | null>;

/** Whether clients get in; the reason why not shows on hover, focus and touch. */
export function PortState(props: { row: UnlimitedPort; phase: PlanPhase }) {
  const { t } = useTranslation("unlimited");
  const state = stateOf(props.row, props.phase);
  const reason = reasons[state];
  const badge = (
    <Badge miw="max-content" color={colours[state]}>
      {t(`row.${state}`)}
    </Badge>
  );
  if (!reason) return badge;
  return (
    <Tooltip
      multiline
      maw={280}
      label={t(reason)}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <UnstyledButton component="button" className={classes.help ?? ""}>
        {badge}
      </UnstyledButton>
    </Tooltip>
  );
}
