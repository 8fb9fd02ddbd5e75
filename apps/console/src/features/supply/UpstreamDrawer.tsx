import { Group, NumberInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
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
import { previewOf } from "./upstream-preview.ts";

/** An upstream's file, what it would send, and its failures by class. */
export function UpstreamDrawer({ name, onClose }: { name: string | null; onClose: () => void }) {
  const shown = useCall("upstreamShow", { name: name ?? "" }, { enabled: name !== null });
  const { file, failures = [], geo = [] } = shown.data ?? {};
  return (
    <DetailsDrawer opened={name !== null} title={name ?? ""} onClose={onClose}>
      {name !== null && file !== undefined && (
        <>
          <Preview file={file} />
          <ActButton act={editAct(name, file)} />
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

/** The line that would be sent, as the request is typed. */
function Preview({ file }: { file: string }) {
  const t = useT();
  const [country, setCountry] = useState("");
  const [city, setCity] = useState("");
  const [minutes, setMinutes] = useState<number | null>(10);
  return (
    <>
      <Group gap="xs" grow>
        <TextInput
          label={t("columns.country")}
          value={country}
          maxLength={2}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <TextInput
          label={t("fields.city")}
          value={city}
          onChange={(event) => setCity(event.currentTarget.value)}
        />
        <NumberInput
          label={t("fields.minutes")}
          value={minutes ?? ""}
          min={1}
          onChange={(next) => setMinutes(typeof next === "number" ? next : null)}
        />
      </Group>
      <Text fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }} role="status">
        {previewOf(file, { country, city, minutes })}
      </Text>
    </>
  );
}
