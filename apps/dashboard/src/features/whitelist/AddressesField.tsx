import { Stack, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { TypedIpsSummary } from "./TypedIpsSummary.tsx";
import { readIps } from "./typed-ips.ts";

/** Addresses, one a line or with commas between, and what has been understood of them. */
export function AddressesField(props: {
  label: string;
  description: string;
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
}) {
  const { value, onChange, ...field } = props;
  return (
    <Stack gap={6}>
      <Textarea
        {...field}
        placeholder={"203.0.113.7, 203.0.113.8\n2001:db8::7"}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <TypedIpsSummary typed={readIps(value)} />
    </Stack>
  );
}
