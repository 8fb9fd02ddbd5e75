import { Anchor, Text, Title, UnstyledButton } from "@mantine/core";
import { IconCheck } from "@turnpike/ui/icons.ts";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { type GuideStep, guideSteps, type StepState } from "./guide-state.ts";
import classes from "./guide.module.css";
import { StepBuy } from "./StepBuy.tsx";
import { StepLogin } from "./StepLogin.tsx";
import { StepRequest } from "./StepRequest.tsx";

/** The steps, one of them open: the chosen one, or else the first that is not done. */
export function GuideSteps(props: {
  states: Record<GuideStep, StepState>;
  newest: CallResult<"requestLog">["items"][number] | undefined;
  pendingPayment: string | undefined;
}) {
  const { states } = props;
  const next = guideSteps.find((name) => states[name] === "next") ?? "request";
  const [chosen, setChosen] = useState<GuideStep | null>(null);
  const open = chosen ?? next;
  // Completing a step resets the choice, so the next step opens.
  const [before, setBefore] = useState(next);
  if (before !== next) {
    setBefore(next);
    setChosen(null);
  }
  const after = guideSteps[guideSteps.indexOf(open) + 1];
  const skip = states[open] === "done" ? null : after;
  const bodies: Record<GuideStep, ReactNode> = {
    buy: <StepBuy pendingPayment={props.pendingPayment} />,
    login: <StepLogin onGenerate={() => setChosen(null)} />,
    request: <StepRequest newest={props.newest} />,
  };
  return (
    <ol className={classes.steps}>
      {guideSteps.map((name, place) => (
        <Step
          key={name}
          name={name}
          place={place + 1}
          state={states[name]}
          open={name === open}
          onOpen={() => setChosen(name)}
          onSkip={skip ? () => setChosen(skip) : undefined}
        >
          {bodies[name]}
        </Step>
      ))}
    </ol>
  );
}

function Step(props: {
  name: GuideStep;
  place: number;
  state: StepState;
  open: boolean;
  onOpen: () => void;
  onSkip: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation("guide");
  const { name, state, open } = props;
  const id = useId();
  const body = useFocusOnOpening(open);
  return (
    <li className={classes.step} aria-current={state === "next" ? "step" : undefined}>
      <Title order={3}>
        <UnstyledButton
          className={classes.head ?? ""}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={props.onOpen}
        >
          <span className={classes.place} data-state={state} aria-hidden>
            {state === "done" ? <IconCheck size={14} stroke={3} /> : formatNumber(props.place)}
          </span>
          <span>{t(`steps.${name}`)}</span>
          {state === "done" && (
            <Text component="span" fz="sm" className={classes.done ?? ""}>
              {t("stepDone")}
            </Text>
          )}
        </UnstyledButton>
      </Title>
      {open && (
        <div id={id} ref={body} tabIndex={-1} className={classes.body}>
          {state === "done" && name !== "request" ? (
            <Text c="dimmed">{t(`${name}.done`)}</Text>
          ) : (
            props.children
          )}
          {props.onSkip && (
            <Anchor
              component="button"
              type="button"
              fz="sm"
              c="dimmed"
              mt="md"
              onClick={props.onSkip}
            >
              {t("skip")}
            </Anchor>
          )}
        </div>
      )}
    </li>
  );
}

/** Moves the focus to a step that opens, whose predecessor's button is gone; not on page load. */
function useFocusOnOpening(open: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (open && !was.current) ref.current?.focus({ preventScroll: true });
    was.current = open;
  }, [open]);
  return ref;
}
