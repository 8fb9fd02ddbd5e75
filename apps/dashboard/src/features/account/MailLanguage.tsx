import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Question } from "../../lib/call.ts";
import { type Language, languages, wireLanguage } from "../../lib/language.ts";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import classes from "./account.module.css";

const names = Object.keys(languages) as Language[];

/** The language in which the account is written to; `lang` as the API spells it. */
export function MailLanguage({ lang }: { lang: string }) {
  const { t } = useTranslation("setting-account");
  const change = useCommand("upLang", { invalidates: ["member"], settles: true });
  const choose = (language: string | null) => {
    if (!language || wireLanguage(language) === lang) return;
    change.mutate(
      { language: wireLanguage(language) as Question<"upLang">["language"] },
      { onSuccess: () => toast.success(t("mailLanguage.done")) },
    );
  };
  return (
    <Select
      className={classes.field ?? ""}
      maw={260}
      aria-label={t("mailLanguage.label")}
      allowDeselect={false}
      disabled={change.isPending}
      value={names.find((language) => wireLanguage(language) === lang) ?? "en"}
      onChange={choose}
      data={names.map((value) => ({ value, label: languages[value] }))}
    />
  );
}
