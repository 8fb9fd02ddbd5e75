import { Loaded } from "@turnpike/ui/Loaded.tsx";
import {
  Anchor,
  Badge,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { langs } from "@turnpike/contract/refusals.ts";
import { IconArrowLeft } from "@turnpike/ui/icons.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { useRef, useState } from "react";
import { Link, useParams } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { languageName } from "../shop/NewsDialog.tsx";
import { MailPreview } from "./MailPreview.tsx";
import { useOwnLang } from "./use-own-lang.ts";

type Shown = CallResult<"mailTextShow">;
type Lang = Shown["lang"];

/** One mail: its text in a language, and beside it how it arrives. */
export function MailText() {
  const { name = "" } = useParams();
  const own = useOwnLang();
  const [lang, choose] = useState<Lang>(own);
  const shown = useCall("mailTextShow", { name, lang });
  return (
    <Loaded of={shown} waiting={<ScreenSkeleton />}>
      {(data) => (
        // A saved or reset text comes as a new key: the form starts with it.
        <Editor key={`${data.lang} ${data.version}`} shown={data} choose={choose} />
      )}
    </Loaded>
  );
}

function Editor({ shown, choose }: { shown: Shown; choose: (lang: Lang) => void }) {
  const t = useT();
  const { name, lang } = shown;
  const [subject, setSubject] = useState(shown.subject);
  const [body, setBody] = useState(shown.body);
  const text = { name, lang, subject, body };
  const [settled] = useDebouncedValue(text, 300);
  const isWritten = subject.trim() !== "" && body.trim() !== "";
  const preview = useCall("mailTextPreview", settled, { enabled: isWritten, keepLast: true });
  const faults = preview.data?.faults ?? [];
  const faultOf = (field: "subject" | "body") => faults.find((one) => one.field === field)?.fault;
  const isChanged = subject !== shown.subject || body !== shown.body;
  return (
    <>
      <Head shown={shown} choose={choose} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel title={t("mails.text")} description={t("mails.textHelp")}>
          <Stack gap="sm">
            <TextInput
              label={t("fields.subject")}
              value={subject}
              maxLength={200}
              error={faultOf("subject")}
              onChange={(event) => setSubject(event.currentTarget.value)}
            />
            <Body shown={shown} body={body} fault={faultOf("body")} write={setBody} />
            <Group gap="xs">
              <ActButton
                variant="filled"
                disabled={!isChanged || !isWritten || faults.length > 0}
                act={{ call: "mailTextSet", name, fixed: { ...text, seen: shown.version } }}
              />
              <ActButton
                disabled={!isWritten}
                act={{
                  call: "mailTextTest",
                  name,
                  fixed: text,
                  done: ({ to }) => t("mails.sentTo", { to }),
                }}
              />
              {shown.changed && (
                <ActButton
                  act={{ call: "mailTextReset", name, danger: true, fixed: { name, lang } }}
                />
              )}
            </Group>
          </Stack>
        </Panel>
        <MailPreview preview={preview.data} error={preview.error} />
      </SimpleGrid>
    </>
  );
}

function Head({ shown, choose }: { shown: Shown; choose: (lang: Lang) => void }) {
  const t = useT();
  return (
    <>
      <Anchor component={Link} to="/mails" fz="sm">
        <Group gap={4} mb={6} display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> {t("screens.mails.title")}
        </Group>
      </Anchor>
      <Group justify="space-between" gap="md" mb="md" align="flex-end">
        <Group gap="sm" miw={0}>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {shown.name}
          </Title>
          <Badge variant="light" {...(shown.changed ? {} : { color: "gray" })}>
            {shown.changed ? t("mails.own") : t("mails.shipped")}
          </Badge>
        </Group>
        <NativeSelect
          label={t("fields.language")}
          value={shown.lang}
          data={langs.map((value) => ({ value, label: languageName(value) }))}
          onChange={(event) => {
            const lang = langs.find((one) => one === event.currentTarget.value);
            if (lang) choose(lang);
          }}
        />
      </Group>
    </>
  );
}

/** The text, with buttons that put a placeholder where the cursor is. */
function Body(props: {
  shown: Shown;
  body: string;
  fault: string | undefined;
  write: (body: string) => void;
}) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const { body, write } = props;
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? body.length;
    const end = field.current?.selectionEnd ?? at;
    write(`${body.slice(0, at)}{{${name}}}${body.slice(end)}`);
    field.current?.focus();
  };
  return (
    <>
      <Textarea
        ref={field}
        label={t("mails.body")}
        autosize
        minRows={10}
        maxRows={26}
        maxLength={20_000}
        value={body}
        error={props.fault}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div>
        <Text fz="sm" fw={500} mb={4}>
          {t("mails.placeholders")}
        </Text>
        <Group gap={6}>
          {props.shown.placeholders.map(({ name, required }) => (
            <Button
              key={name}
              size="compact-xs"
              variant={required ? "light" : "default"}
              title={required ? t("mails.required") : t("mails.insert")}
              onClick={() => insert(name)}
            >
              {`{{${name}}}${required ? " *" : ""}`}
            </Button>
          ))}
        </Group>
        <Text fz="xs" c="dimmed" mt={4}>
          {t("mails.requiredHelp")}
        </Text>
      </div>
    </>
  );
}
