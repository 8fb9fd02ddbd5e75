import { Anchor, Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { writtenMoney } from "@turnpike/ui/lib/written-money.ts";

/** Up to this many start with one click; with more selected, the user confirms the number. */
export const DEFAULT_START_COUNT = 10;

/** Asks how many of the selected proxies get a local port; a thousand is rarely intended. */
export function StartNumber(props: {
  chosen: number;
  onStart: (number: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["manager", "ui"]);
  const { chosen } = props;
  const [typed, setTyped] = useState<number | string>(DEFAULT_START_COUNT);
  const number = Number(typed);
  const fits = Number.isSafeInteger(number) && number >= 1 && number <= chosen;
  const written = writtenMoney();
  const params = { count: chosen, number: formatNumber(chosen) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits) props.onStart(number);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {t("use.chosen", params)}
        </Text>
        <Group align="flex-end" gap="sm">
          <NumberInput
            data-autofocus
            label={t("use.number")}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator={written.group}
            decimalSeparator={written.decimal}
            min={1}
            max={chosen}
            value={typed}
            onChange={setTyped}
          />
          <Anchor component="button" type="button" fz="sm" pb={8} onClick={() => setTyped(chosen)}>
            {t("use.all", params)}
          </Anchor>
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t("ui:cancel")}
          </Button>
          <Button type="submit" disabled={!fits}>
            {fits ? t("use.start", { count: number, number: formatNumber(number) }) : t("use.open")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
