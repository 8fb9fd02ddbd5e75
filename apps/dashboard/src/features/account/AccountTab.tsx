import { SegmentedControl, Select, SimpleGrid, Stack, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useCall } from "../../lib/queries.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { CallParameters } from "../../lib/call.ts";
import { type Language, languages, wireLanguage } from "@turnpike/ui/lib/language.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { CloseAccount } from "./CloseAccount.tsx";
import { PersonalData } from "./PersonalData.tsx";
import { Profile } from "./Profile.tsx";
import classes from "./account.module.css";

/** The account's profile, mail language, appearance, personal data and closure. */
export function AccountTab() {
  const { t } = useTranslation("setting-account");
  const member = useCall("member", {});
  return (
    <Stack gap="lg">
      <Panel title={t("profile.title")}>
        <Loaded of={member} lines={3}>
          {(user) => <Profile user={user} />}
        </Loaded>
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t("mailLanguage.title")} description={t("mailLanguage.description")}>
          <Loaded of={member} lines={3}>
            {({ lang }) => <MailLanguage lang={lang} />}
          </Loaded>
        </Panel>
        <Panel title={t("appearance.title")} description={t("appearance.description")}>
          <Appearance />
        </Panel>
      </SimpleGrid>
      <PersonalData />
      <CloseAccount />
    </Stack>
  );
}

const schemes = ["light", "dark", "auto"] as const;
type Scheme = (typeof schemes)[number];

/** Light, dark, or the system's setting; kept in this browser. */
function Appearance() {
  const { t } = useTranslation(["setting-account", "ui"]);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t("appearance.label")}
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as Scheme)}
      data={schemes.map((value) => ({ value, label: t(`ui:schemes.${value}`) }))}
    />
  );
}

const names = Object.keys(languages) as Language[];

/** The language of e-mails to the account; `lang` in the API's spelling. */
function MailLanguage({ lang }: { lang: string }) {
  const { t } = useTranslation("setting-account");
  const change = useCommand("upLang", { awaitRefetch: true });
  const choose = (language: string | null) => {
    if (!language || wireLanguage(language) === lang) return;
    void change.send(
      { language: wireLanguage(language) as CallParameters<"upLang">["language"] },
      () => toast.success(t("mailLanguage.done")),
    );
  };
  return (
    <Select
      className={classes.field ?? ""}
      maw={260}
      aria-label={t("mailLanguage.label")}
      allowDeselect={false}
      disabled={change.busy}
      value={names.find((language) => wireLanguage(language) === lang) ?? "en"}
      onChange={choose}
      data={names.map((value) => ({ value, label: languages[value] }))}
    />
  );
}
