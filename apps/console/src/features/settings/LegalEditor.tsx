import {
  Alert,
  Anchor,
  Badge,
  Checkbox,
  FileButton,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  Title,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { langs } from "@turnpike/contract/refusals.ts";
import { isAgreedKind, legalKinds, maxLegalText } from "@turnpike/rules/legal.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { IconArrowLeft, IconUpload } from "@turnpike/ui/icons.ts";
import { LegalText } from "@turnpike/ui/LegalText.tsx";
import { formatDate } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons, ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { CallRefused, type CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { languageName } from "../shop/NewsDialog.tsx";
import { useOwnLang } from "./use-own-lang.ts";

type Document = CallResult<"legalShow">["document"];
type Place = Pick<Document, "kind" | "lang"> & { version: number | undefined };

/** The document of the address: its kind, and the language and version that are asked for. */
function usePlace(): Place & { choose: (place: Partial<Place>) => void } {
  const { kind: named } = useParams();
  const [search] = useSearchParams();
  const go = useNavigate();
  const own = useOwnLang();
  const kind = legalKinds.find((one) => one === named) ?? "terms";
  const lang = langs.find((one) => one === search.get("lang")) ?? own;
  const given = search.get("version");
  const version = given !== null && /^\d{1,6}$/.test(given) ? Number(given) : undefined;
  const choose = (next: Partial<Place>) => {
    const place = { kind, lang, ...next };
    void go(`/settings/legal/${place.kind}?lang=${place.lang}`, { replace: true });
  };
  return { kind, lang, version, choose };
}

/** One document: a version of it, from which the next is written. */
export function LegalEditor() {
  const place = usePlace();
  const { kind, lang, version } = place;
  const shown = useCall("legalShow", { kind, lang, ...(version === undefined ? {} : { version }) });
  const { data, error } = shown;
  // A kind without a text, such as an imprint: the first version is written.
  const isNew = error instanceof CallRefused && error.reason === "legalNotFound";
  if (error && !isNew) return <ErrorState error={error} onRetry={() => void shown.refetch()} />;
  if (!data && !isNew) return <ScreenSkeleton />;
  // A text in another language is no start for this one.
  const document = !isNew && data?.document.lang === lang ? data.document : null;
  return (
    <>
      <Head {...place} document={document} />
      <Editor key={`${kind} ${lang} ${document?.version}`} place={place} document={document} />
    </>
  );
}

function Head(props: ReturnType<typeof usePlace> & { document: Document | null }) {
  const t = useT();
  const { kind, lang, document, choose } = props;
  const at = document?.publishedAt;
  return (
    <>
      <Anchor component={Link} to="/settings/legal" fz="sm">
        <Group gap={4} mb={6} display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> {t("screens.legal.title")}
        </Group>
      </Anchor>
      <Group justify="space-between" gap="md" mb="md" align="flex-end">
        <Group gap="sm" miw={0}>
          <Title order={1}>{word("legal.kinds", kind)}</Title>
          {document && (
            <Badge variant="light" {...(at ? {} : { color: "gray" })}>
              {at
                ? t("legal.versionOf", { version: document.version, date: formatDate(at) })
                : t("legal.draft")}
            </Badge>
          )}
        </Group>
        <Group gap="sm">
          <NativeSelect
            label={t("columns.kind")}
            value={kind}
            data={legalKinds.map((value) => ({ value, label: word("legal.kinds", value) }))}
            onChange={({ currentTarget }) => choose({ kind: currentTarget.value as Place["kind"] })}
          />
          <NativeSelect
            label={t("fields.language")}
            value={lang}
            data={langs.map((value) => ({ value, label: languageName(value) }))}
            onChange={({ currentTarget }) => choose({ lang: currentTarget.value as Place["lang"] })}
          />
        </Group>
      </Group>
    </>
  );
}

function Editor({ place, document }: { place: Place; document: Document | null }) {
  const t = useT();
  const { kind, lang, version } = place;
  // Who writes from an earlier version means it.
  const seen = version === undefined ? { seen: document?.version ?? 0 } : {};
  const [markdown, write] = useState(document?.markdown ?? "");
  const [consent, ask] = useState(false);
  const isWritten = markdown.trim() !== "" && markdown.length <= maxLegalText;
  const preview = usePreview(markdown);
  const { data: list } = useCall("legalList", {});
  const name = `${word("legal.kinds", kind)} (${languageName(lang)})`;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel
        title={t("legal.next")}
        description={t("legal.nextHelp")}
        actions={<FromFile onText={write} />}
      >
        <Stack gap="sm">
          <Textarea
            label={t("mails.body")}
            autosize
            minRows={14}
            maxRows={30}
            value={markdown}
            error={markdown.length > maxLegalText ? t("legal.tooLong") : undefined}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            onChange={(event) => write(event.currentTarget.value)}
          />
          {isAgreedKind(kind) && (
            <Checkbox
              label={t("legal.consent")}
              description={t("legal.consentHelp", { count: list?.customers ?? 0 })}
              checked={consent}
              onChange={(event) => ask(event.currentTarget.checked)}
            />
          )}
          <Group>
            <ActButton
              variant="filled"
              disabled={!isWritten || markdown === document?.markdown}
              act={{
                call: "legalPublish",
                name,
                fixed: { kind, lang, markdown, consent: consent && isAgreedKind(kind), ...seen },
              }}
            />
          </Group>
        </Stack>
      </Panel>
      <Panel title={t("mails.preview")} description={t("legal.previewHelp")}>
        <Preview answer={preview.data} error={preview.error} fallback={word("legal.kinds", kind)} />
      </Panel>
    </SimpleGrid>
  );
}

const nothing: CallResult<"legalPreview"> = { html: "", title: null };

/** What customers would see of a text, a moment after it was typed. */
function usePreview(markdown: string) {
  const [settled] = useDebouncedValue(markdown, 300);
  const isEmpty = settled.trim() === "";
  const { data, error } = useCall(
    "legalPreview",
    { markdown: settled },
    { enabled: !isEmpty && settled.length <= maxLegalText, keepLast: true },
  );
  return { data: isEmpty ? nothing : data, error };
}

function Preview(props: {
  answer: CallResult<"legalPreview"> | undefined;
  error: Error | null;
  fallback: string;
}) {
  const t = useT();
  const { answer, error, fallback } = props;
  if (error && !answer) return <ErrorState error={error} />;
  if (!answer) return <LineSkeletons lines={6} height={20} />;
  if (answer.html === "" && !answer.title) return <Text c="dimmed">{t("legal.nothing")}</Text>;
  return <LegalText title={answer.title ?? fallback} html={answer.html} order={3} />;
}

/** Takes the text of a file. */
function FromFile({ onText }: { onText: (text: string) => void }) {
  const t = useT();
  const [failed, setFailed] = useState(false);
  const take = async (file: File | null) => {
    if (!file) return;
    const isShort = file.size <= maxLegalText * 4;
    setFailed(!isShort);
    if (isShort) onText(await file.text());
  };
  return (
    <>
      <FileButton accept=".md,.txt,text/markdown,text/plain" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} />}>
            {t("legal.fromFile")}
          </Button>
        )}
      </FileButton>
      {failed && <Alert color="red">{t("legal.tooLong")}</Alert>}
    </>
  );
}
