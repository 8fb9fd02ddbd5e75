import { Button } from "@mantine/core";
import type { StaticIp } from "@turnpike/contract/static.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import type { CallResult } from "../../../lib/call.ts";
import { useCall } from "../../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { endpointOf, lineOf as lineBy } from "../static-ip.ts";
import { Bought, BoughtLines, SaveLines } from "../../purchase/Bought.tsx";
import classes from "../../purchase/purchase.module.css";

/** Lines for programs (spec/dashboard#batch-actions). */
const lineOf = (row: StaticIp) => lineBy(row, defaultTemplate);

/** The new IPs, to copy, save or test. */
export function TakeResult(props: {
  taken: CallResult<"staticUse">;
  onMore: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-take");
  const { items } = props.taken;
  const [first] = items;
  const open = items.find(({ port }) => port !== 0);
  const words = { count: items.length, number: formatNumber(items.length) };
  const until = first && t("taken.until", { at: formatDateTime(first.expiresAt) });
  const paid = useHowPaid()(props.taken);
  return (
    <Bought
      title={t("taken.done", words)}
      text={[paid, until].filter(Boolean).join(" ")}
      actions={
        <Button variant="default" onClick={props.onMore}>
          {t("taken.more")}
        </Button>
      }
      close={{ label: t("taken.close") }}
      onClose={props.onClose}
    >
      <SaveLines
        lines={items.map(lineOf)}
        contents="new-static-ips"
        words={{ copy: t("taken.copyAll"), copied: t("taken.copied", words), save: t("taken.txt") }}
      />
      <BoughtLines
        label={t("taken.list")}
        rows={items}
        shown={(numbers) => t("taken.shown", numbers)}
        show={(row) => (
          <>
            <span className={classes.line}>{lineOf(row)}</span>
            <CopyButton value={lineOf(row)} label={t("taken.copyOne", { ip: row.exitIp })} />
          </>
        )}
      />
      {open && <TryFirst row={open} />}
    </Bought>
  );
}

/** "3 credits used, $10.00 paid from the wallet." */
export function useHowPaid() {
  const { t } = useTranslation("static-take");
  return ({ creditsUsed, walletCents }: { creditsUsed: number; walletCents: number }): string => {
    const number = formatNumber(creditsUsed);
    const words = { count: creditsUsed, number, amount: formatCents(walletCents) };
    if (walletCents === 0) return t("taken.byCredits", words);
    return creditsUsed === 0 ? t("taken.byWallet", words) : t("taken.byBoth", words);
  };
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
      head={t("taken.try", { ip: row.exitIp })}
      label={t("taken.command")}
    />
  );
}
