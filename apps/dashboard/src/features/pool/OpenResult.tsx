import { Alert, Button, Group, Loader, ScrollArea, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconFileText } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { useCall } from "../../lib/queries.ts";
import { Countdown } from "./Countdown.tsx";
import { IpTry } from "./IpTry.tsx";
import { Login } from "./Login.tsx";
import { MyWhitelistEntry } from "./MyWhitelistEntry.tsx";
import classes from "./pool.module.css";
import {
  addressOf,
  historyCalls,
  type IpAuth,
  lineOf,
  type OpenedIp,
  OPENING_POLL_MS,
} from "./pool-ip.ts";

/** The longest page that the API allows. */
const LOOKED_AT = 100;

/** The current state of the IPs just opened; polled until all of them are open. */
function useOpenedStatuses(auth: IpAuth, rows: readonly OpenedIp[]) {
  const allOpen = (by: ReadonlyMap<string, OpenedIp>) =>
    rows.every((row) => (by.get(row.id) ?? row).open);
  const waits = rows.some((row) => !row.open);
  const parameters = { page: 1, limit: LOOKED_AT, status: "active" } as const;
  const list = useCall(historyCalls[auth], parameters, {
    enabled: waits,
    everyMs: waits ? OPENING_POLL_MS : false,
  });
  const now = new Map((list.data?.items ?? []).map((row) => [row.id, row] as const));
  return {
    rows: rows.map((row) => now.get(row.id) ?? row),
    allOpen: allOpen(now),
  };
}

/** More rows than anybody reads here would make the dialog slow. */
const PREVIEW_ROWS = 100;
const linesOf = (rows: readonly OpenedIp[]) => rows.map((row) => `${lineOf(row)}\n`).join("");

/** The IPs just opened: to copy, save or use. */
export function OpenResult(props: { auth: IpAuth; rows: readonly OpenedIp[]; onList: () => void }) {
  const { t } = useTranslation(["pool", "ui"]);
  const { auth } = props;
  const [answeredAtMs] = useState(() => Date.now());
  const { rows, allOpen } = useOpenedStatuses(auth, props.rows);
  const [first] = rows;
  const close = useFirstFocus<HTMLButtonElement>();
  const words = { count: rows.length, number: formatNumber(rows.length) };
  return (
    <Stack gap="lg">
      <Alert
        color="pike"
        icon={<IconCircleCheck aria-hidden />}
        title={t("opened.done", words)}
        aria-live="polite"
      >
        {t("opened.cost", words)}{" "}
        {first && (
          <>
            {t("opened.ends")} <Countdown row={first} answeredAtMs={answeredAtMs} />
          </>
        )}
      </Alert>
      {auth === "nouser" && <MyWhitelistEntry />}
      <Saving rows={rows} />
      <Lines rows={rows} />
      {first && auth === "user" && <Login row={first} />}
      {first?.open ? (
        <IpTry row={first} />
      ) : (
        <Group component="output" gap="xs" wrap="nowrap" aria-live="polite">
          <Loader size="xs" aria-hidden />
          <Text fz="sm">{t("opened.opening")}</Text>
        </Group>
      )}
      {!allOpen && first?.open && (
        <Text fz="sm" c="dimmed" role="status">
          {t("opened.others")}
        </Text>
      )}
      <Group justify="flex-end">
        <Button ref={close} onClick={props.onList}>
          {t("opened.toList")}
        </Button>
      </Group>
    </Stack>
  );
}

function Saving({ rows }: { rows: readonly OpenedIp[] }) {
  const { t } = useTranslation("pool");
  const words = { count: rows.length, number: formatNumber(rows.length) };
  return (
    <Group gap={8}>
      <CopyButton
        text
        variant="filled"
        size="sm"
        value={linesOf(rows)}
        label={t("opened.copyAll")}
        done={t("opened.copied", words)}
      />
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => saveFile({ contents: "new-opened-ips", ending: "txt", text: linesOf(rows) })}
      >
        {t("opened.txt")}
      </Button>
    </Group>
  );
}

function Lines({ rows }: { rows: readonly OpenedIp[] }) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  return (
    <Stack gap={6}>
      <ScrollArea.Autosize
        mah={220}
        type="auto"
        className={classes.lines ?? ""}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("opened.list") }}
      >
        <ul>
          {rows.slice(0, PREVIEW_ROWS).map((row) => (
            <li key={row.id}>
              <div className={classes.two}>
                <span className={classes.mono}>{addressOf(row)}</span>
                <span className={classes.second}>
                  {row.ip} · {placeText(row)}
                </span>
              </div>
              <CopyButton
                value={lineOf(row)}
                label={t("opened.copyOne", { address: addressOf(row) })}
              />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {rows.length > PREVIEW_ROWS && (
        <Text fz="sm" c="dimmed">
          {t("opened.shown", {
            shown: formatNumber(PREVIEW_ROWS),
            total: formatNumber(rows.length),
          })}
        </Text>
      )}
    </Stack>
  );
}
