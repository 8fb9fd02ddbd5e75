import { Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { IconFileDownload, IconFileText } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useAmountText } from "./amount-text.ts";
import { Code } from "./Code.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import classes from "./cdkey.module.css";
import { type Cdkey, cdkeyLines, saveCsvOf, saveTxtOf } from "./cdkey-file.ts";

/** More rows than anybody reads here would make the dialog slow. */
const PREVIEW_ROWS = 100;

/** The new keys, to copy or to save. */
export function CreatedKeys({ keys, onClose }: { keys: Cdkey[]; onClose: () => void }) {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  const [first] = keys;
  const firstKeys = keys.slice(0, PREVIEW_ROWS);
  const numbers = { shown: formatNumber(PREVIEW_ROWS), total: formatNumber(keys.length) };
  return (
    <Stack gap="md">
      {first && <Text c="dimmed">{t("made.text", { amount: amountText(first) })}</Text>}
      <Saving keys={keys} />
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        className={classes.made ?? ""}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("made.list") }}
      >
        <ul className={classes.keys}>
          {firstKeys.map(({ id, code }) => (
            <li key={id}>
              <Code code={code} />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {keys.length > PREVIEW_ROWS && (
        <Text fz="sm" c="dimmed">
          {t("made.more", numbers)}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("made.close")}
        </Button>
      </Group>
    </Stack>
  );
}

function Saving({ keys }: { keys: Cdkey[] }) {
  const { t } = useTranslation("cdkey");
  return (
    <Group gap={8}>
      <CopyButton
        text
        variant="filled"
        size="sm"
        value={cdkeyLines(keys)}
        label={t("made.copyAll")}
        done={t("list.copied", { count: keys.length })}
      />
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => saveTxtOf(keys)}
      >
        {t("made.txt")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={() => saveCsvOf(keys)}
      >
        {t("made.csv")}
      </Button>
    </Group>
  );
}
