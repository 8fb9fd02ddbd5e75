import { Button, Group, NumberInput, SegmentedControl, SimpleGrid, Stack } from "@mantine/core";
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { type Bounds, amountBounds, countBounds, isInsufficient, keyKinds } from "./make-plan.ts";
import { MakeSummary } from "./MakeSummary.tsx";
import { useMake } from "./use-make.tsx";

/** Makes keys from a balance: shows what they take, asks for confirmation, makes them. */
export function MakeForm() {
  const { t } = useTranslation("cdkey");
  const make = useMake();
  const { form, plan } = make;
  const { kind } = form.values;
  const count = plan?.count ?? 1;
  return (
    <form onSubmit={make.submit} noValidate>
      <Stack gap="md">
        <Kind value={kind} onChange={make.chooseKind} />
        <SimpleGrid cols={2} spacing="sm">
          <Quantity
            label={t(`make.perKey.${kind}`)}
            bounds={amountBounds(kind)}
            {...form.getInputProps("amount")}
          />
          <Quantity label={t("make.count")} bounds={countBounds} {...form.getInputProps("count")} />
        </SimpleGrid>
        <MakeSummary kind={kind} plan={plan} />
        <Group>
          <Button data-needs="money" type="submit" disabled={isInsufficient(plan)}>
            {t("make.submit", { count })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Kind(props: { value: CdkeyKind; onChange: (kind: CdkeyKind) => void }) {
  const { t } = useTranslation("cdkey");
  const name = useId();
  return (
    <SegmentedControl
      aria-label={t("make.kind")}
      name={name}
      value={props.value}
      onChange={(value) => props.onChange(value as CdkeyKind)}
      data={keyKinds.map((value) => ({ value, label: t(`make.kinds.${value}`) }))}
    />
  );
}

function Quantity(props: {
  label: string;
  bounds: Bounds;
  value?: number | string;
  onChange?: (value: number | string) => void;
  onBlur?: () => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation("cdkey");
  const { bounds, ...field } = props;
  const words = { min: formatNumber(bounds.min), max: formatNumber(bounds.max) };
  return (
    <NumberInput
      {...field}
      min={bounds.min}
      max={bounds.max}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={field.error ? null : t("make.range", words)}
    />
  );
}
