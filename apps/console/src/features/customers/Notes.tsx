import { Stack, Text } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { When } from "@turnpike/ui/list/kinds.tsx";

/** Staff notes about a customer. */
export function Notes({ account }: { account: string }) {
  const t = useT();
  const notes = useCall("customerNotes", { account });
  return (
    <Panel
      title={t("customer.notes")}
      actions={
        <ActButton
          act={{ call: "noteAdd", fixed: { account }, fields: [{ name: "text", kind: "long" }] }}
        />
      }
    >
      <Loaded of={notes} lines={3}>
        {({ items }) => (
          <Stack gap="md">
            {items.length === 0 && <Text c="dimmed">{t("customer.noNotes")}</Text>}
            {items.map((note) => (
              <div key={note.id}>
                <Text fz="sm" c="dimmed">
                  {note.author} · <When at={note.at} />
                </Text>
                <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {note.text}
                </Text>
              </div>
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
