import { Badge, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import classes from "./taken.module.css";

/** More rows than anybody reads here would make the dialog slow. */
const PREVIEW_ROWS = 100;

/** Addresses, each with its expiry. */
export function EndLines(props: {
  label: string;
  lines: readonly { id: string; host: string; text: string; note?: string | undefined }[];
}) {
  const { t } = useTranslation("static-take");
  const { lines } = props;
  return (
    <Stack gap={6}>
      <ScrollArea.Autosize
        mah={220}
        type="auto"
        className={classes.lines ?? ""}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}
      >
        <ul className={classes.ends}>
          {lines.slice(0, PREVIEW_ROWS).map(({ id, host, text, note }) => (
            <li key={id}>
              <Group gap={8}>
                <span className={classes.host}>{host}</span>
                {note && <Badge color="gray">{note}</Badge>}
              </Group>
              <Text span fz="sm" c="dimmed" className="numeric">
                {text}
              </Text>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {lines.length > PREVIEW_ROWS && (
        <Text fz="sm" c="dimmed">
          {t("renew.shown", {
            shown: formatNumber(PREVIEW_ROWS),
            total: formatNumber(lines.length),
          })}
        </Text>
      )}
    </Stack>
  );
}
