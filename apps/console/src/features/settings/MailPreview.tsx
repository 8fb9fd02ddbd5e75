import { Box, SegmentedControl, Stack, Text } from "@mantine/core";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";

type Form = "light" | "dark" | "text";

/** A mail with samples, as mail programs show it: on a light or a dark ground, or as plain text. */
export function MailPreview(props: {
  preview: CallResult<"mailTextPreview"> | undefined;
  error: Error | null;
}) {
  const t = useT();
  const [form, choose] = useState<Form>("light");
  const { preview, error } = props;
  return (
    <Panel title={t("mails.preview")} description={t("mails.previewHelp")}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t("mails.preview")}
          value={form}
          onChange={(value) => choose(value as Form)}
          data={[
            { value: "light", label: t("mails.light") },
            { value: "dark", label: t("mails.dark") },
            { value: "text", label: t("mails.plain") },
          ]}
        />
        {error && !preview && <ErrorState error={error} />}
        {!preview && !error && <LineSkeletons lines={8} height={20} />}
        {preview && <Arrived mail={preview} form={form} />}
      </Stack>
    </Panel>
  );
}

/** Its page follows the colour scheme of the frame, as it follows a mail program's. */
function Arrived({ mail, form }: { mail: CallResult<"mailTextPreview">; form: Form }) {
  return (
    <>
      <div>
        <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {mail.from}
        </Text>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {mail.subject}
        </Text>
      </div>
      {form === "text" ? (
        <Box
          component="pre"
          m={0}
          fz="sm"
          style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {mail.text}
        </Box>
      ) : (
        <iframe
          sandbox=""
          title={mail.subject}
          srcDoc={mail.html}
          style={{
            width: "100%",
            height: "40rem",
            border: "1px solid var(--mantine-color-default-border)",
            borderRadius: "var(--mantine-radius-md)",
            colorScheme: form,
          }}
        />
      )}
    </>
  );
}
