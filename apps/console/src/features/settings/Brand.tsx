import { Alert, Button, Group } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { checkBrand } from "@turnpike/ui/lib/brand.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type FormEvent, useState } from "react";
import i18next from "i18next";
import { CallRefused } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useCall, useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { type BrandDraft, draftOf, fileOf, previewOf, type Shown } from "./brand-draft.ts";
import { BrandForm } from "./BrandForm.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import type { Lang } from "./SignInTexts.tsx";
import classes from "./brand.module.css";

/** The provider's own brand: its form, and what customers will see beside it. */
export function Brand() {
  const t = useT();
  const brand = useCall("brandShow", {});
  const [lang, setLang] = useState(languageNow);
  const isSet = (brand.data?.set.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={t("screens.brand.title")}
        description={t("screens.brand.text")}
        actions={
          isSet && (
            <ActButton
              act={{ call: "brandReset", danger: true, onDone: () => void checkBrand(0) }}
            />
          )
        }
      />
      <Loaded of={brand} lines={12} height={28}>
        {/* Another brand, as after a reset, is another form. */}
        {(shown) => (
          <Editor key={JSON.stringify(shown)} shown={shown} lang={lang} onLang={setLang} />
        )}
      </Loaded>
    </>
  );
}

const languageNow = (): Lang => {
  const now = i18next.language;
  return now === "zh-tw" ? "zh" : (now as Lang);
};

function Editor({
  shown,
  lang,
  onLang,
}: {
  shown: Shown;
  lang: Lang;
  onLang: (lang: Lang) => void;
}) {
  const t = useT();
  const canSet = useCanCall()("brandSet");
  const form = useBrandForm(shown);
  const preview = previewOf(form.draft, shown);
  return (
    <form className={classes.editor} onSubmit={(event) => void form.submit(event)} noValidate>
      <fieldset disabled={!canSet} className={classes.fields}>
        {shown.set.length === 0 && <Alert mb="md">{t("brand.none")}</Alert>}
        <BrandForm
          draft={form.draft}
          shown={shown}
          preview={preview}
          errors={form.errors}
          lang={lang}
          onLang={onLang}
          onChange={form.change}
        />
        {form.fault && (
          <Alert color="red" role="alert" mt="md">
            {form.fault}
          </Alert>
        )}
        {canSet && (
          <Group justify="flex-end" className={classes.save}>
            <Button type="submit" loading={form.busy} disabled={!form.isChanged}>
              {word("acts", "brandSet.title")}
            </Button>
          </Group>
        )}
      </fieldset>
      <BrandPreview brand={preview} lang={lang} />
    </form>
  );
}

function useBrandForm(shown: Shown) {
  const set = useCallMutation("brandSet");
  const [before] = useState(() => draftOf(shown));
  const [draft, setDraft] = useState(before);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [fault, setFault] = useState("");
  const change = (part: Partial<BrandDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setErrors((now) => {
      const gone = new Set(Object.keys(part));
      return Object.fromEntries(
        Object.entries(now).filter(([field]) => !gone.has(field.split(".")[0] ?? "")),
      );
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    setFault("");
    try {
      await set.mutateAsync({ file: fileOf(draft), seen: shown.version });
      toast.success(word("acts", "brandSet.done"));
      void checkBrand(0);
    } catch (error) {
      const { field } = error instanceof CallRefused ? error : { field: undefined };
      const { message } = error as Error;
      const [top = ""] = (field ?? "").split(".");
      // Fields that have a list of texts show the sentence at the top of it.
      const at = top === "links" ? (field ?? "") : top;
      if (top !== "" && (top === "links" || top in draft)) setErrors({ [at]: message });
      else setFault(message);
    }
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  return { draft, change, errors, fault, submit, busy: set.isPending, isChanged };
}
