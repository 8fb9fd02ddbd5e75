import { Alert, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";

type Shown = CallResult<"headShow">;

/** The snippet in the head of customers' pages (spec/brand#head-snippet). */
export function Head() {
  const t = useT();
  const head = useCall("headShow", {});
  const isSet = head.data !== undefined && head.data.html !== "";
  return (
    <>
      <PageHeader
        title={t("screens.head.title")}
        description={t("screens.head.text")}
        actions={isSet && <ActButton act={{ call: "headReset", danger: true }} />}
      />
      <Loaded of={head} lines={10} height={24}>
        {/* Another snippet, as after a reset, is another form. */}
        {(shown) => <Editor key={JSON.stringify(shown)} shown={shown} />}
      </Loaded>
    </>
  );
}

const linesOf = (text: string) => text.split(/[\s,]+/).filter((origin) => origin !== "");
const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

function Editor({ shown: { version: seen, ...shown } }: { shown: Shown }) {
  const t = useT();
  const [html, write] = useState(shown.html);
  const [origins, name] = useState(shown.origins.join("\n"));
  const [consent, ask] = useState(shown.consent);
  const fixed = { html, origins: linesOf(origins), consent };
  const isChanged = JSON.stringify(fixed) !== JSON.stringify(shown);
  return (
    <Panel>
      <Stack gap="md" maw="52rem">
        {shown.html === "" && <Alert>{t("head.none")}</Alert>}
        <Textarea
          label={t("head.snippet")}
          description={t("head.snippetHelp")}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          styles={monospace}
          value={html}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <Textarea
          label={t("head.origins")}
          description={t("head.originsHelp")}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          styles={monospace}
          value={origins}
          onChange={(event) => name(event.currentTarget.value)}
        />
        <Checkbox
          label={t("head.consent")}
          description={t("head.consentHelp")}
          checked={consent}
          onChange={(event) => ask(event.currentTarget.checked)}
        />
        <Group>
          <ActButton
            variant="filled"
            disabled={!isChanged || html.trim() === ""}
            act={{ call: "headSet", fixed: { ...fixed, seen } }}
          />
        </Group>
      </Stack>
    </Panel>
  );
}
