import { Stack, Text, TextInput, Textarea } from "@mantine/core";
import { recogniseLine } from "@turnpike/proxy-strings/upstream/from-line.ts";
import { readEndpoint } from "@turnpike/rules/read-endpoint.ts";
import type { OwnInput } from "@turnpike/ui/act/act.ts";
import { useT } from "../../lib/words.ts";
import { UpstreamSample } from "./UpstreamSample.tsx";

/** An upstream's file, and what it would send while it is typed. */
export function FileInput({ label, value, error, onChange }: OwnInput) {
  return (
    <Stack gap="md">
      <Textarea
        label={label}
        autosize
        minRows={8}
        maxRows={16}
        maxLength={200_000}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        data-autofocus
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <UpstreamSample file={value} />
    </Stack>
  );
}

/** A proxy as it was bought; says at once whether a preset knows whose it is. */
export function LineInput({ label, value, error, onChange }: OwnInput) {
  const t = useT();
  const line = readEndpoint(value.trim());
  const known = line && recogniseLine(line);
  const found = known
    ? t("upstream.recognised", { title: known.title })
    : t("upstream.unrecognised");
  return (
    <Stack gap={6}>
      <TextInput
        label={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text fz="sm" role="status" {...(known ? {} : { c: "dimmed" })}>
        {line === null ? "" : found}
      </Text>
    </Stack>
  );
}
