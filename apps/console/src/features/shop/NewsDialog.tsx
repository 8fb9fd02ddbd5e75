import i18next from "i18next";
import { Alert, NativeSelect, Paper, Text, Textarea, TextInput } from "@mantine/core";
import { langs } from "@turnpike/contract/refusals.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { languages } from "@turnpike/ui/lib/language.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { NewsArticle } from "@turnpike/ui/NewsArticle.tsx";
import { type FormEvent, useState } from "react";
import { useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";

type Lang = (typeof langs)[number];
interface Draft {
  title: string;
  body: string;
}
const empty: Draft = { title: "", body: "" };

export const languageName = (lang: Lang) => languages[lang === "zh" ? "zh-tw" : lang];
const isWritten = ({ title, body }: Draft) => title.trim() !== "" && body.trim() !== "";
const hasText = ({ title, body }: Draft) => title.trim() !== "" || body.trim() !== "";

/** Dialog that writes an announcement, with a text per language and a preview. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const form = useNewsForm(onClose);
  const { lang, text } = form;
  return (
    <Dialog title={word("acts", "newsAdd.title")} size="lg" onClose={onClose}>
      <DialogForm submit={word("acts", "newsAdd.title")} busy={form.busy} onSubmit={form.submit}>
        <Text c="dimmed">{t("news.help")}</Text>
        <NativeSelect
          label={t("fields.language")}
          value={lang}
          data={form.options}
          onChange={(event) => form.choose(event.currentTarget.value as Lang | "")}
        />
        <TextInput
          data-autofocus
          label={t("fields.title")}
          maxLength={200}
          value={text.title}
          error={form.errors.title}
          onChange={(event) => form.write({ title: event.currentTarget.value })}
        />
        <Textarea
          label={t("fields.body")}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={5_000}
          value={text.body}
          error={form.errors.body}
          onChange={(event) => form.write({ body: event.currentTarget.value })}
        />
        <Preview lang={lang} own={text} forAll={form.forAll} />
        {form.fault && (
          <Alert color="red" role="alert">
            {form.fault}
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** What readers of a language see: its own text, or the one for all languages. */
function Preview(props: { lang: Lang | ""; own: Draft; forAll: Draft }) {
  const t = useT();
  const [now] = useState(() => new Date(productClock.nowMs()).toISOString());
  const shown = props.lang !== "" && !hasText(props.own) ? props.forAll : props.own;
  const name = props.lang === "" ? t("news.allLanguages") : languageName(props.lang);
  return (
    <section aria-label={t("news.preview", { language: name })}>
      <Text fw={600} mb={4}>
        {t("news.preview", { language: name })}
      </Text>
      <Paper withBorder p="md">
        {hasText(shown) ? (
          <NewsArticle
            {...shown}
            at={now}
            {...(props.lang === "" ? {} : { lang: props.lang === "zh" ? "zh-tw" : props.lang })}
          />
        ) : (
          <Text c="dimmed">{t("news.nothingYet")}</Text>
        )}
      </Paper>
    </section>
  );
}

/** `""` is the text for every language without its own. */
function useNewsForm(onClose: () => void) {
  const t = useT();
  const [lang, choose] = useState<Lang | "">("");
  const [texts, setTexts] = useState<Partial<Record<Lang | "", Draft>>>({});
  const [checked, setChecked] = useState(false);
  const [fault, setFault] = useState("");
  const add = useCallMutation("newsAdd");
  const forAll = texts[""] ?? empty;
  const text = texts[lang] ?? empty;
  const missing = checked && (lang === "" || hasText(text));
  const errors = {
    title: missing && text.title.trim() === "" ? i18next.t("ui:act.missing") : undefined,
    body: missing && text.body.trim() === "" ? i18next.t("ui:act.missing") : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setFault("");
    const halves = langs.find(
      (one) => hasText(texts[one] ?? empty) && !isWritten(texts[one] ?? empty),
    );
    if (!isWritten(forAll) || halves) return choose(isWritten(forAll) ? (halves ?? "") : "");
    const translations = langs.flatMap((one) => {
      const own = texts[one] ?? empty;
      return isWritten(own) ? [{ lang: one, ...own }] : [];
    });
    add.mutate(
      { ...forAll, ...(translations.length > 0 ? { translations } : {}) },
      {
        onSuccess: () => {
          toast.success(word("acts", "newsAdd.done"));
          onClose();
        },
        onError: (error) => setFault(error.message),
      },
    );
  };
  const options = [
    { value: "", label: t("news.allLanguages") },
    ...langs.map((value) => {
      const mark = isWritten(texts[value] ?? empty) ? " ✓" : "";
      return { value, label: languageName(value) + mark };
    }),
  ];
  const write = (change: Partial<Draft>) =>
    setTexts((before) => ({ ...before, [lang]: { ...(before[lang] ?? empty), ...change } }));
  return { lang, choose, text, forAll, write, errors, fault, options, submit, busy: add.isPending };
}
