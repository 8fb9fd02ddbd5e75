import { Text } from "@mantine/core";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { CopyBlock } from "../../parts/CopyBlock.tsx";
import { DetailsDrawer } from "../../parts/DetailsDrawer.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { formatPercent } from "@turnpike/ui/lib/format.ts";
import { When } from "@turnpike/ui/list/kinds.tsx";
import { editAct } from "./upstream-acts.tsx";
import { UpstreamSample } from "./UpstreamSample.tsx";

/** An upstream's file, what it would send, and its failures by class. */
export function UpstreamDrawer({ name, onClose }: { name: string | null; onClose: () => void }) {
  const t = useT();
  const shown = useCall("upstreamShow", { name: name ?? "" }, { enabled: name !== null });
  const { file, version = "", failures = [], geo = [] } = shown.data ?? {};
  return (
    <DetailsDrawer opened={name !== null} title={name ?? ""} onClose={onClose}>
      {name !== null && file !== undefined && (
        <>
          <UpstreamSample file={file} />
          <ActButton act={editAct(name, { file, version })} />
          <Text fw={600}>{t("upstream.failures")}</Text>
          {failures.length === 0 && (
            <Text c="dimmed" fz="sm">
              {t("upstream.noFailures")}
            </Text>
          )}
          <Facts>
            {failures.map(({ at, class: why, status, place, sample }) => (
              <Fact key={`${at} ${why} ${sample}`} term={`${why} ${status ?? ""} ${place}`}>
                <When at={at} /> {sample}
              </Fact>
            ))}
          </Facts>
          <Elsewhere days={geo} />
          <CopyBlock label="JSON" code={file} />
        </>
      )}
    </DetailsDrawer>
  );
}

/** By day: how many exits were in another country than asked, and where. */
function Elsewhere({ days }: { days: CallResult<"upstreamShow">["geo"] }) {
  const t = useT();
  return (
    <Facts>
      {days.map(({ day, otherPercent, elsewhere }) => (
        <Fact key={day} term={`${t("columns.elsewhere")} ${day}`}>
          {formatPercent(otherPercent)}
          {elsewhere.map(({ asked, found, connections }) => (
            <Text span inherit c="dimmed" key={`${asked} ${found}`}>
              {` ${asked} → ${found}: ${connections}`}
            </Text>
          ))}
        </Fact>
      ))}
    </Facts>
  );
}
