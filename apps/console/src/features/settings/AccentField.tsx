import { Button, Group, Text, TextInput } from "@mantine/core";
import { bearsWhite, contrast, isColour, nearestAccent } from "@turnpike/rules/accent.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useT } from "../../lib/words.ts";
import classes from "./brand.module.css";

/** The accent, judged while it is typed: white words have to be readable on it. */
export function AccentField(props: {
  value: string;
  instead: string;
  error: string | undefined;
  onChange: (colour: string) => void;
}) {
  const t = useT();
  const { value, instead, onChange } = props;
  const typed = value.trim();
  const colour = isColour(typed) ? typed.toLowerCase() : typed === "" ? instead : null;
  const fits = colour !== null && bearsWhite(colour);
  const nearest = colour !== null && !fits ? nearestAccent(colour) : null;
  const fault = colour === null ? t("brand.accent.form") : props.error;
  return (
    <div>
      <TextInput
        label={t("brand.fields.accent")}
        description={t("brand.help.accent")}
        placeholder={instead}
        value={value}
        maxLength={7}
        spellCheck={false}
        error={fault}
        leftSectionWidth={44}
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t("brand.accent.pick")}
            value={colour ?? instead}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {colour !== null && (
        <Group gap="xs" mt={6} role="status">
          <Text fz="xs" c={fits ? "dimmed" : "var(--mantine-color-error)"}>
            {t(fits ? "brand.accent.fits" : "brand.accent.fails", {
              ratio: formatNumber(Math.floor(contrast(colour, "#ffffff") * 10) / 10),
            })}
          </Text>
          {nearest && (
            <Button size="compact-xs" variant="default" onClick={() => onChange(nearest)}>
              {t("brand.accent.use", { colour: nearest })}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
