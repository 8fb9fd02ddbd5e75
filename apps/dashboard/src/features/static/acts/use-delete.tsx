import { Text } from "@mantine/core";
import { NamedRows } from "@turnpike/ui/act/NamedRows.tsx";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useTranslation } from "react-i18next";
import { formatTimeLeft, remainingMs } from "../../../lib/time-left.ts";
import { openBatch } from "../../../ui/act/open-batch.tsx";
import type { StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";

/** Deletes static IPs, after a warning of what is lost: unexpired ones only if that is ticked. */
export function useDelete(term: Term, onDeleted: (ids: readonly string[]) => void) {
  const { t } = useTranslation("static-edit");
  return (rows: readonly StaticIp[]) => {
    const expired = rows.filter((row) => row.expired);
    const running = rows.length - expired.length;
    const chosen = (ticked: unknown) => (ticked ? rows : expired);
    openBatch<"staticDel" | "shortDel", StaticIp>({
      call: termCalls[term].del,
      rows: ({ also }) => chosen(also),
      parameters: (part) => ({
        ids: part.map(({ id }) => id),
        // Only the user's own tick confirms it (spec/static#deleting).
        ...(part.some((row) => !row.expired) ? { confirm: true } : {}),
      }),
      danger: true,
      title: t("delete.title", { count: rows.length }),
      notice: (
        <>
          <Names rows={rows} />
          <Text fz="sm" c="dimmed">
            {t("delete.forever")}
          </Text>
        </>
      ),
      fields:
        running === 0
          ? []
          : [
              {
                kind: "tick",
                name: "also",
                label: t(expired.length > 0 ? "delete.alsoRunning" : "delete.running", {
                  count: running,
                }),
                help: t("delete.noRefund"),
                optional: true,
                fault: (ticked) => (chosen(ticked).length > 0 ? null : t("delete.tick")),
              },
            ],
      submit: ({ also }) => t("delete.submit", { count: chosen(also).length || rows.length }),
      rowName: (row) => row.exitIp,
      outcome: () => t("delete.deleted"),
      done: (count) => t("delete.done", { count }),
      onEnd: onDeleted,
    });
  };
}

/** The addresses, unexpired ones first, each with the remaining time that is lost. */
function Names({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-edit");
  const nowMs = useNow();
  return (
    <NamedRows
      rows={rows.toSorted((a, b) => b.remainingHours - a.remainingHours)}
      name={(row) => row.exitIp}
      note={(row) =>
        row.expired
          ? t("delete.expired")
          : t("delete.left", { time: formatTimeLeft(remainingMs(row, nowMs)) })
      }
      more={(count) => t("delete.more", { count })}
    />
  );
}
