import { Badge, Code } from "@mantine/core";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { CallResult } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import classes from "./set-up.module.css";

type Line = CallResult<"setUpShow">["steps"][number]["lines"][number];

const colors = { ok: "good", warning: "amber", missing: "red", wrong: "red" } as const;

/** Lines of the doctor's report, as the command line prints them. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  const t = useT();
  if (lines.length === 0) return null;
  return (
    <Panel title={t("setUp.doctor")} flush>
      <ul className={classes.lines}>
        {lines.map(({ name, state, detail, cure }) => (
          <li key={name}>
            <span>
              <Badge color={colors[state]}>{t(`setUp.found.${state}`)}</Badge>
            </span>
            <span lang="en">
              <Code>{name}</Code> {detail}
              {cure !== "" && <span className={classes.cure}>{cure}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
