import { Group, Text } from "@mantine/core";
import { useBrand } from "./lib/brand.ts";

/** The logo (a raised toll gate) and the name, which can be hidden on phones. */
export function Logo(props: { size?: number; markOnPhones?: boolean }) {
  const { name } = useBrand();
  const size = props.size ?? 26;
  return (
    <Group gap={9} wrap="nowrap">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#0b5d45" />
        <path d="M9 25V11" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
        <path d="M9 12 25 7.5" stroke="#f5c542" strokeWidth="4" strokeLinecap="round" />
        <path d="M17 25h8" stroke="#fff" strokeWidth="4" strokeLinecap="round" opacity=".55" />
      </svg>
      <Text
        span
        fw={680}
        fz="1.0625rem"
        lts="-0.02em"
        {...(props.markOnPhones ? { visibleFrom: "sm" } : {})}
      >
        {name}
      </Text>
    </Group>
  );
}
