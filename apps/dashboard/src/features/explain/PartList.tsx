import { Text } from "@mantine/core";
import type { Part } from "@turnpike/rules/foreign-parameters.ts";
import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import classes from "./explain.module.css";
import { partKind } from "./part-kind.ts";

/** What each part means, in words, with what becomes of it. */
export function PartList(props: { parts: readonly Part[]; pointed: number | null }) {
  const { t } = useTranslation("explain");
  return (
    <ol className={classes.list} aria-label={t("parts")}>
      {props.parts.map((part, index) => (
        <li
          key={`${part.from}-${part.meaning}-${part.value}`}
          className={classes.row}
          data-pointed={props.pointed === index || undefined}
        >
          <span className={classes.swatch} data-look={partKind(part.meaning)}>
            {index + 1}
          </span>
          <Text span fz="sm" c="dimmed">
            {t(`meanings.${part.meaning}`)}
          </Text>
          <div>
            <span className={classes.value}>{part.value}</span>
            <PartValue part={part} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** In full words where the value is a code, and how ours is written where it differs. */
function PartValue({ part }: { part: Part }) {
  const { t } = useTranslation("explain");
  const { meaning, normal, note, value } = part;
  const said: string[] = [];
  if (meaning === "country" && normal !== "") said.push(formatCountry(normal));
  if (meaning === "minutes" && normal !== "") said.push(t("minutes", { count: Number(normal) }));
  if (note !== null) said.push(t(`notes.${note}`));
  else if (normal !== "" && normal !== value && meaning !== "country" && meaning !== "minutes") {
    said.push(t("written", { value: normal }));
  }
  if (said.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed">
      {said.join(" · ")}
    </Text>
  );
}
