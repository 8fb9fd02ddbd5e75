import { Anchor, Badge, Text } from "@mantine/core";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import classes from "./overview.module.css";

type Step = CallResult<"setUpShow">["steps"][number];

/** The report behind it asks mail servers and payment providers. */
const ASK_AGAIN_MS = 10 * 60_000;
/** Steps that somebody left come last. */
const order = ["open", "left"] as const;

/** Steps of the set-up that are not done, for those who may do them: none while it is not known. */
export function useNextSteps(): Step[] {
  const canCall = useCanCall();
  const options = { enabled: canCall("setUpShow"), freshMs: ASK_AGAIN_MS };
  const { data } = useCall("setUpShow", {}, options);
  return order.flatMap((wanted) => data?.steps.filter(({ state }) => state === wanted) ?? []);
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
