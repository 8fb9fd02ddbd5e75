import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { useT } from "../lib/words.ts";

/** A text that is copied elsewhere: a link, a command, what an act changed. */
export function CopyBlock({ label, code }: { label: string; code: string }) {
  const t = useT();
  return <CodeBlock label={label} copyLabel={t("copyOf", { name: label })} code={code} wrap />;
}
