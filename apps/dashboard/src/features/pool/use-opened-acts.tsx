import { Stack, Text } from "@mantine/core";
import { proxyTemplates } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { NamedRows } from "@turnpike/ui/act/NamedRows.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useTranslation } from "react-i18next";
import { openBatch } from "../../ui/act/open-batch.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { firstRows, openExport } from "../proxy-file/open-export.tsx";
import { Countdown } from "./Countdown.tsx";
import { Login } from "./Login.tsx";
import { MyWhitelistEntry } from "./MyWhitelistEntry.tsx";
import {
  addressOf,
  fieldsOf,
  historyCalls,
  type IpAuth,
  networkOf,
  type OpenedIp,
} from "./pool-ip.ts";

const IpTry = lazyComponent(async () => (await import("./IpTry.tsx")).IpTry);

const rowsOf = (auth: IpAuth) =>
  firstRows<OpenedIp>({
    call: historyCalls[auth],
    newest: { status: "active" },
    // Without user name and password, the row's own line has neither.
    asFirst: (row) => ({
      fields: fieldsOf(row),
      ...(row.auth === "nouser" ? { format: proxyTemplates["host:port"] } : {}),
    }),
  });
const useRows = { user: rowsOf("user"), nouser: rowsOf("nouser") };

interface Of {
  auth: IpAuth;
  answeredAtMs: number;
  onDeleted: (ids: readonly string[]) => void;
}

const words = (count: number) => ({ count, number: formatNumber(count) });

/** Ends opened IPs, after a warning that nothing is refunded. */
function useDelete({ answeredAtMs, onDeleted }: Of) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  return (rows: readonly OpenedIp[]) => {
    const running = rows.filter(({ status }) => status === "active").length;
    openBatch<"ipDel", OpenedIp>({
      call: "ipDel",
      rows,
      parameters: (part) => ({ ids: part.map(({ id }) => id) }),
      danger: true,
      title: t("delete.title", words(rows.length)),
      notice: (
        <>
          <NamedRows
            rows={rows}
            name={addressOf}
            note={(row) => (
              <>
                {placeText(row)} · <Countdown row={row} answeredAtMs={answeredAtMs} />
              </>
            )}
            more={(count) => t("open.more", words(count))}
          />
          <Text fz="sm">
            {running > 0 ? t("delete.explain", words(running)) : t("delete.onlyRecords")}
          </Text>
        </>
      ),
      submit: t("delete.submit", words(rows.length)),
      rowName: addressOf,
      outcome: () => t("delete.ended"),
      done: (count) => t("delete.done", words(count)),
      onEnd: onDeleted,
    });
  };
}

/** What can be done with opened IPs, each in a dialog; `answeredAtMs` is when the rows came. */
export function useOpenedActs(of: Of) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  const { auth, answeredAtMs } = of;
  return {
    delete: useDelete(of),
    /** Exports the given ones; without any, all that are open. */
    export: (rows: readonly OpenedIp[]) =>
      openExport({
        title: t("export.title"),
        from: { path: "/v1/ip/export", query: { auth } },
        ids: rows.map(({ id }) => id),
        ...(auth === "nouser" ? { own: t("export.own") } : {}),
        words: {
          which: t("export.which"),
          chosen: t("export.chosen", words(rows.length)),
          all: () => t("export.all"),
        },
        useRows: useRows[auth],
      }),
    /** One, ready to use: its credentials or whitelist, and a command to try it. */
    try: (row: OpenedIp) =>
      openDialog({
        title: t("try.title", { address: addressOf(row) }),
        body: () => (
          <Stack gap="md">
            <Text fz="sm" c="dimmed">
              {t("opened.leadsTo", { ip: row.ip })} · {placeText(row)} · {networkOf(row)} ·{" "}
              <Countdown row={row} answeredAtMs={answeredAtMs} />
            </Text>
            {row.auth === "user" ? <Login row={row} /> : <MyWhitelistEntry />}
            <Text fz="sm">{t("try.help")}</Text>
            <IpTry row={row} />
          </Stack>
        ),
      }),
  };
}
export type OpenedActs = ReturnType<typeof useOpenedActs>;
