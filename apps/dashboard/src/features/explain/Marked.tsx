import type { ReadProxy } from "@turnpike/rules/foreign-proxy.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./explain.module.css";
import { lookOf } from "./look.ts";

/** The proxy as it was pasted, its parts coloured, numbered, and named on hover and focus. */
export function Marked(props: {
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
    // Values that stand in each other's place (a host that names its protocol too) show once.
    if (part.from < at || part.to <= part.from) continue;
    pieces.push(text.slice(at, part.from));
    pieces.push(
      <button
        key={`${part.from}-${part.meaning}`}
        type="button"
        className={classes.part}
        data-look={lookOf(part.meaning)}
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
