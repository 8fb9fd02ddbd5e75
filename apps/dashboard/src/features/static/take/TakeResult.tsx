import { Alert, Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import type { StaticIp } from "@turnpike/contract/static.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { IconCircleCheck, IconFileText } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { endpointOf, lineOf as lineBy } from "../static-ip.ts";
import type { TakenAnswer } from "./TakeDialog.tsx";
import classes from "./taken.module.css";

/** More rows than anybody reads here would make the dialog slow. */
const PREVIEW_ROWS = 100;
/** Lines for programs (spec/dashboard#batch-actions). */
const lineOf = (row: StaticIp) => lineBy(row, defaultTemplate);
const linesOf = (rows: readonly StaticIp[]) => rows.map((row) => `${lineOf(row)}\n`).join("");

/** The new IPs, to copy, save or test. */
export function TakeResult(props: { taken: TakenAnswer; onMore: () => void; onClose: () => void }) {
  const { t } = useTranslation(["static-take", "ui"]);
  const { items } = props.taken;
  const [first] = items;
  const open = items.find(({ port }) => port !== 0);
  const close = useFirstFocus<HTMLButtonElement>();
  const words = { count: items.length, number: formatNumber(items.length) };
  const until = first && t("taken.until", { at: formatDateTime(first.expiresAt) });
  return (
    <Stack gap="lg">
      <Alert
        color="pike"
        icon={<IconCircleCheck aria-hidden />}
        title={t("taken.done", words)}
        aria-live="polite"
      >
        {useHowPaid(props.taken)} {until}
      </Alert>
      <Group gap={8}>
        <CopyButton
          text
          variant="filled"
          size="sm"
          value={linesOf(items)}
          label={t("taken.copyAll")}
          done={t("taken.copied", words)}
        />
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() =>
            saveFile({ contents: "new-static-ips", ending: "txt", text: linesOf(items) })
          }
        >
          {t("taken.txt")}
        </Button>
      </Group>
      <Lines rows={items} />
      {open && <TryFirst row={open} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onMore}>
          {t("taken.more")}
        </Button>
        <Button ref={close} onClick={props.onClose}>
          {t("taken.close")}
        </Button>
      </Group>
    </Stack>
  );
}

/** "3 credits used, $10.00 paid from the wallet." */
function useHowPaid({ creditsUsed, walletCents }: TakenAnswer): string {
  const { t } = useTranslation("static-take");
  const words = {
    count: creditsUsed,
    number: formatNumber(creditsUsed),
    amount: formatCents(walletCents),
  };
  if (walletCents === 0) return t("taken.byCredits", words);
  return creditsUsed === 0 ? t("taken.byWallet", words) : t("taken.byBoth", words);
}

function Lines({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-take");
  const numbers = { shown: formatNumber(PREVIEW_ROWS), total: formatNumber(rows.length) };
  return (
    <Stack gap={6}>
      <ScrollArea.Autosize
        mah={240}
        type="auto"
        className={classes.lines ?? ""}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("taken.list") }}
      >
        <ul className={classes.list}>
          {rows.slice(0, PREVIEW_ROWS).map((row) => (
            <li key={row.id}>
              <span>{lineOf(row)}</span>
              <CopyButton value={lineOf(row)} label={t("taken.copyOne", { ip: row.host })} />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {rows.length > PREVIEW_ROWS && (
        <Text fz="sm" c="dimmed">
          {t("taken.shown", numbers)}
        </Text>
      )}
    </Stack>
  );
}

/** A command to paste into a terminal; renders nothing until its target is known. */
function TryFirst({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static-take");
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  if (!target) return null;
  return (
    <CodeBlock
      wrap
      code={curlCommand(endpointOf(row, "http"), target)}
      head={t("taken.try", { ip: row.host })}
      label={t("taken.command")}
    />
  );
}
