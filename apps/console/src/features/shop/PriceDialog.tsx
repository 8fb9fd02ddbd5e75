import { Alert, Group, NumberInput, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { MoneyField } from "@turnpike/ui/MoneyField.tsx";
import { type FormEvent, useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { tableColumns } from "@turnpike/ui/list/columns.ts";
import { titleOf } from "../../parts/list/List.tsx";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import type { Product } from "./Products.tsx";

const MICROS = 1_000_000;
type PreviewAnswer = CallResult<"pricePreview">;
type Line = PreviewAnswer["items"][number];

/** Dialog that sets or removes a price tier; it first previews order totals before and after. */
export function PriceDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT();
  const form = usePriceForm(product, onClose);
  return (
    <Dialog title={`${t("price.title")}: ${product.sku}`} size="lg" onClose={onClose}>
      <DialogForm submit={submitOf(form)} busy={form.busy} onSubmit={form.submit}>
        <Text c="dimmed">{t("price.text")}</Text>
        <Group gap="sm" align="flex-end" grow>
          <NumberInput
            data-autofocus
            label={t("price.fromQty")}
            allowDecimal={false}
            hideControls
            min={1}
            value={form.fromQty}
            onChange={(value) => form.change({ fromQty: String(value) })}
          />
          <MoneyField
            label={t("price.unit")}
            decimalScale={6}
            required={!form.remove}
            disabled={form.remove}
            value={form.unit}
            onChange={(value) => form.change({ unit: String(value) })}
          />
        </Group>
        <Switch
          label={t("price.remove")}
          checked={form.remove}
          onChange={(event) => form.change({ remove: event.currentTarget.checked })}
        />
        <TextInput
          type="datetime-local"
          label={t("price.from")}
          description={t("price.fromHelp")}
          value={form.from}
          onChange={(event) => form.change({ from: event.currentTarget.value })}
        />
        {form.preview && <Preview preview={form.preview} />}
        {form.preview && (
          <Textarea
            label={t("fields.reason")}
            autosize
            minRows={2}
            value={form.reason}
            onChange={(event) => form.setReason(event.currentTarget.value)}
          />
        )}
        {form.fault && (
          <Alert color="red" role="alert">
            {form.fault}
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Label of the submit button: preview first, then apply or schedule. */
function submitOf({ preview, from }: { preview: PreviewAnswer | undefined; from: string }): string {
  if (!preview) return word("import", "preview");
  return word("price", from ? "schedule" : "apply");
}

function usePriceForm(product: Product, onClose: () => void) {
  const t = useT();
  const [first] = product.tiers;
  const [filled, setFilled] = useState({
    fromQty: String(first?.fromQty ?? 1),
    unit: String((first?.unitMicros ?? 0) / MICROS),
    remove: false,
    /** In the person's local time; empty means at once. */
    from: "",
  });
  const [reason, setReason] = useState("");
  const [preview, setPreview] = useState<PreviewAnswer>();
  const [fault, setFault] = useState("");
  const look = useCallMutation("pricePreview", { quiet: true });
  const set = useCallMutation("priceSet");
  const change = (changes: Partial<typeof filled>) => {
    setFilled((before) => ({ ...before, ...changes }));
    setPreview(undefined);
    setFault("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    const price = filled.remove ? {} : { unitMicros: Math.round(Number(filled.unit) * MICROS) };
    const from = filled.from ? { from: new Date(filled.from).toISOString() } : {};
    const question = { sku: product.sku, fromQty: Number(filled.fromQty), ...price, ...from };
    const onError = (error: Error) => setFault(error.message);
    if (!preview) {
      return look.mutate(question, { onSuccess: setPreview, onError });
    }
    const why = reason.trim() ? { reason: reason.trim() } : {};
    set.mutate(
      { ...question, ...why },
      {
        onSuccess: () => {
          toast.success(t(filled.from ? "price.scheduled" : "price.done"));
          onClose();
        },
        onError,
      },
    );
  };
  const busy = look.isPending || set.isPending;
  return { ...filled, reason, setReason, preview, fault, change, submit, busy };
}

/** Order totals for some quantities before and after the change, the typical order first. */
function Preview({ preview }: { preview: PreviewAnswer }) {
  const t = useT();
  const { items, typical } = preview;
  const changed = items.filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
  return (
    <Stack gap="xs">
      {typical && (
        <Text>
          {t("price.typical", {
            count: typical.orders,
            number: formatNumber(typical.orders),
            quantity: formatNumber(typical.quantity),
            before: formatCents(typical.beforeCents),
            after: formatCents(typical.afterCents),
          })}
        </Text>
      )}
      <DataTable
        label={t("price.preview")}
        rows={changed.length > 0 ? changed : items}
        rowId={({ quantity }) => String(quantity)}
        empty={null}
        columns={tableColumns<Line>(
          [
            { key: "quantity", text: ({ quantity }) => formatNumber(quantity) },
            { key: "before", align: "right", text: ({ beforeCents }) => formatCents(beforeCents) },
            { key: "after", align: "right", text: ({ afterCents }) => formatCents(afterCents) },
          ],
          titleOf,
        )}
      />
      {changed.length > 0 && changed.length < items.length && (
        <Text c="dimmed">{t("price.unchanged")}</Text>
      )}
    </Stack>
  );
}
