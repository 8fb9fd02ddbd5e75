import { NativeSelect, Stack, TextInput, Textarea } from "@mantine/core";
import { langs } from "@turnpike/contract/refusals.ts";
import { ownAccent } from "@turnpike/rules/accent.ts";
import { ownOrderPrefix } from "@turnpike/rules/brand.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useT } from "../../lib/words.ts";
import { languageName } from "../shop/NewsDialog.tsx";
import { AccentField } from "./AccentField.tsx";
import {
  type BrandDraft,
  draftLinks,
  type DraftText,
  type Previewed,
  type Shown,
  SHIPPED_NAME,
} from "./brand-draft.ts";
import { ImageField } from "./ImageField.tsx";
import { type Lang, SignInTexts } from "./SignInTexts.tsx";

/** Of an installation whose brand names none. */
const ownLanguage = "en";

interface BrandFormProps {
  draft: BrandDraft;
  shown: Shown;
  preview: Previewed;
  /** By field, as the API names it. */
  errors: Partial<Record<string, string>>;
  lang: Lang;
  onLang: (lang: Lang) => void;
  onChange: (change: Partial<BrandDraft>) => void;
}

/** The fields of a brand; an empty one keeps its default, which it shows. */
export function BrandForm(props: BrandFormProps) {
  const t = useT();
  const { draft, errors, onChange } = props;
  return (
    <Stack gap="md">
      <Panel title={t("brand.sections.name")}>
        <Stack gap="sm">
          <Line {...props} field="name" most={60} instead={SHIPPED_NAME} />
          <Line {...props} field="legalName" most={200} instead={props.preview.legalName} />
          <Lines {...props} field="legalAddress" most={500} />
          <Line {...props} field="orderPrefix" most={4} instead={ownOrderPrefix} />
          <FirstLanguage {...props} />
        </Stack>
      </Panel>
      <Panel title={t("brand.sections.look")}>
        <Stack gap="md">
          <Images {...props} />
          <AccentField
            value={draft.accent}
            instead={ownAccent}
            error={errors["accent"]}
            onChange={(accent) => onChange({ accent })}
          />
        </Stack>
      </Panel>
      <Panel title={t("brand.sections.signIn")} description={t("brand.help.signIn")}>
        <SignInTexts
          value={draft.signIn}
          lang={props.lang}
          error={errors["signIn"]}
          onLang={props.onLang}
          onChange={(signIn) => onChange({ signIn })}
        />
      </Panel>
      <Contact {...props} />
      <Links {...props} />
    </Stack>
  );
}

/** The language of a first visit; English is the default. */
function FirstLanguage({ draft, errors, onChange }: BrandFormProps) {
  const t = useT();
  return (
    <NativeSelect
      label={t("brand.fields.language")}
      description={t("brand.help.language")}
      data={langs.map((value) => ({ value, label: languageName(value) }))}
      value={draft.language || ownLanguage}
      error={errors["language"]}
      onChange={({ currentTarget: { value } }) =>
        onChange({ language: value === ownLanguage ? "" : value })
      }
    />
  );
}

function Contact(props: BrandFormProps) {
  const t = useT();
  return (
    <Panel title={t("brand.sections.contact")}>
      <Stack gap="sm">
        <Line {...props} field="supportEmail" most={254} />
        <Line {...props} field="supportUrl" most={500} />
        <Line {...props} field="mailFrom" most={320} />
        <Lines {...props} field="mailFooter" most={1_000} />
      </Stack>
    </Panel>
  );
}

function Links({ draft, errors, onChange }: BrandFormProps) {
  const t = useT();
  return (
    <Panel title={t("brand.sections.links")} description={t("brand.help.links")}>
      <Stack gap="sm">
        {draftLinks.map((link) => (
          <TextInput
            key={link}
            label={t(`brand.links.${link}`)}
            placeholder="https://"
            maxLength={500}
            value={draft.links[link] ?? ""}
            error={errors[`links.${link}`]}
            onChange={(event) =>
              onChange({ links: { ...draft.links, [link]: event.currentTarget.value.trim() } })
            }
          />
        ))}
      </Stack>
    </Panel>
  );
}

/** A text of several lines. */
function Lines(props: BrandFormProps & { field: "mailFooter" | "legalAddress"; most: number }) {
  const t = useT();
  const { field, most, draft, shown, errors, onChange } = props;
  return (
    <Textarea
      label={t(`brand.fields.${field}`)}
      description={t(`brand.help.${field}`)}
      placeholder={shown.set.includes(field) ? "" : (shown.brand[field] ?? "")}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={most}
      value={draft[field]}
      error={errors[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
}

function Line(
  props: BrandFormProps & {
    field: Exclude<DraftText, "accent" | "mailFooter" | "legalAddress" | "language">;
    most: number;
    instead?: string;
  },
) {
  const t = useT();
  const { field, draft, shown } = props;
  const now = shown.set.includes(field) ? "" : (shown.brand[field] ?? "");
  return (
    <TextInput
      label={t(`brand.fields.${field}`)}
      description={t(`brand.help.${field}`)}
      placeholder={props.instead ?? now}
      maxLength={props.most}
      autoComplete="off"
      value={draft[field]}
      error={props.errors[field]}
      onChange={(event) => props.onChange({ [field]: event.currentTarget.value })}
    />
  );
}

function Images({ draft, preview, errors, onChange }: BrandFormProps) {
  const t = useT();
  const image = (field: "logo" | "logoDark" | "favicon") => ({
    label: t(`brand.fields.${field}`),
    help: t(`brand.help.${field}`),
    value: draft[field],
    instead: preview[field],
    error: errors[field],
    onChange: (url: string) => onChange({ [field]: url }),
  });
  return (
    <>
      <ImageField {...image("logo")} />
      <ImageField {...image("logoDark")} dark />
      <ImageField {...image("favicon")} />
    </>
  );
}
