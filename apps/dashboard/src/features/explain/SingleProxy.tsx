import { Alert, Badge, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@turnpike/ui/icons.ts";
import type { ReadProxy } from "@turnpike/proxy-strings/read/proxy.ts";
import { familyName } from "@turnpike/proxy-strings/read/dialects.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConvertedProxy } from "./ConvertedProxy.tsx";
import type { Conversion } from "./use-conversion.ts";
import classes from "./explain.module.css";
import { partKind } from "./part-kind.ts";
import type { Part } from "@turnpike/proxy-strings/read/parameters.ts";
import { formatCountry } from "@turnpike/ui/lib/format.ts";

/** One proxy: each part of its string with its meaning, and the converted endpoint. */
export function SingleProxy(props: { text: string; read: ReadProxy; conversion: Conversion }) {
  const { t } = useTranslation("explain");
  const { text, read, conversion } = props;
  const [pointed, point] = useState<number | null>(null);
  return (
    <Stack gap="lg">
      <section aria-label={t("theirs")}>
        <Group gap="xs" mb="xs">
          <Title order={3} fz="md">
            {t("theirs")}
          </Title>
          <FamilyBadge read={read} />
        </Group>
        <Marked text={text} read={read} pointed={pointed} onPoint={point} />
        <PartList parts={read.parts} pointed={pointed} />
        <Warnings read={read} />
      </section>
      {conversion.who && (
        <ConvertedProxy read={read} conversion={conversion} who={conversion.who} />
      )}
    </Stack>
  );
}

function FamilyBadge({ read }: { read: ReadProxy }) {
  const { t } = useTranslation("explain");
  const { family, confidence } = read;
  if (family === null || confidence === null) {
    return (
      <Badge color="gray" variant="light">
        {t("family.none")}
      </Badge>
    );
  }
  const name = family === "ours" ? t("family.ours") : familyName(family);
  return (
    <Badge color={confidence === "certain" ? "good" : "gray"} variant="light">
      {t(`family.${confidence}`, { name })}
    </Badge>
  );
}

function Warnings({ read }: { read: ReadProxy }) {
  const { t } = useTranslation("explain");
  const grave = read.warnings.filter((warning) => warning !== "plainCredentials");
  return (
    <Stack gap="xs" mt="sm">
      {grave.map((warning) => (
        <Alert key={warning} color="amber" p="xs" icon={<IconAlertTriangle aria-hidden />}>
          {t(`warnings.${warning}`)}
        </Alert>
      ))}
      {read.warnings.length > grave.length && (
        <Text fz="xs" c="dimmed">
          {t("warnings.plainCredentials")}
        </Text>
      )}
    </Stack>
  );
}

/** The pasted proxy, its parts coloured, numbered, and labelled on hover and focus. */
function Marked(props: {
  text: string;
  read: ReadProxy;
  pointed: number | null;
  onPoint: (at: number | null) => void;
}) {
  const { t } = useTranslation("explain");
  const { text, read, pointed, onPoint } = props;
  const pieces: ReactNode[] = [];
  let at = read.from;
  for (const [index, part] of read.parts.entries()) {
    // Overlapping parts (such as a host that also names its protocol) are rendered once.
    if (part.from < at || part.to <= part.from) continue;
    pieces.push(text.slice(at, part.from));
    pieces.push(
      <button
        key={`${part.from}-${part.meaning}`}
        type="button"
        className={classes.part}
        data-look={partKind(part.meaning)}
        data-pointed={pointed === index || undefined}
        title={t(`meanings.${part.meaning}`)}
        onMouseEnter={() => onPoint(index)}
        onMouseLeave={() => onPoint(null)}
        onFocus={() => onPoint(index)}
        onBlur={() => onPoint(null)}
        onClick={() => onPoint(index)}
      >
        {text.slice(part.from, part.to)}
        <span className="visually-hidden">
          {`, ${t("part", { number: index + 1, meaning: t(`meanings.${part.meaning}`) })}`}
        </span>
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
      </button>,
    );
    at = part.to;
  }
  pieces.push(text.slice(at, Math.max(at, read.to)));
  return <div className={classes.string}>{pieces}</div>;
}

/** What each part means, in words, and what it is converted to. */
function PartList(props: { parts: readonly Part[]; pointed: number | null }) {
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

/** The value spelled out if it is a code, and its converted form if that differs. */
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
