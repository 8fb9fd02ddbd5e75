import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { useT } from "../lib/words.ts";

/** A text to copy elsewhere: a link, a command, or the result of an action. */
export function CopyBlock({ label, code }: { label: string; code: string }) {
  const t = useT();
  return <CodeBlock label={label} copyLabel={t("copyOf", { name: label })} code={code} wrap />;
}
