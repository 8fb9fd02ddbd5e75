import { Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useT } from "../../lib/words.ts";
import { previewOf } from "./upstream-preview.ts";

/** The line that a file would send, as the request is typed, or why there is none. */
export function UpstreamRequest({ file }: { file: string }) {
  const t = useT();
  const [country, setCountry] = useState("");
  const [city, setCity] = useState("");
  const [minutes, setMinutes] = useState<number | null>(10);
  const { sent, unwritable, fault } = previewOf(file, { country, city, minutes });
  return (
    <Stack gap="xs" component="section" aria-label={t("upstream.sent")}>
      <Text fw={600}>{t("upstream.sent")}</Text>
      <Group gap="xs" grow>
        <TextInput
          label={t("columns.country")}
          value={country}
          maxLength={2}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <TextInput
          label={t("fields.city")}
          value={city}
          onChange={(event) => setCity(event.currentTarget.value)}
        />
        <NumberInput
          label={t("fields.minutes")}
          value={minutes ?? ""}
          min={1}
          onChange={(next) => setMinutes(typeof next === "number" ? next : null)}
        />
      </Group>
      <Text fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }} role="status">
        {unwritable === undefined
          ? (sent ?? fault)
          : t("upstream.unwritable", { what: unwritable })}
      </Text>
    </Stack>
  );
}
