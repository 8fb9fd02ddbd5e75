import { Group, Loader, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { useCall } from "../../lib/queries.ts";
import { Bought, BoughtLines, SaveLines } from "../purchase/Bought.tsx";
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

/** The IPs just opened: to copy, save or use. */
export function OpenResult(props: { auth: IpAuth; rows: readonly OpenedIp[]; onList: () => void }) {
  const { t } = useTranslation(["pool", "ui"]);
  const { auth } = props;
  const [answeredAtMs] = useState(() => Date.now());
  const { rows, allOpen } = useOpenedStatuses(auth, props.rows);
  const [first] = rows;
  const words = { count: rows.length, number: formatNumber(rows.length) };
  const text = (
    <>
      {t("opened.cost", words)}{" "}
      {first && (
        <>
          {t("opened.ends")} <Countdown row={first} answeredAtMs={answeredAtMs} />
        </>
      )}
    </>
  );
  return (
    <Bought
      title={t("opened.done", words)}
      text={text}
      close={{ label: t("opened.toList") }}
      onClose={props.onList}
    >
      {auth === "nouser" && <MyWhitelistEntry />}
      <SaveLines
        lines={rows.map(lineOf)}
        contents="new-opened-ips"
        words={{
          copy: t("opened.copyAll"),
          copied: t("opened.copied", words),
          save: t("opened.txt"),
        }}
      />
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
    </Bought>
  );
}

function Lines({ rows }: { rows: readonly OpenedIp[] }) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  return (
    <BoughtLines
      label={t("opened.list")}
      rows={rows}
      shown={(numbers) => t("opened.shown", numbers)}
      show={(row) => (
        <>
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
        </>
      )}
    />
  );
}
