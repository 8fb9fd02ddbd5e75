import { Button, Group, NativeSelect, Stack, TextInput, Textarea } from "@mantine/core";
import { langs } from "@turnpike/contract/refusals.ts";
import { IconTrash } from "@turnpike/ui/icons.ts";
import { useT } from "../../lib/words.ts";
import { languageName } from "../shop/NewsDialog.tsx";
import type { BrandDraft, Claims } from "./brand-draft.ts";

export type Lang = (typeof langs)[number];
const MOST_POINTS = 6;
const none: Claims = { title: "", points: [] };

/** The words beside the sign-in form, in one language at a time. */
export function SignInTexts(props: {
  value: BrandDraft["signIn"];
  lang: Lang;
  onLang: (lang: Lang) => void;
  error: string | undefined;
  onChange: (value: BrandDraft["signIn"]) => void;
}) {
  const t = useT();
  const { value, lang } = props;
  const { title, points } = value[lang] ?? none;
  const write = (next: Claims) => props.onChange({ ...value, [lang]: next });
  const point = (at: number, change: Partial<Claims["points"][number]>) =>
    write({ title, points: points.map((one, i) => (i === at ? { ...one, ...change } : one)) });
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t("fields.language")}
        value={lang}
        data={langs.map((one) => ({
          value: one,
          label: `${languageName(one)}${value[one] ? " ✓" : ""}`,
        }))}
        onChange={(event) => props.onLang(event.currentTarget.value as Lang)}
      />
      <TextInput
        label={t("brand.signIn.title")}
        maxLength={120}
        value={title}
        error={props.error}
        onChange={(event) => write({ title: event.currentTarget.value, points })}
      />
      {points.map((one, at) => (
        <Point
          key={`${at}`}
          number={at + 1}
          point={one}
          onChange={(change) => point(at, change)}
          onRemove={() => write({ title, points: points.filter((_, i) => i !== at) })}
        />
      ))}
      {points.length < MOST_POINTS && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => write({ title, points: [...points, { title: "", text: "" }] })}
          >
            {t("brand.signIn.add")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type OnePoint = Claims["points"][number];

function Point(props: {
  number: number;
  point: OnePoint;
  onChange: (change: Partial<OnePoint>) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { number, point, onChange } = props;
  return (
    <Stack gap={6}>
      <TextInput
        label={t("brand.signIn.point", { number })}
        maxLength={80}
        value={point.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        aria-label={t("brand.signIn.text", { number })}
        autosize
        minRows={2}
        maxLength={300}
        value={point.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        w="fit-content"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={props.onRemove}
      >
        {t("brand.signIn.remove", { number })}
      </Button>
    </Stack>
  );
}
