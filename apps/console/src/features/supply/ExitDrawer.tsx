import { formatCountry, formatMs } from "@turnpike/ui/lib/format.ts";
import type { Item } from "../../lib/call.ts";
import { useT, word } from "../../lib/words.ts";
import { Code, NONE, When } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, State } from "../../parts/cells.tsx";
import { DetailsDrawer } from "../../parts/DetailsDrawer.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { ExitProvenance } from "./ExitProvenance.tsx";

type Exit = Item<"exitList">;

/** All details of an exit, including its provenance. */
export function ExitDrawer({ exit, onClose }: { exit: Exit | null; onClose: () => void }) {
  return (
    <DetailsDrawer opened={exit !== null} title={exit?.ip ?? ""} onClose={onClose}>
      {exit && (
        <>
          <ExitFacts exit={exit} />
          <ExitProvenance ip={exit.ip} />
        </>
      )}
    </DetailsDrawer>
  );
}

function ExitFacts({ exit }: { exit: Exit }) {
  const t = useT();
  const { holder, latencyMs } = exit;
  return (
    <Facts>
      <Fact term={t("columns.state")}>
        <State state={exit.state} />
      </Fact>
      <Fact term={t("columns.product")}>{word("products", exit.product)}</Fact>
      <Fact term={t("columns.country")}>
        {formatCountry(exit.country)} {exit.city}
      </Fact>
      <Fact term={t("columns.network")}>
        {exit.isp} AS{exit.asn}
      </Fact>
      <Fact term={t("columns.kind")}>
        <Code>
          {exit.kind} {exit.host}
          {exit.port > 0 ? `:${exit.port}` : ""}
        </Code>
      </Fact>
      <Fact term={t("columns.node")}>{exit.node || NONE}</Fact>
      <Fact term={t("columns.holder")}>
        <CustomerLink accountId={holder?.accountId ?? null} email={holder?.email ?? null} />
      </Fact>
      <Fact term={t("columns.provenance")}>{exit.provenance || NONE}</Fact>
      <Fact term={t("columns.latencyMs")}>{latencyMs === null ? NONE : formatMs(latencyMs)}</Fact>
      <Fact term={t("columns.failures")}>{exit.failures}</Fact>
      <Fact term={t("columns.offlineSince")}>
        <When at={exit.offlineSince} />
      </Fact>
      <Fact term={t("columns.restsUntil")}>
        <When at={exit.restsUntil} />
      </Fact>
      <Fact term={t("columns.createdAt")}>
        <When at={exit.createdAt} />
      </Fact>
      <Fact term={t("columns.retiredAt")}>
        <When at={exit.retiredAt} />
      </Fact>
    </Facts>
  );
}
