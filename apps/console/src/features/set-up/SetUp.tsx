import { Button, Group, Stack } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { ScreenWithin } from "@turnpike/ui/ScreenWithin.tsx";
import { IconCircleCheck } from "@turnpike/ui/icons.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall, useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Lines } from "./Lines.tsx";
import { StepContent } from "./StepContent.tsx";
import classes from "./set-up.module.css";

type Step = CallResult<"setUpShow">["steps"][number];

/**
 * Leads the first owner through what an installation needs. Each step is a screen that exists
 * anyway, and the doctor's lines about it; it can be left, and taken up again.
 */
export function SetUp() {
  const report = useCall("setUpShow", {});
  return (
    <Loaded of={report} waiting={<ScreenSkeleton />}>
      {({ steps }) => <Steps steps={steps} />}
    </Loaded>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  // A step that is done stays until its owner goes on.
  const [begun, begin] = useState<Step["step"]>();
  const named = steps.find(({ step }) => step === params.get("step"));
  const open = steps.find(({ state }) => state === "open") ?? steps[0];
  if (begun === undefined && open) begin(open.step);
  const chosen = named ?? steps.find(({ step }) => step === begun) ?? open;
  const choose = (step: Step["step"]) => setParams({ step });
  return (
    <>
      <PageHeader title={t("screens.setUp.title")} description={<Progress steps={steps} />} />
      <Menu steps={steps} chosen={chosen} onChoose={choose} />
      {chosen && (
        <Stack gap="md" component="section" aria-label={t(`setUp.steps.${chosen.step}.title`)}>
          <p className={classes.text}>{t(`setUp.steps.${chosen.step}.text`)}</p>
          <Lines lines={chosen.lines} />
          <ScreenWithin>
            <StepContent key={chosen.step} step={chosen.step} />
          </ScreenWithin>
          <Onward steps={steps} chosen={chosen} onChoose={choose} />
        </Stack>
      )}
    </>
  );
}

/** How many steps are done, and how many were left without. */
function Progress({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  const count = (wanted: Step["state"]) => steps.filter(({ state }) => state === wanted).length;
  const [done, left, all] = [count("done"), count("left"), steps.length];
  const progress = done === all ? t("setUp.all") : t("setUp.progress", { done, all });
  return left === 0 ? progress : `${progress} ${t("setUp.leftSteps", { left })}`;
}

interface StepsProps {
  steps: readonly Step[];
  chosen: Step | undefined;
  onChoose: (step: Step["step"]) => void;
}

function Menu({ steps, chosen, onChoose }: StepsProps) {
  const t = useT();
  return (
    <nav aria-label={t("screens.setUp.title")}>
      <ol className={classes.steps}>
        {steps.map(({ step, state }, at) => (
          <li key={step}>
            <button
              type="button"
              className={classes.step}
              data-state={state}
              aria-current={step === chosen?.step ? "step" : undefined}
              onClick={() => onChoose(step)}
            >
              {state === "done" ? (
                <IconCircleCheck size={18} aria-hidden />
              ) : (
                <span className={classes.number}>{state === "left" ? "–" : at + 1}</span>
              )}
              {t(`setUp.steps.${step}.title`)}
              <span className="visually-hidden"> {t(`setUp.states.${state}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Goes to the next step that is open, or leaves this one as it is. */
function Onward({ steps, chosen, onChoose }: StepsProps & { chosen: Step }) {
  const t = useT();
  const navigate = useNavigate();
  const leave = useCallMutation("setUpLeave");
  const at = steps.indexOf(chosen);
  const after = [...steps.slice(at + 1), ...steps.slice(0, at)];
  const next = after.find(({ state }) => state === "open");
  const go = () => (next ? onChoose(next.step) : void navigate("/"));
  const { step, state } = chosen;
  return (
    <Group justify="flex-end" className={classes.onward ?? ""}>
      {state === "open" ? (
        <Button
          // Prices are decided by having looked at them; other steps have a button of their own.
          variant={step === "prices" ? "filled" : "default"}
          loading={leave.isPending}
          onClick={() => leave.mutate({ step, left: true }, { onSuccess: go })}
        >
          {t(step === "prices" ? "setUp.keepPrices" : "setUp.leave")}
        </Button>
      ) : (
        <>
          {state === "left" && (
            <Button variant="default" onClick={() => leave.mutate({ step, left: false })}>
              {t("setUp.again")}
            </Button>
          )}
          <Button onClick={go}>{t(next ? "setUp.next" : "setUp.finish")}</Button>
        </>
      )}
    </Group>
  );
}
