import { Anchor, Badge, Text } from "@mantine/core";
import type { Reading } from "@turnpike/ui/Loaded.tsx";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import classes from "./overview.module.css";

export type Step = CallResult<"setUpShow">["steps"][number];

/** The report behind it asks mail servers and payment providers. */
const ASK_AGAIN_MS = 10 * 60_000;
const WAIT_MS = 1_500;
/** Steps that somebody left come last. */
const order = ["open", "left"] as const;

/**
 * Steps of the set-up that are not done, for those who may do them. What comes late would move what is
 * shown, so they are waited for, but not for long; none while they are not known.
 */
export function useNextSteps(): Reading<Step[]> {
  const canCall = useCanCall();
  const enabled = canCall("setUpShow");
  const steps = useCall("setUpShow", {}, { enabled, freshMs: ASK_AGAIN_MS });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const isKnown = !enabled || steps.data !== undefined || steps.error !== null;
  const known = () =>
    order.flatMap((wanted) => steps.data?.steps.filter(({ state }) => state === wanted) ?? []);
  return { data: isKnown || isLate ? known() : undefined, error: null, refetch: steps.refetch };
}

/** What an installation still needs, each with a link to the step that does it. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  return (
    <ul className={classes.list}>
      {steps.map(({ step, state }) => (
        <li key={step} className={classes.line}>
          <div className={classes.what}>
            <Text fw={550}>{t(`setUp.steps.${step}.title`)}</Text>
            <Text c="dimmed" fz="sm">
              {t(`setUp.steps.${step}.text`)}
            </Text>
          </div>
          {state === "left" && (
            <Badge color="gray" variant="light">
              {t("setUp.states.left")}
            </Badge>
          )}
          <Anchor component={Link} to={`/set-up?step=${step}`} fz="sm" fw={550}>
            {t("overview.settle")}
            <span className="visually-hidden">: {t(`setUp.steps.${step}.title`)}</span>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
